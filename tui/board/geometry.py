"""Where squares lie on the screen: cell sizes, labels, either side at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from makachess.core.squares import Square


class CellSize(NamedTuple):
    """Columns and rows of one square."""

    width: int
    height: int


MOST_ROWS = 24  # of a square; no window needs more
SMALL = (CellSize(5, 2), CellSize(4, 2), CellSize(3, 1), CellSize(2, 1))
# The largest first; twice as wide as high, which in a terminal is a square.
CELL_SIZES = (
    *(CellSize(2 * rows - narrow, rows) for rows in range(MOST_ROWS, 2, -1) for narrow in (0, 1)),
    *SMALL,
)


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board with cells of one size, seen from White's side or, flipped, from Black's.

    Rank labels stand on the left, file labels in the squares at the bottom, or in a row `below`
    where there is one to spare or squares are too small for them. Where the board is larger than
    the room for it, `across` columns and `down` rows of cells are in view, from `left` and `top`.
    """

    files: int
    ranks: int
    cell: CellSize = CELL_SIZES[-2]
    flipped: bool = False
    across: int = 0  # 0: all
    down: int = 0
    left: int = 0
    top: int = 0
    below: bool = False
    bare: bool = False

    @property
    def has_label_row(self) -> bool:
        """Whether the file labels have a row of their own."""
        return not self.bare and (self.below or self.cell.height == 1)

    @property
    def margin(self) -> int:
        """Columns of the rank labels, a space included."""
        return 0 if self.bare else len(str(self.ranks)) + 1

    @property
    def columns(self) -> int:
        return self.across or self.files

    @property
    def rows(self) -> int:
        return self.down or self.ranks

    @property
    def width(self) -> int:
        """Columns of the whole board, or of what is in view."""
        return self.margin + self.columns * self.cell.width

    @property
    def height(self) -> int:
        """Rows of the whole board, or of what is in view."""
        return self.rows * self.cell.height + self.has_label_row

    def column(self, file: int) -> int:
        """How many cells from the left edge of the board a file stands."""
        return self.files - 1 - file if self.flipped else file

    def row(self, rank: int) -> int:
        """How many cells from the top of the board a rank stands."""
        return rank if self.flipped else self.ranks - 1 - rank

    def shows(self, square: Square) -> bool:
        column, row = self.column(square.file) - self.left, self.row(square.rank) - self.top
        return 0 <= column < self.columns and 0 <= row < self.rows

    def corner(self, square: Square) -> tuple[int, int]:
        x = self.margin + (self.column(square.file) - self.left) * self.cell.width
        return x, (self.row(square.rank) - self.top) * self.cell.height

    def square_at(self, x: int, y: int) -> Square | None:
        """The square under a column and row, None on the labels."""
        column, row = (x - self.margin) // self.cell.width, y // self.cell.height
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return Square(self.column(column + self.left), self.row(row + self.top))

    def step(self, square: Square, dx: int, dy: int) -> Square:
        """The square some cells to the right and down on the screen, at most to the edge."""
        column = min(max(self.column(square.file) + dx, 0), self.files - 1)
        row = min(max(self.row(square.rank) + dy, 0), self.ranks - 1)
        return Square(self.column(column), self.row(row))

    def fitted(self, cell: CellSize, width: int, height: int) -> Geometry:
        """The same with cells of a size, as many in view as a width and height have room for.

        Which ones is for `showing` to say.
        """
        across = max((width - self.margin) // cell.width, 1)
        down = max((height - (cell.height == 1)) // cell.height, 1)
        return replace(
            self,
            below=height > self.ranks * cell.height,
            cell=cell,
            across=across if across < self.files else 0,
            down=down if down < self.ranks else 0,
            left=self.files,
            top=self.ranks,
        )

    def scrolled(self, across: int, down: int) -> Geometry:
        """The same with the view moved by some cells, as far as there are any."""
        left = min(max(self.left + across, 0), self.files - self.columns)
        top = min(max(self.top + down, 0), self.ranks - self.rows)
        return replace(self, left=left, top=top)

    def showing(self, square: Square) -> Geometry:
        """The same with a square in view: in the middle if it was not, so views move rarely."""
        left = _scrolled(self.left, self.column(square.file), self.columns, self.files)
        top = _scrolled(self.top, self.row(square.rank), self.rows, self.ranks)
        return replace(self, left=left, top=top)


def _scrolled(start: int, wanted: int, shown: int, count: int) -> int:
    """Where a view of some of `count` cells starts so that a wanted one is in it."""
    if not start <= wanted < start + shown:
        start = wanted - shown // 2
    return min(max(start, 0), count - shown)


def fit_cell(
    files: int,
    ranks: int,
    width: int,
    height: int,
    cells: Sequence[CellSize] = CELL_SIZES,
    *,
    bare: bool = False,
) -> CellSize | None:
    """The first cell size with which a board fits into a width and height; None if none does."""
    boards = (Geometry(files, ranks, cell, bare=bare) for cell in cells)
    fitting = (board.cell for board in boards if board.width <= width and board.height <= height)
    return next(fitting, None)
