"""Rows in columns, as many as there are: only those in view are ever looked at.

Textual's own DataTable takes more than a second to fill with 10,000 rows, and as long again for
each key of a filter; its OptionList takes a fifth of one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makachess.core.text import visible
from makachess.tui.text import Part, TextWidget, cut
from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip

MARK = 2  # columns before each row, for the mark of the one that is highlighted
GAP = 1


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: its title, its least width, its share of what is left, and how soon it is left out.

    Those with the highest `rank` are left out first where there is no room.
    """

    title: str
    width: int
    share: int = 0
    rank: int = 0


class Table(TextWidget):
    """Headings above, rows below; scrolls to keep the highlighted one in view.

    The keys come from a field above it. `cell` says what stands in a row and column. `choose` is
    called at once for the row that is chosen: when a message arrives, the rows may be others.
    """

    DEFAULT_CSS = "Table { width: 1fr; height: 1fr; }"

    @dataclass
    class Moved(Message):
        """Other rows are in view, or another one is highlighted."""

    @dataclass
    class HeadingPicked(Message):
        """The heading of a column has been clicked."""

        column: int

    def __init__(
        self, headings: tuple[Heading, ...], cell: Callable[[int, int], str], *, id: str
    ) -> None:
        super().__init__(id=id)
        self.choose: Callable[[int], object] = lambda index: None
        self.index = 0
        self._headings = headings
        self._cell = cell
        self._count = 0
        self._top = 0
        self._sign = -1, ""  # of the column that gives the order

    def show(self, count: int, index: int) -> None:
        """Show so many rows, and highlight one of them."""
        self._count = count
        self.index = min(max(index, 0), max(count - 1, 0))
        self._follow()

    def show_order(self, column: int, sign: str) -> None:
        """Show behind a heading that it gives the order; -1 for none."""
        self._sign = column, sign
        self.refresh()

    @property
    def in_view(self) -> range:
        """The rows that can be seen."""
        return range(self._top, min(self._top + self._height, self._count))

    @property
    def _height(self) -> int:
        return max(self.size.height - 1, 1)

    def highlight(self, index: int) -> None:
        """Highlight a row, or the nearest one."""
        index = min(max(index, 0), max(self._count - 1, 0))
        if index != self.index:
            self.index = index
            self._follow()

    def _follow(self) -> None:
        top = min(max(self._top, self.index - self._height + 1), self.index)
        self._top = max(min(top, self._count - self._height), 0)
        self.refresh()
        self.post_message(self.Moved())

    def on_resize(self) -> None:
        """Keep the highlight in view."""
        self._follow()

    # --- drawing --------------------------------------------------------------------------------

    def widths(self) -> list[int]:
        """The columns' widths in the window; 0 for those left out."""
        left_out: set[int] = set()
        while True:
            kept = [at for at in range(len(self._headings)) if at not in left_out]
            least = sum(self._headings[at].width + GAP for at in kept) - GAP + MARK
            if least <= self.size.width or len(kept) == 1:
                break
            left_out.add(max(kept, key=lambda at: self._headings[at].rank))
        spare = max(self.size.width - least, 0)
        shares = sum(self._headings[at].share for at in kept) or 1
        return [
            heading.width + spare * heading.share // shares if at in kept else 0
            for at, heading in enumerate(self._headings)
        ]

    def render_line(self, y: int) -> Strip:
        """The headings, or one row."""
        if not y:
            titles = [heading.title for heading in self._headings]
            if self._sign[0] >= 0:
                titles[self._sign[0]] += self._sign[1]
            return self.strip([Part(self._line("", titles), "quiet")])
        at = self._top + y - 1
        if at >= self._count:
            return self.strip(())
        cells = [self._cell(at, column) for column in range(len(self._headings))]
        mark, role = (">", "chosen") if at == self.index else ("", "")
        return self.strip([Part(self._line(mark, cells), role)])

    def _line(self, mark: str, cells: list[str]) -> str:
        texts = [
            _fitted(text, width) for text, width in zip(cells, self.widths(), strict=True) if width
        ]
        return f"{mark:<{MARK}}" + (" " * GAP).join(texts)

    # --- moving ---------------------------------------------------------------------------------

    def action_cursor_up(self) -> None:
        """Go up."""
        self.highlight(self.index - 1)

    def action_cursor_down(self) -> None:
        """Go down."""
        self.highlight(self.index + 1)

    def action_page_up(self) -> None:
        """Go up by a screenful."""
        self.highlight(self.index - max(self._height - 1, 1))

    def action_page_down(self) -> None:
        """Go down by a screenful."""
        self.highlight(self.index + max(self._height - 1, 1))

    def action_first(self) -> None:
        """Go to the first row."""
        self.highlight(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self.highlight(self._count - 1)

    def action_choose(self) -> None:
        """Choose the highlighted row."""
        if self._count:
            self.choose(self.index)

    def on_click(self, event: events.Click) -> None:
        """Highlight the row clicked, choose it if it is highlighted; or tell of the heading."""
        if not event.y:
            self.post_message(self.HeadingPicked(self._column_at(event.x)))
        elif (at := self._top + event.y - 1) < self._count:
            self.action_choose() if at == self.index else self.highlight(at)

    def _column_at(self, x: int) -> int:
        right = MARK
        for column, width in enumerate(self.widths()):
            right += width + GAP if width else 0
            if x < right:
                return column
        return len(self._headings) - 1

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go down."""
        event.stop()
        self.highlight(self.index + 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go up."""
        event.stop()
        self.highlight(self.index - 3)


def _fitted(text: str, width: int) -> str:
    """A text in a cell of a width, with a mark if it is cut."""
    text = cut(visible(text), width)
    return text + " " * (width - cell_len(text))
