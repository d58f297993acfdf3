"""What the screens without a board share: a title above, and help that opens as another page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from makachess.tui.keys import ANYWHERE, LONG_MESSAGES, PAGE, Action, bindings
from makachess.tui.screens.base import BaseScreen
from makachess.tui.text import Part, TextLine
from makachess.tui.widgets.help_panel import HelpText, key_lines, settings_lines, typing_lines
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Menu
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.widget import Widget


class PageScreen(BaseScreen):
    """A title above, prompt and keys below; the page between them is `page()`."""

    DEFAULT_CSS = "PageScreen #title { margin: 1 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(LONG_MESSAGES)

    def __init__(self, title: str, *hints: Hint) -> None:
        super().__init__()
        self._had_focus: Widget | None = None
        self.heading = TextLine(Part(title, "strong"), id="title")
        self.hints.show(*hints)

    def body(self) -> Iterator[Widget]:
        """The title, and the page below it."""
        yield self.heading
        yield from self.page()

    def page(self) -> list[Widget]:
        """What stands between title and prompt."""
        raise NotImplementedError

    def fit(self, size: Size) -> None:
        """Let the keys work again after the window was too small: what is hidden loses focus."""
        if self.focused is None:
            self.call_after_refresh(self._focus_again)

    def _focus_again(self) -> None:
        if self.focused is None and (chain := self.focus_chain):
            self.set_focus(self._had_focus if self._had_focus in chain else chain[0])

    def on_resize(self, event: events.Resize) -> None:
        """Remember what has the focus, which a window too small takes away."""
        self._had_focus = self.focused or self._had_focus

    def action_help(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(HelpScreen(self.heading.text, self.offered))

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Show the whole of an item that is too long for its row."""
        self.prompt.say(event.menu.cut_text(event.index))

    def action_more(self) -> None:
        """Show the rest of a message, or else the whole of an item too long for its row."""
        if not self.prompt.more() and isinstance(self.focused, Menu):
            self.prompt.say(self.focused.cut_text(self.focused.index))


class HelpScreen(PageScreen):
    """The keys of a screen without a board; the key that opened it closes it as well."""

    DEFAULT_CSS = "HelpScreen #keys { margin: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = (*PAGE, *ANYWHERE)

    def __init__(self, title: str, actions: tuple[Action, ...], *more: tuple[str, str]) -> None:
        super().__init__(title, Hint("menu-up menu-down", "scroll"), Hint("go-back"))
        self._actions = actions
        self._more = more  # rows besides those of the keys
        self.keys = HelpText(id="keys")

    def page(self) -> list[Widget]:
        """The keys, and where they can be set."""
        return [self.keys]

    def on_mount(self) -> None:
        """Show the keys in force."""
        rows = [*self.keymap.help(self._actions), *self._more]
        self.keys.set_lines(
            [*key_lines(rows), *settings_lines(self.preferences), (), *typing_lines()]
        )
        self.keys.focus()

    def action_help(self) -> None:
        """Close the help."""
        self.close()
