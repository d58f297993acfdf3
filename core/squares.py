"""Squares as values, and as the cells of the kernel's board."""

from __future__ import annotations

import re
from typing import NamedTuple

from makachess.core.errors import InvalidSquareError
from makachess.core.kernel.move_values import CELL_NAMES
from makachess.core.kernel.packed import MARGIN, ROW
from makachess.core.spec import Variant

SQUARE = r"[a-s][1-9][0-9]?"
"""What the name of a square looks like."""

_SQUARE = re.compile(r"([a-s])([1-9][0-9]?)")


class Square(NamedTuple):
    """A square by file and rank, both counted from 0 at White's left corner (a1 = 0, 0).

    >>> str(Square(4, 3)), Square.parse("s19")
    ('e4', Square(file=18, rank=18))
    """

    file: int
    rank: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.file)}{self.rank + 1}"

    @classmethod
    def parse(cls, text: str) -> Square:
        """The square a name such as `e4` stands for; raises InvalidSquareError."""
        match = _SQUARE.fullmatch(text)
        if match is None:
            raise InvalidSquareError(
                f"{text!r} is not a square (a file letter and a rank, such as 'e4')"
            )
        return cls(ord(match[1]) - ord("a"), int(match[2]) - 1)


def as_square(square: Square | str) -> Square:
    """A square given by value or by name; raises InvalidSquareError for a text that is no name.

    Raises TypeError for what is neither.
    """
    if isinstance(square, str):
        return Square.parse(square)
    if not isinstance(square, tuple) or len(square) != 2:
        raise TypeError(f"{square!r} is not a square: give Square(4, 3), or its name 'e4'")
    return square


def fault_of(square: Square, variant: Variant) -> str:
    """What is wrong with a square that is not on the board of a game; nothing, if it is."""
    if 0 <= square.file < variant.files and 0 <= square.rank < variant.ranks:
        return ""
    last = Square(variant.files - 1, variant.ranks - 1)
    return f"{str(square)!r} is not on the board of {variant.name} (a1 to {last})"


def cell_of(square: Square) -> int:
    return (square.rank + MARGIN) * ROW + square.file + MARGIN


SQUARES = tuple(
    Square(cell % ROW - MARGIN, cell // ROW - MARGIN) for cell in range(len(CELL_NAMES))
)
"""The square of each cell; of those beyond the board nothing sensible."""

SQUARE_NAMES: tuple[str, ...] = CELL_NAMES
"""The same as texts."""


def square_of(cell: int) -> Square:
    return SQUARES[cell]
