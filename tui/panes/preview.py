"""A board that is only looked at: beside a menu, a list of games, a form."""

from __future__ import annotations

from collections.abc import Sequence

from makachess.core.spec import Variant
from makachess.play.labels import Labels
from makachess.play.settings import Settings
from makachess.tui.board import BoardView, BoardWidget
from makachess.tui.board.geometry import CELL_SIZES, CellSize, Geometry, fit_cell
from makachess.tui.text import Line, LinesWidget, Part, TextPanel, cut, rule
from makachess.variants import load
from textual.containers import Container
from textual.geometry import Size

LEAST = 3  # columns of a square, below which a board is hardly a picture


class PreviewBoard(BoardWidget):
    """A board without cursor and labels."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__(variant, id=id)
        self.geometry = Geometry(variant.files, variant.ranks, bare=True)
        self.has_cursor = False
        self.set_coordinates("")

    def set_coordinates(self, coordinates: str) -> None:
        self.labels = Labels(("",) * self.variant.files, ("",) * self.variant.ranks)

    def show_in(
        self, variant: Variant, view: BoardView, cell: CellSize, *, flipped: bool = False
    ) -> None:
        self._follow(variant)
        if flipped != self.geometry.flipped:
            self.flip()
        self.set_cell(cell)
        self.show(view)

    def show_part(self, variant: Variant, view: BoardView, cell: CellSize, room: Size) -> None:
        """Show as much around the last move as there is room for."""
        self._follow(variant)
        self._resize(self.geometry.fitted(cell, *room).showing(view.last[-1]))
        self.show(view)

    def _follow(self, variant: Variant) -> None:
        if variant != self.variant:
            self.set_variant(variant)
            self.adopt_settings()


def fit_squares(variant: Variant, width: int, height: int, least: int = LEAST) -> CellSize | None:
    """The largest squares with which a bare board fits, of at least so many columns; or None."""
    cells = [cell for cell in CELL_SIZES if cell.width >= least]
    return fit_cell(variant.files, variant.ranks, width, height, cells, bare=True)


ABOUT = 3  # rows of text below a board that are worth more than a larger one
BESIDE = 11  # columns of text beside it


class Preview(Container):
    """A position, and below or beside it what is known of it."""

    def __init__(self, *, id: str | None = None) -> None:
        self.board = PreviewBoard(load(Settings().variant), id="last")
        self.about = TextPanel(id="about")
        super().__init__(self.board, self.about, id=id)
        self.board.display = False
        self._variant: Variant | None = None
        self._view = BoardView()
        self._flipped = False
        self._lines: Sequence[Line] = ()

    def show(
        self,
        lines: Sequence[Line],
        variant: Variant | None = None,
        view: BoardView | None = None,
        *,
        flipped: bool = False,
    ) -> None:
        self._lines, self._variant = lines, variant
        self._view, self._flipped = view or BoardView(), flipped
        self._fill()

    def on_resize(self) -> None:
        self._fill()

    def _fill(self) -> None:
        if not self.size.width:
            return
        variant, lines = self._variant, self._lines
        room = self.size
        room -= Size(0, ABOUT + 1) if self.has_class("-tall") else Size(BESIDE + 1, 0)
        cell = fit_squares(variant, *room, least=2) if variant else None
        with self.app.batch_update():
            self.board.display = cell is not None
            if variant and cell:
                self.board.show_in(variant, self._view, cell, flipped=self._flipped)
            elif variant:
                lines = [*lines, (Part("There is no room for the board", "quiet"),)]
            self.about.set_lines(lines)


class Frame(LinesWidget):
    """A box with a title and, at the right of it, more in its upper line; others stand in it."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._more = "", ""

    def entitle(self, title: str, more: str = "") -> None:
        self._title, self._more = title, more
        self.changed()

    def lines(self) -> list[Line]:
        width, height = self.size
        more = cut(self._more, width - len(self._title) - 10)
        middle = rule(self._title, width - 2, [Part(more, "quiet")] if more else [])
        return [
            [Part("╭", "rule"), *middle, Part("╮", "rule")],
            *[[Part(f"│{' ' * (width - 2)}│", "rule")]] * (height - 2),
            [Part(f"╰{'─' * (width - 2)}╯", "rule")],
        ]
