"""Positions and moves as seen from Black's chair, for programs that only know White to move."""

from __future__ import annotations

import re

from makachess.core.spec import Variant

_TOKEN = re.compile(r"[0-9]+|\+?[A-Za-z]['!]?")
_SQUARE = re.compile(r"([a-s])([0-9]{1,2})")


def turn_placement(placement: str) -> str:
    """The first field of a FEN, turned by 180 degrees, with the colours exchanged.

    >>> turn_placement("2k/1P'1/+r2")
    "2+R/1p'1/K2"
    """
    rows = [_TOKEN.findall(row) for row in placement.split("/")]
    return "/".join("".join(map(str.swapcase, reversed(row))) for row in reversed(rows))


def turn_move(variant: Variant, text: str) -> str:
    """A move in XBoard's spelling, turned by 180 degrees."""
    ranks = variant.ranks - 1 if variant.ranks == 10 else variant.ranks + 1  # first + last number

    def turn(match: re.Match[str]) -> str:
        file = chr(2 * ord("a") + variant.files - 1 - ord(match[1]))
        return f"{file}{ranks - int(match[2])}"

    return _SQUARE.sub(turn, text)
