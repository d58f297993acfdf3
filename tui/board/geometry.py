"""Where squares lie on the screen: cell sizes, labels, either side at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from makachess.core.squares import Square


class CellSize(NamedTuple):
    """Columns and rows of one square."""

    width: int
    height: int


MOST_ROWS = 24  # of a square; windows larger than this are nobody's
SMALL = (CellSize(5, 2), CellSize(4, 2), CellSize(3, 1), CellSize(2, 1))
# The largest first; twice as wide as high, which in a terminal is a square.
CELL_SIZES = (
    *(CellSize(2 * rows - narrow, rows) for rows in range(MOST_ROWS, 2, -1) for narrow in (0, 1)),
    *SMALL,
)


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board with cells of one size, seen from White's side or, flipped, from Black's.

    Rank labels stand on the left, file labels in one row below.
    """

    files: int
    ranks: int
    cell: CellSize = CELL_SIZES[-2]
    flipped: bool = False

    @property
    def margin(self) -> int:
        """Columns of the rank labels, a space included."""
        return len(str(self.ranks)) + 1

    @property
    def width(self) -> int:
        """Columns of the whole board."""
        return self.margin + self.files * self.cell.width

    @property
    def height(self) -> int:
        """Rows of the whole board."""
        return self.ranks * self.cell.height + 1

    def column(self, file: int) -> int:
        """How many cells from the left a file stands."""
        return self.files - 1 - file if self.flipped else file

    def row(self, rank: int) -> int:
        """How many cells from the top a rank stands."""
        return rank if self.flipped else self.ranks - 1 - rank

    def corner(self, square: Square) -> tuple[int, int]:
        """Column and row of the upper left corner of a square's cell."""
        x = self.margin + self.column(square.file) * self.cell.width
        return x, self.row(square.rank) * self.cell.height

    def square_at(self, x: int, y: int) -> Square | None:
        """The square under a column and row, None on the labels."""
        column, row = (x - self.margin) // self.cell.width, y // self.cell.height
        if not (0 <= column < self.files and 0 <= row < self.ranks):
            return None
        return Square(self.column(column), self.row(row))

    def step(self, square: Square, dx: int, dy: int) -> Square:
        """The square some cells to the right and down on the screen, at most to the edge."""
        column = min(max(self.column(square.file) + dx, 0), self.files - 1)
        row = min(max(self.row(square.rank) + dy, 0), self.ranks - 1)
        return Square(self.column(column), self.row(row))


def fit_cell(
    files: int, ranks: int, width: int, height: int, cells: Sequence[CellSize] = CELL_SIZES
) -> CellSize | None:
    """The first cell size with which a board fits into a width and height; None if none does."""
    for cell in cells:
        geometry = Geometry(files, ranks, cell)
        if geometry.width <= width and geometry.height <= height:
            return cell
    return None
