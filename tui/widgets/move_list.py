"""The moves of a game with their variations, the current one marked and those after it dimmed."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.saves import Game, Node
from makachess.tui.text import Line, Part, TextWidget, cut
from makachess.tui.widgets.move_rows import MoveCell, MoveRow, MoveRows
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

ALARMING = ("?", "??")
REST = 0.15  # seconds after which the list follows a move it does not show: it costs some 0.5 kB


class MoveList(TextWidget):
    """Rows such as `12 Nxd5=M e6`; a click on a move posts it."""

    DEFAULT_CSS = "MoveList { width: 1fr; height: 1fr; }"

    @dataclass
    class MovePicked(Message):
        """A move has been clicked."""

        node: Node

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._game: Game | None = None
        self._rows: list[MoveRow] = []
        self._places: dict[Node, int] = {}
        self._laid_out: tuple[Node, int | None, int] | None = None  # root, revision, width
        self._path: frozenset[Node] = frozenset()  # the moves that lead to the current one
        self._top = 0
        self._follows = True  # the current move, unless one has scrolled away from it
        self._rest: Timer | None = None

    def show(self, game: Game, revision: int | None = None) -> None:
        """Show a game's moves, the current one in view.

        They are laid out anew unless the game is the one shown in the revision that was shown. Then
        the list follows once one has stopped at a move.
        """
        path = frozenset(game.node.ancestors())
        self._follows = self._follows or path != self._path
        self._game, self._path = game, path
        if self._arrange(revision):
            self._follow()
        elif self._follows and self._rest is None and not self._is_in_view():
            self._rest = self.set_timer(REST, self._follow)
        self.refresh()

    def _arrange(self, revision: int | None) -> bool:
        """Lay out the moves for the width there is, unless they are."""
        if self._game is None or not self.size.width:
            return False
        wanted = self._game.root, revision, self.size.width
        if revision is not None and wanted == self._laid_out:
            return False
        laid_out = MoveRows(self._game, self.size.width)
        self._rows, self._places = laid_out.rows, laid_out.places
        self._laid_out = wanted
        return True

    def _row(self) -> int:
        """The row of the current move."""
        return self._places.get(self._game.node, 0) if self._game is not None else 0

    def _is_in_view(self) -> bool:
        return self._top <= self._row() < self._top + self.size.height

    def _follow(self) -> None:
        """Keep the current move in view; where it leaves it, scroll by more than one row."""
        self._rest = None
        row, height = self._row(), max(self.size.height, 1)
        if self._follows and not self._is_in_view():
            ahead = height // 3
            self._top = row - (ahead if row >= self._top else height - 1 - ahead)
            self.refresh()
        self._top = self._within(self._top)

    def _within(self, top: int) -> int:
        return max(min(top, len(self._rows) - self.size.height), 0)

    def on_resize(self) -> None:
        """Lay out the moves anew, and keep the current one in view if it was."""
        self._arrange(self._laid_out[1] if self._laid_out else None)
        self._follow()
        self.refresh()  # it may have been drawn in its new size already, in the old arrangement

    def render_line(self, y: int) -> Strip:
        """A row: the number and the moves of both sides, or a part of a variation."""
        at = self._top + y
        return self.strip(self._line(self._rows[at]) if at < len(self._rows) else ())

    def _line(self, row: MoveRow) -> Line:
        parts = [Part(row.head, "quiet")]
        return parts + [part for cell in row.cells for part in self._move(cell)]

    def _move(self, cell: MoveCell) -> tuple[Part, ...]:
        width = cell.width - len(cell.sign) - len(cell.tail)
        text = cut(cell.text, width - 1)
        current = self._game is not None and cell.node is self._game.node
        role = "chosen" if current else "" if cell.node in self._path else "quiet"
        alarm = "alert" if cell.sign.strip().partition(" ")[0] in ALARMING else role
        return (
            Part(text, role),
            Part(cell.sign, alarm),
            Part(cell.tail, "accent" if cell.tail.startswith('"') else role),
            Part(" " * (width - len(text))),
        )

    def on_click(self, event: events.Click) -> None:
        """Post the move clicked."""
        at = self._top + event.y
        cell = self._rows[at].cell_at(event.x) if at < len(self._rows) else None
        if cell is not None:
            self.post_message(self.MovePicked(cell.node))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self.scroll_rows(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self.scroll_rows(-2)

    def scroll_rows(self, rows: int) -> None:
        """Scroll by rows, as far as there are any; the next move shown brings it back into view."""
        if self._rest is not None:
            self._rest.stop()
            self._rest = None
        self._top = self._within(self._top + rows)
        self._follows = self._is_in_view()
        self.refresh()
