"""Reserves and delayed promotions as the kernel's board has them, in the terms of the variant.

A side's reserve is its captured men that may come back: of each type as many as the array has, less
those on the board. More men than that, possible only from a FEN, leave none.
"""

from __future__ import annotations

from makachess.core.kernel.board import Board
from makachess.core.kernel.packed import RESULT_BITS
from makachess.core.men import array_men
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square

Promotions = tuple[tuple[Square, str], ...]
"""Squares of waiting pawns, in file order, and what they become."""


def reserve_of(variant: Variant, board: Board, color: str) -> dict[str, int]:
    """How many men of each type a colour has in reserve; types with none are omitted."""
    array, types = list(array_men(variant).values()), tuple(variant.pieces)
    reserve = {}
    for kind in _choices(variant):
        code = 2 + 2 * types.index(kind) + COLORS.index(color)
        count = array.count((kind, color)) - board.count_of(code)
        if count > 0:
            reserve[kind] = count
    return reserve


def read_result(variant: Variant, result: int, color: str) -> Promotions:
    """The promotions that one of the kernel's packed results stands for."""
    rank = variant.ranks - 1 if color == "white" else 0
    places = [result >> RESULT_BITS * file & 7 for file in range(variant.files)]
    choices = _choices(variant)
    return tuple((Square(f, rank), choices[p - 1]) for f, p in enumerate(places) if p)


def _choices(variant: Variant) -> tuple[str, ...]:
    """The types that can come back, in the order of the variant file."""
    rules = variant.promotion
    return next(iter(rules.arrival.values()), ()) if rules.reserve else ()
