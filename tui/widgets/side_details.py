"""What a side holds beside its men on the board: royals where the last decides, a reserve."""

from __future__ import annotations

from makachess.core import Position
from makachess.core.spec import COLORS, Variant
from makachess.play.royals import Royal
from makachess.tui.text.line import Line, Part


def has_details(variant: Variant) -> bool:
    """Whether the sides of a game have anything to be told of."""
    return variant.promotion.reserve or not variant.ending.checkmate


def side_details(position: Position, royals: tuple[Royal, ...]) -> dict[str, Line]:
    """A line for each colour, empty where the game has nothing of the kind."""
    if position.variant.promotion.reserve:
        return {color: _reserve(position.reserve(color)) for color in COLORS}
    return {color: _royals([r for r in royals if r.color == color]) for color in COLORS}


def _reserve(men: dict[str, int]) -> Line:
    held = " ".join(kind if count == 1 else f"{kind}{count}" for kind, count in men.items())
    return (Part("reserve ", "quiet"), Part(held or "-"))


def _royals(royals: list[Royal]) -> Line:
    """The royals of one side, those in danger with an exclamation mark."""
    parts: list[Part] = []
    for royal in royals:
        parts += [Part(", ")] if parts else []
        parts.append(Part(f"{royal.name}!", "alert") if royal.in_danger else Part(royal.name))
    return tuple(parts)
