"""The evaluation bar: one row, White's share of the point from the left.

The characters alone tell both sides apart, so that it needs no colour.
"""

from __future__ import annotations

from makachess.core.engine import Score, as_white, expected_share
from makachess.core.spec import Variant
from makachess.tui.text.line import Line, Part

BLOCKS, ASCII = ("█", "░"), ("#", "-")  # White's share, and Black's


def white_share(variant: Variant, score: Score, turn: str) -> float:
    """The share of the point White can expect, from a score of the side to move."""
    return expected_share(variant, as_white(score, turn))


def bar(share: float, width: int, *, plain: bool = False) -> Line:
    """A row of a width for White's share; nothing decided never looks like won or lost."""
    full, empty = ASCII if plain else BLOCKS
    room = max(width - 4, 2)
    filled = round(share * room)
    if 0 < share < 1:
        filled = min(max(filled, 1), room - 1)
    return (
        Part("W ", "quiet"),
        Part(full * filled + empty * (room - filled)),
        Part(" B", "quiet"),
    )
