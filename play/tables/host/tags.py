"""What the files of a host's games say in tags of their own, and how it is read again."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.spec import COLORS
from makachess.play.session.session import Session
from makachess.saves import Game

INVITED = "Invited"  # the tag with the name of whom the open seat is for
ASKED = "Asked"  # the tag with what one side asks of the other: `white draw, black takeback`
KINDS = ("draw", "takeback", "rematch")


@dataclass(frozen=True, slots=True)
class Asked:
    """The colours that offer a draw, ask to take back, and ask for another game; empty if none."""

    draw: str = ""
    takeback: str = ""
    rematch: str = ""


def asked_at(session: Session, rematch: str) -> Asked:
    """What is asked in a game now."""
    return Asked(session.offer or "", session.takeback or "", rematch)


def write_tags(game: Game, invited: str, asked: Asked) -> None:
    """Note in a game's tags whom its open seat is for, and what is asked."""
    pairs = ((getattr(asked, kind), kind) for kind in KINDS)
    _set(game, INVITED, invited)
    _set(game, ASKED, ", ".join(f"{color} {kind}" for color, kind in pairs if color))


def _set(game: Game, tag: str, value: str) -> None:
    if value:
        game.tags[tag] = value
    else:
        game.tags.pop(tag, None)


def invited_in(game: Game) -> str:
    """Whom the open seat of a game is for, empty for anybody."""
    return game.tags.get(INVITED, "")


def asked_in(game: Game) -> Asked:
    """What was asked when a game was last written."""
    found: dict[str, str] = {}
    for pair in game.tags.get(ASKED, "").split(", "):
        color, _, kind = pair.partition(" ")
        if color in COLORS and kind in KINDS:
            found[kind] = color
    return Asked(**found)
