"""Several lines of parts, wrapped at spaces, that can be scrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makachess.tui.text.cutting import MARK
from makachess.tui.text.line import Line, Part, TextWidget
from textual import events
from textual.strip import Strip


class TextPanel(TextWidget):
    """Lines of text; scrolls by wheel and by page."""

    DEFAULT_CSS = "TextPanel { width: 1fr; height: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()
        self._wrapped: list[Line] = []
        self._top = 0

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines, from the top."""
        if lines != self._lines:
            self._lines = lines
            self._top = 0
            self._wrap()

    def scroll_lines(self, count: int) -> None:
        """Scroll down, or up if negative, as far as there is text."""
        top = min(self._top + count, len(self._wrapped) - self.size.height)
        if self._top != max(top, 0):
            self._top = max(top, 0)
            self.refresh()

    def scroll_pages(self, count: int) -> None:
        """Scroll by as many lines as are in view, but for one."""
        self.scroll_lines(count * max(self.size.height - 1, 1))

    @property
    def more_below(self) -> bool:
        """Whether text is left below the last line shown."""
        return self._top + self.size.height < len(self._wrapped)

    def _wrap(self) -> None:
        width = max(self.size.width, 1)
        self._wrapped = [part for line in self._lines for part in wrap(line, width)]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line; the last one in view has a mark if there is more."""
        at = self._top + y
        line = self._wrapped[at] if at < len(self._wrapped) else ()
        if y == self.size.height - 1 and self.more_below:
            line = [*line, Part(f" {MARK}", "accent")]
        return self.strip(line)

    def on_resize(self) -> None:
        """Wrap again."""
        self._wrap()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll three lines down."""
        event.stop()
        self.scroll_lines(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll three lines up."""
        event.stop()
        self.scroll_lines(-3)

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the part clicked."""
        at = self._top + event.y
        if at < len(self._wrapped):
            await self.run_part(self._wrapped[at], event.x)


def wrap(line: Line, width: int) -> Iterator[Line]:
    """A line as lines of at most `width` columns, cut at spaces.

    Further lines are indented as the first one's text, which follows its spaces or its key.
    """
    columns = _indent(line)
    if line and line[0].role == "key" and len(line[0].text) > width // 2:  # no room for columns
        line = [line[0]._replace(text=line[0].text.rstrip()), *line[1:]]
        columns = min(_indent(line), width // 3)
    indent = Part(" " * columns)
    row: list[Part] = []
    used = 0
    for word in _words(line):
        if used > len(indent.text) and used + len(word.text.rstrip()) > width:
            yield row
            row, used = [indent], len(indent.text)
        row.append(word)
        used += len(word.text)
    yield row


def _indent(line: Line) -> int:
    if line and line[0].role == "key":
        return len(line[0].text) + 1
    text = "".join(part.text for part in line)
    return len(text) - len(text.lstrip())


def _words(line: Line) -> Iterator[Part]:
    """The parts cut after every run of spaces."""
    for part in line:
        start = 0
        for at in range(1, len(part.text)):
            if part.text[at - 1] == " " and part.text[at] != " ":
                yield part._replace(text=part.text[start:at])
                start = at
        yield part._replace(text=part.text[start:])
