"""The royals of the games in which the last one decides, and which of them can be taken.

There is no check to warn of such a blunder, so the screen does.
"""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core import Position, Square
from makachess.core.pieces import parse_man
from makachess.core.spec import COLORS


@dataclass(frozen=True, slots=True)
class Royal:
    """A royal on the board; it is in danger if the other side, to move, could take it."""

    square: Square
    name: str
    color: str
    in_danger: bool = False


def royals_of(position: Position) -> tuple[Royal, ...]:
    """The royals of both sides, White's first; none in games that end with mate."""
    variant = position.variant
    if variant.ending.checkmate:
        return ()
    threats = position.threats("white") | position.threats("black")
    taken = {victim for _, victim in threats}
    found = [
        Royal(square, variant.pieces[kind].name, color, square in taken)
        for square, man in position.pieces().items()
        for kind, color in (parse_man(man),)
        if kind in variant.royals
    ]
    return tuple(sorted(found, key=lambda royal: (COLORS.index(royal.color), royal.square)))


def dangers(royals: tuple[Royal, ...], turn: str) -> list[str]:
    """A warning of royals that can be taken, those of the side to move first."""
    texts = []
    for color in sorted(COLORS, key=lambda color: color != turn):
        names = [r.name for r in royals if r.color == color and r.in_danger]
        if names:
            verb = "is" if len(names) == 1 else "are"
            what = f"{verb} in danger" if color == turn else "can be taken"
            texts.append(f"{color.capitalize()}'s {' and '.join(names)} {what}")
    return texts


def several_royals(royals: tuple[Royal, ...]) -> list[str]:
    """The sides that have more than one royal, and which."""
    texts = []
    for color in COLORS:
        names = [r.name for r in royals if r.color == color]
        if len(names) > 1:
            count = "two" if len(names) == 2 else str(len(names))
            texts.append(f"{color.capitalize()} has {count} royals: {', '.join(names)}")
    return texts


def checked_squares(position: Position, royals: tuple[Royal, ...]) -> tuple[Square, ...]:
    """Where a King is in check, or a royal in danger."""
    king = position.checked_king
    return (king,) if king else tuple(royal.square for royal in royals if royal.in_danger)
