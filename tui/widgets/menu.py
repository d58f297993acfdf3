"""A list to choose from with cursor keys, mouse or first letter, drawn line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from makachess.tui.keys import MENU, bindings
from makachess.tui.text.line import ROLE_CSS, Part, TextWidget, is_cut
from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.strip import Strip


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: its label, a detail after it, and the value that it stands for.

    An item with `options` is a setting: left and right go through them.
    """

    label: str
    detail: str = ""
    value: object = None
    options: tuple[str, ...] = ()


class Menu(TextWidget, can_focus=True):
    """Items one below the other; scrolls to keep the highlighted one in view."""

    DEFAULT_CSS = "Menu { width: 1fr; height: 1fr; " + ROLE_CSS + "}"
    BINDINGS: ClassVar[list[BindingType]] = bindings(MENU)

    @dataclass
    class Chosen(Message):
        """An item has been chosen."""

        menu: Menu
        index: int

        @property
        def item(self) -> Item:
            """The item chosen."""
            return self.menu.items[self.index]

        @property
        def control(self) -> Menu:
            """The menu, for selectors."""
            return self.menu

    @dataclass
    class Highlighted(Chosen):
        """An item has been highlighted."""

    @dataclass
    class Changed(Chosen):
        """A setting is to take its next or previous option."""

        step: int = 1

    def __init__(self, items: Sequence[Item] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.items = list(items)
        self.index = 0
        self._top = 0
        self._column = _label_width(self.items)

    def set_items(self, items: Sequence[Item], index: int | None = None) -> None:
        """Show other items; the highlight stays at its index unless given another."""
        self.items = list(items)
        self._column = _label_width(self.items)
        wanted = self.index if index is None else index
        self.index = min(max(wanted, 0), max(len(items) - 1, 0))
        self._follow()

    def highlight(self, index: int) -> None:
        """Highlight the item at an index, or the nearest one."""
        index = min(max(index, 0), len(self.items) - 1)
        if self.items and index != self.index:
            self.index = index
            self._follow()
            self.post_message(self.Highlighted(self, index))

    def _follow(self) -> None:
        height = max(self.size.height, 1)
        top = min(max(self._top, self.index - height + 1), self.index)
        self._top = max(min(top, len(self.items) - height), 0)
        self.refresh()

    def on_resize(self) -> None:
        """Keep the highlight in view."""
        self._follow()

    def render_line(self, y: int) -> Strip:
        """One item."""
        at = self._top + y
        return self.strip(self._line(at) if at < len(self.items) else ())

    def _line(self, at: int) -> list[Part]:
        item, on = self.items[at], at == self.index
        label = f"{'>' if on else ' '} {item.label:<{self._column}} "
        detail = f" < {item.detail} > " if item.options else f"  {item.detail}"
        return [Part(label, "chosen" if on else ""), Part(detail, "" if item.options else "quiet")]

    def cut_text(self, at: int) -> str:
        """The whole text of an item that is too long for its row; empty if it fits."""
        if at >= len(self.items):
            return ""
        line, width = self._line(at), self.size.width
        text = "".join(part.text for part in line)
        return " ".join(text[1:].split()) if width and is_cut(line, width) else ""

    def action_step(self, count: int) -> None:
        """Go up or down."""
        self.highlight(self.index + count)

    def action_page(self, count: int) -> None:
        """Go up or down by a screenful."""
        self.highlight(self.index + count * max(self.size.height - 1, 1))

    def action_first(self) -> None:
        """Go to the first item."""
        self.highlight(0)

    def action_last(self) -> None:
        """Go to the last item."""
        self.highlight(len(self.items) - 1)

    def action_change(self, step: int) -> None:
        """Take the next or previous option of a setting."""
        if self.items and self.items[self.index].options:
            self.post_message(self.Changed(self, self.index, step))

    def action_choose(self) -> None:
        """Choose the highlighted item."""
        if self.items:
            self.post_message(self.Chosen(self, self.index))

    def action_use(self) -> None:
        """Give the highlighted setting its next option, or choose an item that is no setting."""
        if self.items and self.items[self.index].options:
            self.action_change(1)
        else:
            self.action_choose()

    def on_key(self, event: events.Key) -> None:
        """Go to the next item that begins with the letter typed."""
        char = (event.character or "").lower()
        if not char.isalnum():
            return
        for step in range(1, len(self.items) + 1):
            at = (self.index + step) % len(self.items)
            if self.items[at].label[:1].lower() == char:
                event.stop()
                self.highlight(at)
                return

    def on_click(self, event: events.Click) -> None:
        """Choose the item clicked; a setting takes its next option."""
        at = self._top + event.y
        if at < len(self.items):
            self.highlight(at)
            self.action_use()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Go down."""
        event.stop()
        self.action_step(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Go up."""
        event.stop()
        self.action_step(-3)


def _label_width(items: Sequence[Item]) -> int:
    """Columns for the labels, so that the details line up."""
    return max((len(item.label) for item in items if item.options or item.detail), default=0)
