"""Text without markup: cut to fit, and lines of parts, each with a role that decides its style."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

from makachess.core.text import too_long, visible
from makachess.tui.themes import OWN, rich_color
from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

MARK = "…"
BAR = "▌"  # the mark of the choice, at the left of its bar
NULL_STYLE = Style()


def cut(text: str, width: int) -> str:
    """A text cut to a width in columns, with a mark if its end is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + MARK if width > 0 else ""


def cut_front(text: str, width: int) -> str:
    """A text cut to a width in columns, with a mark if its beginning is missing."""
    width = max(width, 1)
    if cell_len(text) > width:
        text = MARK + text[-2 * width :]  # the loop takes off a character at a time
    while cell_len(text) > width:
        text = MARK + text.removeprefix(MARK)[1:]
    return text


def pages(text: str, width: int, room: int) -> list[str]:
    """A text in pages, divided at spaces where possible; a single one if it fits into `width`.

    Each of several has at most `room` columns, mark included, which leaves room for a hint.
    """
    if cell_len(text) <= width:
        return [text]
    rows = ["".join(part.text for part in row) for row in wrap([Part(text)], max(room - 1, 1))]
    return [row.rstrip() + MARK for row in rows[:-1]] + [rows[-1].rstrip()]


class TooLong(Message):
    """More was pasted or typed than there is room for."""

    def __init__(self, length: int, most: int) -> None:
        super().__init__()
        self.text = too_long(length, most)


class Look(NamedTuple):
    """How the text of a role looks: the names of its colours in the theme, if any, and the rest."""

    ink: str = ""
    style: Style = NULL_STYLE
    ground: str = ""
    bare: Style = NULL_STYLE  # what it has besides where the theme has no such ground


# Component classes would do this too, but Textual styles a node for each of them, in every widget
# and as often as the widget itself, which took a fifth of the time that a screen takes to open.
ROLES: Mapping[str, Look] = {
    "key": Look("accent", Style(bold=True)),
    "strong": Look("strong", Style(bold=True)),
    "quiet": Look("quiet"),
    "alert": Look("alert", Style(bold=True)),
    "accent": Look("accent", Style(bold=True)),
    "inaccuracy": Look("accent", Style(bold=True)),
    "good": Look("good"),
    "rule": Look("rule"),
    "bar": Look(ground="bar"),
    "choice": Look(ground="choice", bare=Style(reverse=True)),
    "current": Look("strong", Style(bold=True), "choice", Style(reverse=True)),
    "current inaccuracy": Look("accent", Style(bold=True), "choice", Style(reverse=True)),
    "current alert": Look("alert", Style(bold=True), "choice", Style(reverse=True)),
    "clock": Look("accent", Style(bold=True, reverse=True)),
    "alarm": Look("alert", Style(bold=True, reverse=True)),
    "chosen": Look(style=Style(reverse=True)),
    "share": Look("strong", ground="bar"),
    "other share": Look("strong", Style(reverse=True), ground="bar"),
    "now": Look("accent", ground="bar"),
}


class Part(NamedTuple):
    """Text in one style, and the action a click on it runs."""

    text: str
    role: str = ""
    action: str = ""


Line = Sequence[Part]


def width_of(line: Iterable[Part]) -> int:
    return sum(cell_len(part.text) for part in line)


def is_cut(line: Line, width: int) -> bool:
    """Whether a line has more text than a row of this width shows."""
    return cell_len("".join(part.text for part in line).rstrip()) > width


def draw(parts: Iterable[Part], width: int, style_of: Callable[[str], Style | None]) -> Strip:
    """A line as a strip of a width, with a mark if it is cut; `style_of` knows the roles."""
    line = tuple(part._replace(text=visible(part.text)) for part in parts)
    strip = Strip([Segment(part.text, style_of(part.role)) for part in line])
    if width and is_cut(line, width):
        kept = strip.crop(0, width - 1)
        segments = list(kept)
        style = segments[-1].style if segments else None
        strip = Strip([*segments, Segment(MARK, style)])
    return strip.adjust_cell_length(width, style_of(""))


def role_style(widget: Widget, role: str) -> Style | None:
    if not role:
        return None
    app, look = widget.app, ROLES[role]
    variables = app.theme_variables
    ground = variables[look.ground] if look.ground and not app.no_color else OWN
    return _style_of(look, variables[look.ink] if look.ink else "", ground)


@lru_cache
def _style_of(look: Look, ink: str, ground: str) -> Style:
    color = Style(color=rich_color(ink)) if ink else NULL_STYLE
    return color + look.style + (look.bare if ground == OWN else Style(bgcolor=rich_color(ground)))


class TextWidget(Widget):
    """What lines and panels share: turns parts into strips, and clicks into actions."""

    _colors: tuple[str, ...] = ()  # of the roles, when this was last painted

    @property
    def rows_given(self) -> int:
        """The rows that its screen has given it; its size follows when all is laid out next."""
        height = self.styles.height
        return self.size.height if height is None else int(height.value)

    def strip(self, parts: Iterable[Part]) -> Strip:
        """A line as a strip of the widget's width, with a mark if it is cut."""
        return draw(parts, self.size.width, self._style)

    def bar(self, parts: Iterable[Part], width: int) -> Strip:
        """A line as the bar of the choice, which is reversed where there is no colour for it."""
        style = self._style("choice") or NULL_STYLE
        if style.reverse:
            parts = [part._replace(role="") for part in parts]
        return draw(parts, width, self._style).apply_style(style)

    def _style(self, role: str) -> Style | None:
        return role_style(self, role)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        variables = self.app.theme_variables
        colors = tuple(
            variables[color]
            for look in ROLES.values()
            for color in (look.ink, look.ground)
            if color
        )
        if colors != self._colors:
            self._colors = colors
            self.refresh()

    async def run_part(self, line: Iterable[Part], x: int) -> None:
        """Run the action of the part at a column, unless its screen has closed since the click."""
        right = 0
        for part in line:
            right += cell_len(part.text)
            if x < right:
                if part.action and self.is_attached and self.screen.is_active:
                    await self.run_action(part.action)
                return


class LinesWidget(TextWidget):
    """Lines made for the size there is, painted again only where they have changed."""

    _lines: Sequence[Line] = ()
    _lines_for = Size()  # the size in which they were made

    def lines(self) -> Iterable[Line]:
        """The lines in the widget's size, from the top."""
        raise NotImplementedError

    def changed(self) -> None:
        """Make the lines anew: something that they tell has changed."""
        lines = list(self.lines()) if self.size.width else []
        if lines != self._lines:
            self.refresh()
        self._lines, self._lines_for = lines, self.size

    @property
    def text(self) -> str:
        return " ".join("".join(part.text for part in line).strip() for line in self._lines)

    def render_line(self, y: int) -> Strip:
        if self.size != self._lines_for:  # laid out anew
            self._lines, self._lines_for = list(self.lines()), self.size
        return self.strip(self._lines[y] if y < len(self._lines) else ())


class TextLine(TextWidget):
    """A single line, repainted only when it changes."""

    def __init__(self, *parts: Part, id: str | None = None) -> None:
        super().__init__(id=id)
        self.parts: tuple[Part, ...] = parts

    def set_parts(self, *parts: Part) -> None:
        if parts != self.parts:
            self.parts = parts
            self.refresh()

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)

    def render_line(self, y: int) -> Strip:
        return self.strip(self.parts)

    async def on_click(self, event: events.Click) -> None:
        await self.run_part(self.parts, event.x)


def rule(title: str, width: int, right: Iterable[Part] = ()) -> Line:
    """A line across a panel with a title in it, and more at its right end."""
    end = [Part(" "), *right, Part(" ─", "rule")] if (right := list(right)) else []
    room = width - 2 - cell_len("".join(part.text for part in end))
    name = cut(title, room if end else room - 1)
    gap = max(room - cell_len(name), 0)
    line = [Part("─ ", "rule"), Part(name, "strong"), Part(f" {'─' * gap}"[:gap], "rule")]
    return [*line, *end]


class TextPanel(TextWidget):
    """Lines of text; scrolls by wheel and by page."""

    HANGING: ClassVar[int | None] = None  # of the rows of a line but the first; None: as its text

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

    @property
    def text(self) -> str:
        return "\n".join("".join(part.text for part in line) for line in self._lines)

    def rows_for(self, width: int) -> int:
        """The rows that all lines take when they are wrapped to a width."""
        return sum(1 for line in self._lines for _ in wrap(line, max(width, 1), self.HANGING))

    def scroll_lines(self, count: int) -> bool:
        """Scroll down, or up if negative, as far as there is text; whether that was any."""
        before, self._top = self._top, self._within(self._top + count)
        if self._top != before:
            self.refresh()
        return self._top != before

    def _within(self, top: int) -> int:
        return max(min(top, len(self._wrapped) - self.size.height), 0)

    def scroll_pages(self, count: int) -> bool:
        """Scroll by as many lines as are in view, but for one; whether there were any."""
        return self.scroll_lines(count * max(self.size.height - 1, 1))

    @property
    def is_at_top(self) -> bool:
        return not self._top

    @property
    def more_below(self) -> bool:
        """Whether text is left below the last line shown."""
        return self._top + self.size.height < len(self._wrapped)

    def _wrap(self) -> None:
        width = self.size.width  # 0 as long as it is not shown: then there is nothing to wrap
        rows = (row for line in self._lines for row in wrap(line, width, self.HANGING))
        self._wrapped = list(rows) if width else []
        self._top = self._within(self._top)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line; the last one in view that is not blank has a mark if there is more."""
        at = self._top + y
        line = self._wrapped[at] if at < len(self._wrapped) else ()
        if y == self._last and self.more_below:
            mark = f"{MARK} {getattr(self.screen, 'more_name', '')}".rstrip()
            row = next(wrap(line, self.size.width - cell_len(f" {mark}")))
            gap = "" if row and row[-1].text.endswith(" ") else " "
            line = [*row, Part(f"{gap}{mark}", "accent")]
        return self.strip(line)

    @property
    def _last(self) -> int:
        """The last row in view that is not blank."""
        rows = self._wrapped[self._top : self._top + self.size.height]
        texts = ("".join(part.text for part in row).strip() for row in rows)
        return max((y for y, text in enumerate(texts) if text), default=0)

    def on_resize(self) -> None:
        self._wrap()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_lines(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_lines(-3)

    async def on_click(self, event: events.Click) -> None:
        at = self._top + event.y
        if at < len(self._wrapped):
            await self.run_part(self._wrapped[at], event.x)


def wrap(line: Line, width: int, hanging: int | None = None) -> Iterator[Line]:
    """A line as lines of at most `width` columns, cut at spaces; longer words are cut as well.

    Further lines are indented as the first one's text, which follows its spaces or its key, unless
    it is said how far.
    """
    columns = _indent(line) if hanging is None else hanging
    if line and line[0].role == "key" and len(line[0].text) > width // 2:  # no room for columns
        line = [line[0]._replace(text=line[0].text.rstrip()), *line[1:]]
        columns = min(_indent(line), width // 3)
    indent = Part(" " * columns)
    row: list[Part] = []
    used = 0
    room = max(width - columns, 1)
    words = (piece for whole in _words(line) for piece in _pieces(whole, room))
    for word in words:
        if used > len(indent.text) and used + cell_len(word.text.rstrip()) > width:
            yield row
            row, used = [indent], len(indent.text)
        row.append(word)
        used += cell_len(word.text)
    yield row


def _pieces(word: Part, room: int) -> Iterator[Part]:
    bare = word.text.rstrip()
    *pieces, last = chop_cells(bare, room) if cell_len(bare) > room else [bare]
    for piece in pieces:
        yield word._replace(text=piece)
    yield word._replace(text=last + word.text[len(bare) :])


def _indent(line: Line) -> int:
    if line and line[0].role.partition(" ")[0] in ("key", "square"):
        return len(line[0].text) + 1
    text = "".join(part.text for part in line)
    return len(text) - len(text.lstrip())


def _words(line: Line) -> Iterator[Part]:
    for part in line:
        start = 0
        for at in range(1, len(part.text)):
            if part.text[at - 1] == " " and part.text[at] != " ":
                yield part._replace(text=part.text[start:at])
                start = at
        yield part._replace(text=part.text[start:])
