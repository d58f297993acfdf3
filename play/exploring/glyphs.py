"""Numeric annotation glyphs: how good a move is, and how the position stands after it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Glyph:
    """An annotation: its number in PGN's standard, its sign, and what it means.

    `group` is `move` or `position`; a move has at most one of each.
    """

    nag: int
    sign: str
    text: str
    group: str


GLYPHS = (
    Glyph(1, "!", "good move", "move"),
    Glyph(2, "?", "mistake", "move"),
    Glyph(3, "!!", "brilliant move", "move"),
    Glyph(4, "??", "blunder", "move"),
    Glyph(5, "!?", "interesting move", "move"),
    Glyph(6, "?!", "dubious move", "move"),
    Glyph(10, "=", "equal", "position"),
    Glyph(13, "~", "unclear", "position"),
    Glyph(14, "+=", "White is slightly better", "position"),
    Glyph(15, "=+", "Black is slightly better", "position"),
    Glyph(16, "+/-", "White is better", "position"),
    Glyph(17, "-/+", "Black is better", "position"),
    Glyph(18, "+-", "White is winning", "position"),
    Glyph(19, "-+", "Black is winning", "position"),
)
"""Those that have a sign."""

BY_NAG: Mapping[int, Glyph] = MappingProxyType({glyph.nag: glyph for glyph in GLYPHS})
_BY_SIGN = {glyph.sign: glyph for glyph in GLYPHS}
MOST = 255  # the largest number the standard allows


def are_alike(nag: int, other: int) -> bool:
    """Whether two annotations exclude each other: both of the move, or both of the position."""
    known = nag in BY_NAG and other in BY_NAG
    return nag == other or (known and BY_NAG[nag].group == BY_NAG[other].group)


def parse_glyph(text: str) -> int | None:
    """The number of an annotation written as its sign or as `$14`; None for anything else."""
    if text in _BY_SIGN:
        return _BY_SIGN[text].nag
    digits = text.removeprefix("$")
    if digits == text or re.fullmatch("[0-9]{1,3}", digits) is None:
        return None
    return int(digits) if 0 < int(digits) <= MOST else None


def format_glyph(nag: int) -> str:
    """The sign of an annotation, or its number after `$`."""
    return BY_NAG[nag].sign if nag in BY_NAG else f"${nag}"
