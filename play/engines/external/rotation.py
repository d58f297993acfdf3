"""Positions and moves as a program needs to be shown them.

Some only accept White to move, and are shown Black's positions rotated; with others some men must
be disguised.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

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


def disguise(placement: str, men: Mapping[str, str]) -> str:
    """The first field of a FEN with some men, given by id, replaced by others.

    >>> disguise("1w!+w!/W!2", {"W!": "G'"})
    "1g'+w!/G'2"
    """

    def replace(match: re.Match[str]) -> str:
        token = match[0]
        other = men.get(token.upper(), token)
        return other.lower() if token.islower() else other

    return _TOKEN.sub(replace, placement)


def turn_move(variant: Variant, text: str) -> str:
    """A move in XBoard's spelling, turned by 180 degrees."""
    ranks = variant.ranks - 1 if variant.ranks == 10 else variant.ranks + 1  # first + last number

    def turn(match: re.Match[str]) -> str:
        file = chr(2 * ord("a") + variant.files - 1 - ord(match[1]))
        return f"{file}{ranks - int(match[2])}"

    return _SQUARE.sub(turn, text)
