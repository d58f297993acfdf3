"""Lists to choose from: menus, tables of any length, and the field to search them by."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from makachess.core.text import visible
from makachess.tui.keys import FIELD, FIELD_DELETE, LISTING, MENU, bindings
from makachess.tui.text import (
    BAR,
    NULL_STYLE,
    Line,
    Part,
    TextWidget,
    TooLong,
    cut,
    is_cut,
    role_style,
    rule,
)
from makachess.tui.text import MARK as MORE
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widgets import Input


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: its label, a detail after it, and the value that it stands for.

    An item with `options` is a setting: left and right go through them. One with a `heading` begins
    a group, and stands below a rule with that.
    """

    label: str
    detail: str = ""
    value: object = None
    options: tuple[str, ...] = ()
    heading: str = ""


RULE = 40  # columns of the rule above a group
ARROW = 3  # columns of a `<` or `>`, and of the blanks beside it


class Menu(TextWidget, can_focus=True):
    """Items one below the other, each in `pitch` rows; scrolls to keep the choice in view."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(MENU)
    highlighted: reactive[int | None] = reactive(None)

    @dataclass
    class Chosen(Message):
        """An item has been chosen."""

        menu: Menu
        index: int
        item: Item

        @property
        def control(self) -> Menu:
            return self.menu

    @dataclass
    class Highlighted(Chosen):
        """An item has been highlighted."""

    @dataclass
    class Changed(Chosen):
        """A setting is to take its next or previous option."""

        step: int

    def __init__(
        self, items: Sequence[Item] = (), *, id: str | None = None, column: int | None = None
    ) -> None:
        """A menu; with a `column` given, details stand there, but behind longer labels."""
        super().__init__(id=id)
        self.label_chooses = False  # a click on the label of a setting chooses the item
        self.take_typed: Callable[[str], bool] = lambda char: False  # before labels are looked for
        self._given = column
        self._pitch = 1
        self.top = 0  # the first line in view
        self._lay_out(items)
        self.highlight(0)

    def _lay_out(self, items: Sequence[Item]) -> None:
        self.items = list(items)
        self._column = _label_width(self.items) if self._given is None else self._given
        # Which item each line is of: -1 the rule above it, 0 its own, then the blank ones below.
        self._lines = [
            (at, row)
            for at, item in enumerate(self.items)
            for row in range(-1 if item.heading else 0, self._pitch)
        ]

    @property
    def pitch(self) -> int:
        return self._pitch

    @pitch.setter
    def pitch(self, pitch: int) -> None:
        self._pitch = pitch
        self._lay_out(self.items)
        self.refresh()

    def set_items(self, items: Sequence[Item], index: int | None = None) -> None:
        """Show other items; the highlight stays at its index unless given another."""
        wanted = self.index if index is None else index
        self._lay_out(items)
        with self.prevent(self.Highlighted):
            self.highlight(wanted)
        self._follow()

    @property
    def index(self) -> int:
        return self.highlighted or 0

    def highlight(self, index: int) -> None:
        self.highlighted = min(max(index, 0), len(self.items) - 1) if self.items else None

    def watch_highlighted(self) -> None:
        self._follow()
        if self.highlighted is not None:
            self._tell(self.Highlighted)

    def _follow(self) -> None:
        """Scroll as little as brings the highlighted item into view, if there is room for any."""
        if self.highlighted is not None and self.size.height:
            at, heading = self.highlighted, self.items[self.highlighted].heading
            first = bisect_left(self._lines, (at, -1 if heading else 0))
            end = first + self._pitch + bool(heading)
            self.top = min(max(self.top, end - self.size.height), first)
        self.scroll_lines(0)

    def scroll_lines(self, count: int) -> None:
        self.top = max(min(self.top + count, len(self._lines) - self.size.height), 0)
        self.refresh()

    def on_resize(self) -> None:
        self._follow()

    def render_line(self, y: int) -> Strip:
        """A row; the last one in view has a mark if there is more."""
        width, at = self.size.width, self.top + y
        strip = self._drawn(*self._lines[at]) if at < len(self._lines) else self.strip(())
        if y < self.size.height - 1 or at + 1 >= len(self._lines):
            return strip
        text = set_cell_size(strip.text, width - 2).rstrip()
        style = [*strip][-1].style or NULL_STYLE
        mark = Segment(f" {MORE}", style + role_style(self, "accent"))
        return Strip([*strip.crop(0, cell_len(text)), mark]).adjust_cell_length(width, style)

    def _drawn(self, at: int, row: int) -> Strip:
        if row < 0:
            return self.strip(rule(self.items[at].heading, min(self.size.width, RULE)))
        if row > 0:
            return self.strip(())
        line = self.line(at)
        return self.bar(line, self.size.width) if at == self.highlighted else self.strip(line)

    def line(self, at: int) -> list[Part]:
        item, on = self.items[at], at == self.highlighted
        label = Part(f" {item.label:<{self._column}} ", "strong" if on else "")
        detail = f" < {item.detail} > " if item.options else f"  {item.detail}"
        mark = Part(BAR if on else " ", "accent")
        return [mark, label, Part(detail, "" if item.options else "quiet")]

    def cut_text(self, at: int) -> str:
        """The whole text of an item that is too long for its row; empty if it fits."""
        if at >= len(self.items):
            return ""
        line, width = self.line(at), self.size.width
        text = "".join(part.text for part in line)
        return " ".join(text[1:].split()) if width and is_cut(line, width) else ""

    def _tell(self, message: type[Menu.Chosen], *more: int) -> None:
        """Post a message about the highlighted item, if there is one."""
        if self.items:
            self.post_message(message(self, self.index, self.items[self.index], *more))

    @property
    def _on_setting(self) -> bool:
        return bool(self.items and self.items[self.index].options)

    def action_cursor_up(self) -> None:
        self.highlight((self.index - 1) % max(len(self.items), 1))

    def action_cursor_down(self) -> None:
        at = -1 if self.highlighted is None else self.highlighted
        self.highlight((at + 1) % max(len(self.items), 1))

    def action_page_up(self) -> None:
        self.highlight(self.index - max(self.size.height // self.pitch, 1))

    def action_page_down(self) -> None:
        self.highlight(self.index + max(self.size.height // self.pitch, 1))

    def action_first(self) -> None:
        self.highlight(0)

    def action_last(self) -> None:
        self.highlight(len(self.items) - 1)

    def action_change(self, step: int) -> None:
        if self._on_setting:
            self._tell(self.Changed, step)

    def action_choose(self) -> None:
        self._tell(self.Chosen)

    def action_use(self) -> None:
        """Give the highlighted setting its next option, or choose an item that is no setting."""
        if self._on_setting:
            self.action_change(1)
        else:
            self.action_choose()

    def on_click(self, event: events.Click) -> None:
        """Choose an item; change a setting by its `<` and `>`, or by its value if highlighted.

        Any other click on it highlights it: nothing changes that has not been looked at.
        """
        place = event.get_content_offset(self)
        if place is None or self.top + place.y >= len(self._lines):
            return
        at, _ = self._lines[self.top + place.y]
        was, self.highlighted = self.highlighted, at
        if not self.items[at].options:
            self.action_choose()
            return
        *before, value = (len(part.text) for part in self.line(at))
        x = place.x - sum(before)
        if 0 <= x < value and (x < ARROW or x >= value - ARROW or was == at):
            self.action_change(-1 if x < ARROW else 1)
        elif x < 0 and self.label_chooses:
            self.action_choose()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_lines(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_lines(-2)

    def on_key(self, event: events.Key) -> None:
        """Go to the next item that begins with the letter typed, unless it is taken otherwise."""
        char = event.character or ""
        if not (char.isalnum() or char == "+"):  # which begins a FEN whose first piece is promoted
            return
        if self.take_typed(char):
            event.stop()
            return
        for step in range(1, len(self.items) + 1):
            at = (self.index + step) % len(self.items)
            if self.items[at].label[:1].lower() == char.lower():
                event.stop()
                self.highlight(at)
                return


def _label_width(items: Sequence[Item]) -> int:
    """Columns for the labels, so that the details line up."""
    return max((len(item.label) for item in items if item.options or item.detail), default=0)


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
    """Headings above, entries below, of which only those in view are ever looked at.

    Textual's DataTable takes more than a second to fill with 10,000 rows, and as long again for
    each key of a filter; its OptionList a fifth of one. The keys come from a field above it. `cell`
    says what stands in a row and column; None where the column is a part of the one before.
    `choose` is called at once for the row that is chosen: when a message arrives, the rows may be
    others.
    """

    @dataclass
    class Moved(Message):
        """Other rows are in view, or another one is highlighted."""

    @dataclass
    class HeadingPicked(Message):
        """The heading of a column has been clicked."""

        column: int

    def __init__(
        self, headings: tuple[Heading, ...], cell: Callable[[int, int], str | None], *, id: str
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
        """Show `count` rows, and highlight one of them."""
        self._count = count
        self.index = min(max(index, 0), max(count - 1, 0))
        self._follow()

    def show_order(self, column: int, sign: str) -> None:
        """Show behind a heading that it gives the order; -1 for none."""
        self._sign = column, sign
        self.refresh()

    @property
    def order(self) -> int:
        """The column that gives the order; -1 for none."""
        return self._sign[0]

    @property
    def in_view(self) -> range:
        return range(self._top, min(self._top + self._height, self._count))

    @property
    def _height(self) -> int:
        gap = self.pitch - self.tall
        return max((self.size.height - 1 + gap) // self.pitch, 1)

    @property
    def pitch(self) -> int:
        return 1

    @property
    def tall(self) -> int:
        return 1

    def highlight(self, index: int) -> None:
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
        self._follow()

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
        if not y:
            titles = [heading.title for heading in self._headings]
            if self._sign[0] >= 0:
                titles[self._sign[0]] += self._sign[1]
            return self.strip([Part(" " + self.heading(titles), "quiet")])
        at, row = divmod(y - 1, self.pitch)
        at += self._top
        if at not in self.in_view:
            return self.strip(())
        lines = self.lines(at)
        if row >= len(lines):
            return self.strip(())
        if at != self.index:
            return self.strip([Part(" "), *lines[row]])
        return self.bar([Part(BAR, "accent"), *lines[row]], self.size.width)

    def lines(self, at: int) -> list[Line]:
        cells = [self._cell(at, column) for column in range(len(self._headings))]
        return [[Part(self._line(cells), "strong" if at == self.index else "")]]

    def heading(self, titles: list[str]) -> str:
        return self._line(titles)

    def _line(self, cells: Sequence[str | None]) -> str:
        texts: list[tuple[str, int]] = []
        for text, width in zip(cells, self.widths(), strict=True):
            if text is None and texts:
                before, room = texts.pop()
                texts.append((before, room + GAP + width))
            elif width:
                texts.append((text or "", width))
        return " " * (MARK - 1) + (" " * GAP).join(_fitted(*each) for each in texts)

    def action_cursor_up(self) -> None:
        self.highlight(self.index - 1)

    def action_cursor_down(self) -> None:
        self.highlight(self.index + 1)

    def action_page_up(self) -> None:
        self.highlight(self.index - max(self._height - 1, 1))

    def action_page_down(self) -> None:
        self.highlight(self.index + max(self._height - 1, 1))

    def action_first(self) -> None:
        self.highlight(0)

    def action_last(self) -> None:
        self.highlight(self._count - 1)

    def action_choose(self) -> None:
        if self._count:
            self.choose(self.index)

    def on_click(self, event: events.Click) -> None:
        """Highlight the row clicked, choose it if it is highlighted; or tell of the heading."""
        if not event.y:
            self.post_message(self.HeadingPicked(self.column_at(event.x)))
        elif (at := self._top + (event.y - 1) // self.pitch) in self.in_view:
            self.action_choose() if at == self.index else self.highlight(at)

    def column_at(self, x: int) -> int:
        """The column whose heading is picked by a click."""
        right = MARK
        for column, width in enumerate(self.widths()):
            right += width + GAP if width else 0
            if x < right:
                return column
        return len(self._headings) - 1

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.highlight(self.index + 3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.highlight(self.index - 3)


def _fitted(text: str, width: int) -> str:
    text = cut(visible(text), width)
    return text + " " * (width - cell_len(text))


LONGEST = 100  # characters


class SearchField(Input, inherit_bindings=False):
    """One line to type in; up, down, Enter and the like are for the list that is searched.

    `look_for` is called at once for each change, so that a key behind it finds the list as it is
    then. `types` tells whether a key may be typed, and may use it itself.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(LISTING, FIELD, FIELD_DELETE)

    def __init__(
        self,
        searched: Menu | Table,
        look_for: Callable[[str], object],
        types: Callable[[events.Key], bool],
        placeholder: str = "",
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(
            placeholder=placeholder, max_length=LONGEST, select_on_focus=False, id=id, compact=True
        )
        self.cursor_blink = False
        self._searched = searched
        self._look_for = look_for
        self._types = types
        self.lacks: tuple[str, ...] = ()  # actions whose keys have another use on the screen

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does this here, as Textual asks."""
        return action not in self.lacks

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Let characters be keys, as Textual asks: `on_key` types no bound ones."""
        return False

    def watch_value(self, value: str) -> None:
        self._look_for(value)

    def on_key(self, event: events.Key) -> None:
        if not self._types(event):
            event.prevent_default()

    def end_search(self, event: events.Key) -> None:
        """Let Esc end what is looked for, before it goes back."""
        if event.key == "escape" and self.value:
            self.value = ""
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Leave it to the screen, which may have another use for what is pasted."""
        event.prevent_default()

    def paste(self, text: str) -> None:
        """Add a text in one line, if there is room for all of it."""
        length = len(self.value) + len(text)
        if len(text) <= 100 * LONGEST:  # it may be blanks
            text = visible(" ".join(text.split()))
            length = len(self.value) + len(text)
        if length > LONGEST:
            self.app.post_message(TooLong(length, LONGEST))
        else:
            self.insert_text_at_cursor(text)

    def restricted(self) -> None:
        """Say that there is no more room, instead of ringing a bell."""
        self.app.post_message(TooLong(len(self.value) + 1, LONGEST))

    def action_cursor_up(self) -> None:
        self._searched.action_cursor_up()

    def action_cursor_down(self) -> None:
        self._searched.action_cursor_down()

    def action_page_up(self) -> None:
        self._searched.action_page_up()

    def action_page_down(self) -> None:
        self._searched.action_page_down()

    def action_first(self) -> None:
        self._searched.action_first()

    def action_last(self) -> None:
        self._searched.action_last()

    def action_choose(self) -> None:
        self._searched.action_choose()
