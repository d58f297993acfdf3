"""How a board and its panels share a window."""

from __future__ import annotations

from typing import NamedTuple

from makachess.core.spec import Variant
from makachess.tui.board.geometry import CELL_SIZES, CellSize, fit_cell

LEFT = 1  # a column free at the edge
GAP = 1
SIDE = 18  # columns without which the panels are of no use
HELP = 32  # columns beside the board that the help needs; with fewer it takes the board's place
ROWS_AROUND = 3  # status, prompt and hints
PROMPT = 1  # the only row around a high board


class Arrangement(NamedTuple):
    """The size of squares, whether there are panels, and whether the board is a high one.

    Beside a high board are also the rows that else stand above and below it, but for the prompt.
    """

    cell: CellSize
    panels: bool
    high: bool = False

    @property
    def rows_around(self) -> int:
        """Rows of the window that are not the board's."""
        return PROMPT if self.high else ROWS_AROUND


def arrange(variant: Variant, width: int, height: int) -> Arrangement:
    """The arrangement with the largest squares; a high board only where that makes them higher.

    Better no panels than squares of two columns. Where even those do not fit, part of the board is
    in view.
    """
    usual = _usual(variant, width, height)
    room = width - LEFT - GAP - HELP, height - PROMPT
    cell = fit_cell(variant.files, variant.ranks, *room)
    if cell is not None and cell.height > usual.cell.height:
        return Arrangement(cell, panels=True, high=True)
    return usual


def _usual(variant: Variant, width: int, height: int) -> Arrangement:
    for cells in (CELL_SIZES[:-1], CELL_SIZES[-1:]):
        for side in (SIDE + GAP, 0):
            room = width - LEFT - side, height - ROWS_AROUND
            if (cell := fit_cell(variant.files, variant.ranks, *room, cells)) is not None:
                return Arrangement(cell, side > 0)
    return Arrangement(CELL_SIZES[-2], panels=False)
