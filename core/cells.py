"""Squares as cells of the kernel's board, and back."""

from __future__ import annotations

from makachess.core.kernel.constants import MARGIN, ROW
from makachess.core.move import Square


def cell_of(square: Square) -> int:
    """The cell of a square."""
    return (square.rank + MARGIN) * ROW + square.file + MARGIN


def square_of(cell: int) -> Square:
    """The square of a cell."""
    return Square(cell % ROW - MARGIN, cell // ROW - MARGIN)
