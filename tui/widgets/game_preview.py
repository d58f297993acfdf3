"""How a saved game ends: who played, the result, and the final position."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.text import how_many
from makachess.play.library import Column, Entry, Preview
from makachess.tui.text import Line, Part, TextPanel
from rich.cells import cell_len


class GamePreview(TextPanel):
    """A game of the list; its board as a grid of letters, where there is room for it."""

    def show(self, entry: Entry, preview: Preview) -> None:
        """Show a game."""
        self.set_lines([*_about(entry, preview), (), *self._board(preview)])

    def _board(self, preview: Preview) -> Iterator[Line]:
        rows = preview.board.splitlines()
        widest = max(map(cell_len, rows), default=0)
        if widest > self.size.width:
            rows = [f"The board needs {widest} columns; there are {self.size.width}."]
        return ((Part(row),) for row in rows)


def _about(entry: Entry, preview: Preview) -> Iterator[Line]:
    yield (Part(entry.name, "quiet"),)
    yield (Part(f"{entry.text(Column.WHITE)} - {entry.text(Column.BLACK)}", "strong"),)
    for tag in ("Event", "Site"):
        if entry.tags.get(tag, "?") != "?":
            yield (Part(entry.tags[tag]),)
    reason = entry.tags.get("Termination", "")
    result = entry.text(Column.RESULT) + (f" ({reason})" if reason else "")
    yield (Part(f"{result}, {how_many(preview.plies, 'ply', 'plies')}"),)
    if preview.fault:
        yield (Part(preview.fault, "alert"),)
