"""What the files of a host's games say in tags of their own, and how it is read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from makachess.core.spec import COLORS
from makachess.play.session.session import Session
from makachess.saves import Game

INVITED = "Invited"  # the tag with the name of whom the open seat is for
SEEN = "Seen"  # the tag with the colours of those who know how the game has ended
ASKED = "Asked"  # the tag with what one side asks of the other: `white draw, black takeback`
SITS = "Seat"  # how the tags begin with who sits on a seat after the game: `SeatWhite`
_PLAYERS = ("White", "WhiteType", "Black", "BlackType")
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


def write_tags(game: Game, invited: str, asked: Asked, seen: Iterable[str] = ()) -> None:
    """Note in a game's tags whom its open seat is for, what is asked, and who knows the end."""
    pairs = ((getattr(asked, kind), kind) for kind in KINDS)
    _set(game, INVITED, invited)
    _set(game, SEEN, " ".join(seen))
    _set(game, ASKED, ", ".join(f"{color} {kind}" for color, kind in pairs if color))


def write_seats(game: Game, played: Mapping[str, str], sitting: Mapping[str, str]) -> None:
    """Note who has played a game, and apart from that who sits there now, if it is not the same."""
    game.tags.update(played)
    for tag, value in sitting.items():
        _set(game, SITS + tag, "" if played == sitting else value)


def played_in(game: Game) -> dict[str, str]:
    """The tags of those who play a game, or have played it to its end."""
    return {tag: game.tags[tag] for tag in _PLAYERS if tag in game.tags}


def sitting_in(tags: Mapping[str, str]) -> dict[str, str]:
    """A game's tags with those who sit there now in the place of those who have played it."""
    return {**tags, **{tag: tags[SITS + tag] for tag in _PLAYERS if SITS + tag in tags}}


def _set(game: Game, tag: str, value: str) -> None:
    if value:
        game.tags[tag] = value
    else:
        game.tags.pop(tag, None)


def invited_in(game: Game) -> str:
    """Whom the open seat of a game is for, empty for anybody."""
    return game.tags.get(INVITED, "")


def seen_in(game: Game) -> frozenset[str]:
    """The colours of those who knew how a game had ended when it was last written."""
    return frozenset(game.tags.get(SEEN, "").split())


def asked_in(game: Game) -> Asked:
    """What was asked when a game was last written."""
    found: dict[str, str] = {}
    for pair in game.tags.get(ASKED, "").split(", "):
        color, _, kind = pair.partition(" ")
        if color in COLORS and kind in KINDS:
            found[kind] = color
    return Asked(**found)
