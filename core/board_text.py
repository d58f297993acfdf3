"""A board as lines of text, for a terminal and for people."""

from __future__ import annotations

from typing import Protocol

from makachess.core.spec import Variant
from makachess.core.squares import Square


class Standing(Protocol):
    """What there is to draw."""

    @property
    def variant(self) -> Variant:
        """The game."""

    def pieces(self) -> dict[Square, str]:
        """All men by square, as FEN writes them."""


def format_board(position: Standing) -> str:
    """A position as a grid of the men's ids, White's in upper case, with names of ranks and files.

    >>> from makachess.core import Position
    >>> from makachess.variants import load
    >>> print(format_board(Position(load("chess"), "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")), end="")
    8  . . . . k . . .
    7  . . . . . . . .
    6  . . . . . . . .
    5  . . . . . . . .
    4  . . . . . . . .
    3  . . . . . . . .
    2  . . . . P . . .
    1  R . . . K . . .
       a b c d e f g h
    """
    variant, men = position.variant, position.pieces()
    width = max(map(len, men.values()), default=1)
    edge = len(str(variant.ranks))
    rows = [
        [str(rank + 1), *(men.get(Square(file, rank), ".") for file in range(variant.files))]
        for rank in range(variant.ranks - 1, -1, -1)
    ]
    rows.append(["", *(chr(ord("a") + file) for file in range(variant.files))])
    lines = (f"{row[0]:>{edge}}  " + " ".join(f"{id:<{width}}" for id in row[1:]) for row in rows)
    return "".join(line.rstrip() + "\n" for line in lines)
