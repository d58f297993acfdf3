"""The move list widget: full moves in rows, moves taken back in a quiet voice."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.saves import Game
from makachess.tui.text.line import ROLE_CSS, Line, Part, TextWidget
from rich.cells import set_cell_size
from textual import events
from textual.message import Message
from textual.strip import Strip


@dataclass(frozen=True, slots=True)
class Entry:
    """One move in the list."""

    ply: int
    number: int
    color: str
    san: str


class MoveList(TextWidget):
    """Rows of `12 Nxd5=M e6`; a click on a move tells its ply."""

    DEFAULT_CSS = "MoveList { width: 1fr; height: 1fr; " + ROLE_CSS + "}"

    @dataclass
    class Picked(Message):
        """A move has been clicked."""

        ply: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[tuple[Entry, ...]] = []
        self._current = 0
        self._top = 0

    def show(self, game: Game) -> None:
        """Show a game's moves, with where it stands kept in sight."""
        self._rows = _rows(game)
        self._current = game.node.ply
        self._follow()
        self.refresh()

    def _follow(self) -> None:
        """Scroll as little as needed to keep the current move in sight."""
        height = max(self.size.height, 1)
        row = next((i for i, r in enumerate(self._rows) if r[-1].ply >= self._current), 0)
        top = min(max(self._top, row - height + 1), row)
        self._top = max(min(top, len(self._rows) - height), 0)

    def on_resize(self) -> None:
        """Keep the current move in sight."""
        self._follow()

    def render_line(self, y: int) -> Strip:
        """A row: the number and the moves of both sides."""
        at = self._top + y
        return self.strip(self._line(self._rows[at]) if at < len(self._rows) else ())

    def _line(self, row: tuple[Entry, ...]) -> Line:
        digits = len(str(self._rows[-1][0].number))
        parts = [Part(f"{row[0].number:>{digits}} ", "quiet")]
        if row[0].color == "black":
            parts.append(Part(set_cell_size("...", self._column)))
        return parts + [part for entry in row for part in self._move(entry)]

    def _move(self, entry: Entry) -> tuple[Part, Part]:
        text = entry.san if len(entry.san) < self._column else entry.san[: self._column - 2] + "…"
        role = "chosen" if entry.ply == self._current else ""
        role = "quiet" if entry.ply > self._current else role
        return Part(text, role), Part(" " * (self._column - len(text)))

    @property
    def _column(self) -> int:
        digits = len(str(self._rows[-1][0].number)) if self._rows else 1
        return max(min((self.size.width - digits - 1) // 2, 12), 4)

    def on_click(self, event: events.Click) -> None:
        """Tell which move was clicked."""
        at = self._top + event.y
        if at >= len(self._rows):
            return
        digits = len(str(self._rows[-1][0].number))
        color = "white" if event.x - digits - 1 < self._column else "black"
        for entry in self._rows[at]:
            if entry.color == color:
                self.post_message(self.Picked(entry.ply))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Look further down."""
        event.stop()
        self._scroll_by(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Look further up."""
        event.stop()
        self._scroll_by(-2)

    def _scroll_by(self, rows: int) -> None:
        last = max(len(self._rows) - self.size.height, 0)
        self._top = min(max(self._top + rows, 0), last)
        self.refresh()


def _rows(game: Game) -> list[tuple[Entry, ...]]:
    """The game's line, moves with the same number in one row."""
    rows: list[tuple[Entry, ...]] = []
    for node in game.line:
        number, color = game.number(node.ply)
        entry = Entry(node.ply, number, color, node.san)
        if rows and rows[-1][0].number == number:
            rows[-1] += (entry,)
        else:
            rows.append((entry,))
    return rows
