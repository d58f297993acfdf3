"""The saved games as a table, with a mark at the column that gives their order."""

from __future__ import annotations

from makachess.play.library import COLUMNS, DESCENDING, Entry, Shelf
from makachess.tui.widgets.table import Heading, Table

HEADINGS = (
    Heading("Date", 10, rank=2),
    Heading("Game", 13, share=2),
    Heading("White", 8, share=3),
    Heading("Black", 8, share=3),
    Heading("Result", 10, rank=1),
    Heading("Plies", 6, rank=3),
)


class GamesTable(Table):
    """The games that are shown of a shelf."""

    def __init__(self, shelf: Shelf, *, id: str) -> None:
        super().__init__(HEADINGS, self._text, id=id)
        self._shelf = shelf

    def _text(self, at: int, column: int) -> str:
        return self._shelf.text(self._shelf.shown[at], COLUMNS[column])

    @property
    def entry(self) -> Entry | None:
        """The game that is highlighted."""
        shown = self._shelf.shown
        return shown[self.index] if self.index < len(shown) else None

    def show_games(self, index: int) -> None:
        """Show the games that the shelf shows by now, and highlight one of them."""
        self.show(len(self._shelf.shown), index)
        column = self._shelf.column
        descends = (column in DESCENDING) != self._shelf.reversed
        self.show_order(COLUMNS.index(column) if column else -1, "v" if descends else "^")
