"""A list to choose from with cursor keys, mouse or first letter: Textual's, in the app's looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from makachess.tui.keys import MENU, bindings
from makachess.tui.text import Part, draw, is_cut, role_style
from rich.style import Style as RichStyle
from textual import events
from textual.binding import BindingType
from textual.css.styles import RulesMap
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import OptionList
from textual.widgets.option_list import Option


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: its label, a detail after it, and the value that it stands for.

    An item with `options` is a setting: left and right go through them.
    """

    label: str
    detail: str = ""
    value: object = None
    options: tuple[str, ...] = ()


class Menu(OptionList, can_focus=True, inherit_bindings=False):
    """Items one below the other; scrolls to keep the highlighted one in view."""

    DEFAULT_CSS = """
    Menu {
        width: 1fr;
        height: 1fr;
        border: none;
        padding: 0;
        background: $background;
        scrollbar-size-vertical: 0;
        & > .option-list--option-highlighted {
            color: $foreground; background: $background; text-style: bold;
        }
        &:focus {
            border: none;
            background-tint: $foreground 0%;
            & > .option-list--option-highlighted {
                color: $foreground; background: $background; text-style: bold;
            }
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(MENU)

    @dataclass
    class Chosen(Message):
        """An item has been chosen."""

        menu: Menu
        index: int
        item: Item

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

        step: int

    def __init__(
        self, items: Sequence[Item] = (), *, id: str | None = None, column: int | None = None
    ) -> None:
        """A menu; with a `column` given, details stand there, but behind longer labels."""
        self.items = list(items)
        self._given = column
        self._column = _label_width(self.items) if column is None else column
        super().__init__(*self._rows(), id=id)

    def _rows(self) -> list[Option]:
        return [Option(Row(self, at)) for at in range(len(self.items))]

    def set_items(self, items: Sequence[Item], index: int | None = None) -> None:
        """Show other items; the highlight stays at its index unless given another."""
        wanted, top = self.index if index is None else index, self.scroll_y
        self.items = list(items)
        self._column = _label_width(self.items) if self._given is None else self._given
        with self.prevent(self.Highlighted):
            self.set_options(self._rows())
            self.set_scroll(None, top)
            self.highlighted = wanted if items else None

    @property
    def index(self) -> int:
        """Where the highlight is."""
        return self.highlighted or 0

    def highlight(self, index: int) -> None:
        """Highlight the item at an index, or the nearest one."""
        self.highlighted = index if self.items else None

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Keep the highlight in view, and tell that it has moved."""
        if highlighted is not None:
            self.scroll_to_highlight()
            self._tell(self.Highlighted)

    def notify_style_update(self) -> None:
        """Forget the rows as drawn, also when only the colours of their parts have changed."""
        super().notify_style_update()
        self._option_render_cache.clear()

    def on_resize(self) -> None:
        """Keep the highlight in view."""
        self.scroll_to_highlight()

    def line(self, at: int) -> list[Part]:
        """The parts of an item's row."""
        item = self.items[at]
        label = f"{'>' if at == self.highlighted else ' '} {item.label:<{self._column}} "
        detail = f" < {item.detail} > " if item.options else f"  {item.detail}"
        return [Part(label), Part(detail, "" if item.options else "quiet")]

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

    def action_page_up(self) -> None:
        """Go up by a screenful."""
        self._go(-max(self.size.height, 1))

    def action_page_down(self) -> None:
        """Go down by a screenful."""
        self._go(max(self.size.height, 1))

    def _go(self, rows: int) -> None:
        """Move the highlight; Textual's lists look for its line, which one without room lacks."""
        self.highlight(min(max(self.index + rows, 0), len(self.items) - 1))

    def action_change(self, step: int) -> None:
        """Take the next or previous option of a setting."""
        if self._on_setting:
            self._tell(self.Changed, step)

    def action_choose(self) -> None:
        """Choose the highlighted item."""
        self._tell(self.Chosen)

    def action_use(self) -> None:
        """Give the highlighted setting its next option, or choose an item that is no setting."""
        if self._on_setting:
            self.action_change(1)
        else:
            self.action_choose()

    def action_select(self) -> None:
        """Use the item clicked."""
        self.action_use()

    def on_click(self, event: events.Click) -> None:
        """Take a setting's previous option after a click on its `<`.

        A click is left alone if the list has become shorter since that row was drawn.
        """
        at = event.style.meta.get("option", 0)
        if at >= self.option_count:
            event.prevent_default()
        elif self.items[at].options and 0 <= event.x - len(self.line(at)[0].text) <= 2:
            event.prevent_default()
            self.highlighted = at
            self.action_change(-1)

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


class Row(Visual):
    """How Textual's list sees an item: one line, whatever it holds."""

    def __init__(self, menu: Menu, at: int) -> None:
        self._menu = menu
        self._at = at

    def get_height(self, rules: RulesMap, width: int) -> int:
        """One line."""
        return 1

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """All there is."""
        return container_width

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """The item's row; the highlighted one has the colours of the highlight throughout."""
        menu = self._menu
        on = self._at == menu.highlighted

        def style_of(role: str) -> RichStyle:
            role = "chosen" if on else role  # of which Textual's own style leaves out `reverse`
            return style.rich_style + role_style(menu, role)

        return [draw(menu.line(self._at), width, style_of)]


def _label_width(items: Sequence[Item]) -> int:
    """Columns for the labels, so that the details line up."""
    return max((len(item.label) for item in items if item.options or item.detail), default=0)
