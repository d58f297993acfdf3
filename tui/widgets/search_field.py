"""A field to type in what to look for, above a list that the keys of lists go on moving."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from makachess.core.text import visible
from makachess.tui.keys import FIELD, FIELD_DELETE, LISTING, bindings
from makachess.tui.widgets.menu import Menu
from makachess.tui.widgets.table import Table
from textual import events
from textual.binding import BindingType
from textual.widgets import Input

LONGEST = 100  # characters


class SearchField(Input, inherit_bindings=False):
    """One line to type in; up, down, Enter and the like are for the list that is searched.

    `look_for` is called at once for each change, so that a key behind it finds the list as it is
    then. `take_key` is offered each key first.
    """

    DEFAULT_CSS = """
    SearchField {
        width: 1fr;
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
    BINDINGS: ClassVar[list[BindingType]] = bindings(LISTING, FIELD, (FIELD_DELETE,))

    def __init__(
        self,
        searched: Menu | Table,
        look_for: Callable[[str], object],
        take_key: Callable[[events.Key], Awaitable[bool]],
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
        self._take_key = take_key
        self.lacks: tuple[str, ...] = ()  # actions whose keys have another use on the screen

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does this here, as Textual asks."""
        return action not in self.lacks

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Let characters be keys, as Textual asks: `take_key` has them before they are typed."""
        return False

    def watch_value(self, value: str) -> None:
        """Look for what has been typed."""
        self._look_for(value)

    async def on_key(self, event: events.Key) -> None:
        """Let the screen have the key first."""
        if await self._take_key(event):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Leave it to the screen, which may have another use for what is pasted."""
        event.prevent_default()

    def paste(self, text: str) -> None:
        """Add as much of a text as there is room for, in one line."""
        self.insert_text_at_cursor(visible(" ".join(text.split()))[: LONGEST - len(self.value)])

    def restricted(self) -> None:
        """Ring no bell when there is no more room."""

    def action_cursor_up(self) -> None:
        """Go up in the list."""
        self._searched.action_cursor_up()

    def action_cursor_down(self) -> None:
        """Go down in the list."""
        self._searched.action_cursor_down()

    def action_page_up(self) -> None:
        """Go up in the list by a page."""
        self._searched.action_page_up()

    def action_page_down(self) -> None:
        """Go down in the list by a page."""
        self._searched.action_page_down()

    def action_first(self) -> None:
        """Go to the first of the list."""
        self._searched.action_first()

    def action_last(self) -> None:
        """Go to the last of the list."""
        self._searched.action_last()

    def action_choose(self) -> None:
        """Choose from the list."""
        self._searched.action_choose()
