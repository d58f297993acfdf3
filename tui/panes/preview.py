"""A board that is only looked at: beside a menu, a list of games, a form."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makachess.core.spec import Variant
from makachess.play.entry import Labels
from makachess.tui.board import BoardView, BoardWidget
from makachess.tui.board.geometry import CELL_SIZES, CellSize, Geometry
from makachess.tui.text import Part, TextWidget, cut, rule
from textual.strip import Strip

LEAST = 3  # columns of a square, below which a board is hardly a picture


@dataclass(frozen=True, slots=True)
class BareGeometry(Geometry):
    """A board without labels, which nobody types squares of."""

    @property
    def margin(self) -> int:
        """No columns of rank labels."""
        return 0

    @property
    def has_label_row(self) -> bool:
        """No row of file labels."""
        return False


class PreviewBoard(BoardWidget):
    """A board without cursor and labels."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__(variant, id=id)
        self.geometry = BareGeometry(variant.files, variant.ranks)
        self.has_cursor = False
        self.set_coordinates("")

    def set_cell(self, cell: CellSize) -> None:
        """Draw all squares in another size."""
        self._resize(replace(self.geometry, cell=cell))

    def set_coordinates(self, coordinates: str) -> None:
        """Label nothing."""
        self.labels = Labels(("",) * self.variant.files, ("",) * self.variant.ranks)

    def show_in(
        self, variant: Variant, view: BoardView, cell: CellSize, *, flipped: bool = False
    ) -> None:
        """Show a position of any game, in squares of a size."""
        if variant != self.variant:
            self.set_variant(variant)
            self.adopt_settings()
        if flipped != self.geometry.flipped:
            self.flip()
        self.set_cell(cell)
        self.show(view)


def fit_squares(variant: Variant, width: int, height: int, least: int = LEAST) -> CellSize | None:
    """The largest squares with which a bare board fits, of at least so many columns; or None."""
    return next(
        (
            cell
            for cell in CELL_SIZES
            if variant.files * cell.width <= width
            and variant.ranks * cell.height <= height
            and cell.width >= least
        ),
        None,
    )


class Frame(TextWidget):
    """A box with a title and, at the right of it, more in its upper line; others stand in it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._title, self._more = "", ""

    def entitle(self, title: str, more: str = "") -> None:
        """Show other titles."""
        if (title, more) != (self._title, self._more):
            self._title, self._more = title, more
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line with the titles, the sides, or the last line."""
        width = self.size.width
        if y == 0:
            more = (
                [Part(cut(self._more, width - len(self._title) - 10), "quiet")]
                if self._more
                else []
            )
            middle = rule(self._title, width - 2, more)
            return self.strip([Part("╭", "rule"), *middle, Part("╮", "rule")])
        if y == self.size.height - 1:
            return self.strip([Part(f"╰{'─' * (width - 2)}╯", "rule")])
        return self.strip([Part(f"│{' ' * (width - 2)}│", "rule")])
