"""A field to type in what to look for, above a list that the keys of lists go on moving."""

from __future__ import annotations

from typing import ClassVar

from makachess.tui.keys import FIELD, LISTING, bindings
from makachess.tui.widgets.menu import Menu
from textual import events
from textual.binding import BindingType
from textual.widgets import Input


class FilterInput(Input, inherit_bindings=False):
    """One line to type in; up, down, Enter and the like are for the list that it filters."""

    DEFAULT_CSS = """
    FilterInput {
        height: 1;
        border: none;
        padding: 0;
        background: $background;
        color: $foreground;
        &:focus { border: none; background-tint: $foreground 0%; }
        & > .input--cursor { text-style: reverse; color: $foreground; background: $background; }
        & > .input--placeholder { color: $quiet; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(LISTING, FIELD)

    def __init__(self, menu: Menu, placeholder: str, *, id: str | None = None) -> None:
        super().__init__(placeholder=placeholder, select_on_focus=False, id=id, compact=True)
        self.cursor_blink = False
        self.left_alone = ""  # characters that are keys of the screen
        self._menu = menu

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key types something, as Textual asks."""
        return super().check_consume_key(key, character) and character not in tuple(self.left_alone)

    def on_key(self, event: events.Key) -> None:
        """Leave the characters that are keys to the screen."""
        if event.character is not None and event.character in self.left_alone:
            event.prevent_default()

    def action_cursor_up(self) -> None:
        """Go up in the list."""
        self._menu.action_cursor_up()

    def action_cursor_down(self) -> None:
        """Go down in the list."""
        self._menu.action_cursor_down()

    def action_page_up(self) -> None:
        """Go up in the list by a page."""
        self._step_page(-1)

    def action_page_down(self) -> None:
        """Go down in the list by a page."""
        self._step_page(1)

    def _step_page(self, count: int) -> None:
        self._menu.highlight(self._menu.index + count * max(self._menu.size.height - 1, 1))

    def action_first(self) -> None:
        """Go to the first of the list."""
        self._menu.action_first()

    def action_last(self) -> None:
        """Go to the last of the list."""
        self._menu.action_last()

    def action_choose(self) -> None:
        """Choose from the list."""
        self._menu.action_choose()
