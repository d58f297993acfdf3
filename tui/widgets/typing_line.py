"""A row that shows messages and takes typed text.

It does not take the focus; the screen offers it each key first, so that the board's keys go on
working while nothing is typed. Typed text is edited by an Input that is not shown itself: with the
focus it would have a queue of its own, in which keys could overtake those on their way to the
screen.
"""

from __future__ import annotations

from collections.abc import Callable

from makachess.core.text import visible
from makachess.tui.text import Part, TextLine
from makachess.tui.widgets.prompt_parts import clicked, message_parts, typing_parts
from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

TextHandler = Callable[[str], None]
LONGEST_MOVE, LONGEST_TEXT = 100, 1000  # characters that can be typed, beside those given
# What keys do to the text being typed: those of Textual's Input that no screen needs meanwhile.
EDITING = {
    "left": Input.action_cursor_left,
    "right": Input.action_cursor_right,
    "ctrl+left": Input.action_cursor_left_word,
    "ctrl+right": Input.action_cursor_right_word,
    "home": Input.action_home,
    "ctrl+a": Input.action_home,
    "end": Input.action_end,
    "backspace": Input.action_delete_left,
    "ctrl+h": Input.action_delete_left,
    "delete": Input.action_delete_right,
    "ctrl+w": Input.action_delete_left_word,
    "ctrl+u": Input.action_delete_left_all,
    "ctrl+k": Input.action_delete_right_all,
}


class TypingLine(TextLine):
    """Shows a message, of which a key shows the rest, or the text that is being typed."""

    DEFAULT_CSS = "TypingLine > Input { display: none; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.on_move: TextHandler = lambda text: None  # takes what is typed when nothing was asked
        self.keys_left = (
            " ?"  # characters that begin no typed text, since they are keys of the screen
        )
        self._more_keys: tuple[str, ...] = ("tab",)
        self._more_name = "Tab"
        self._message = ""
        self._role = ""
        self._page = 0  # of the message
        self._field = Input(select_on_focus=False, disabled=True)
        self._field.cursor_blink = False
        self._typing = False
        self._label, self._longest = "Move: ", LONGEST_MOVE
        self._on_text: TextHandler | None = None

    def compose(self) -> ComposeResult:
        """The text being typed, of which the row shows as much as there is room for."""
        yield self._field

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep it from the screen, which may have an Input of its own."""
        event.stop()

    # --- messages -------------------------------------------------------------------------------

    def say(self, text: str, *, alert: bool = False) -> None:
        """Show a message, once no question is open and nothing is being typed."""
        self._message, self._role = visible(text), "alert" if alert else ""
        self._page = 0
        self._show()

    def set_more(self, keys: tuple[str, ...], name: str) -> None:
        """Set the keys that show the rest of a message, and how the first one is written."""
        self._more_keys, self._more_name = keys, name

    @property
    def message(self) -> str:
        """The last message."""
        return self._message

    @property
    def _shown(self) -> str:
        """The message that may have pages."""
        return "" if self._typing else self._message

    def _is_at_last_page(self) -> bool:
        """Whether nothing follows of a long message; then its key does again what else it does."""
        return len(message_parts(self._shown, "", self.size.width, self._page)) == 1

    def more(self) -> bool:
        """Show the next page of a message too long for the row; False if it fits."""
        if len(message_parts(self._shown, "", self.size.width, 0)) == 1:
            return False
        self._page += 1
        self._show()
        return True

    def action_more(self) -> None:
        """Show the next page, after a click on the sign that there is one."""
        self.more()

    # --- typing ---------------------------------------------------------------------------------

    def edit(self, label: str, text: str, then: TextHandler) -> None:
        """Let a text be typed for something other than a move; Esc cancels."""
        self._label, self._on_text = label, then
        self._longest = len(text) + LONGEST_TEXT
        self._begin_typing(text)

    @property
    def typing(self) -> bool:
        """Whether text is being typed."""
        return self._typing

    @property
    def typed(self) -> str:
        """The text being typed."""
        return self._field.value

    def take_key(self, event: events.Key) -> bool:
        """Use a key if it belongs here; False leaves it to the board and the bindings."""
        if event.key in self._more_keys and not self._is_at_last_page() and self.more():
            return True
        return self._take(event.key, event.character if event.is_printable else None)

    def paste(self, text: str) -> None:
        """Take the first line of pasted text as if it were typed."""
        line = next(filter(None, map(str.strip, text.splitlines())), "")
        self._take_paste("".join(c for c in line if c.isprintable()))

    async def on_click(self, event: events.Click) -> None:
        """Put the cursor of typed text where the click was."""
        if self._is_editing:
            at = self._field.cursor_position
            self._field.cursor_position = at + clicked(self.parts, event.x)
            self._show()

    @property
    def _is_editing(self) -> bool:
        """Whether the row shows typed text."""
        return self._typing

    def _take(self, key: str, char: str | None) -> bool:
        return self._typing_key(key, char) if self._typing else self._first_key(char)

    def _take_paste(self, text: str) -> None:
        self._add(text)

    def _first_key(self, char: str | None) -> bool:
        if not char or char in self.keys_left:
            return False
        self._begin_typing(char)
        return True

    def _begin_typing(self, text: str) -> None:
        self._typing = True
        self._field.value = ""
        self._add(text)

    def _typing_key(self, key: str, char: str | None) -> bool:
        if key == "enter":
            self._submit(self._field.value)
        elif key == "escape":
            self._stop_typing()
        elif key in EDITING:
            EDITING[key](self._field)
            self._show() if self._field.value or self._on_text else self._stop_typing()
        elif char:
            self._add(char)
        else:
            return False
        return True

    def _add(self, text: str) -> None:
        """Type as much of a text as there is room for."""
        self._typing = True
        self._field.insert_text_at_cursor(text[: self._longest - len(self._field.value)])
        self._show()

    def _submit(self, text: str) -> None:
        then = self._on_text
        self._stop_typing()
        if then is not None:
            then(text)
        elif text.strip():
            self.on_move(text.strip())

    def _stop_typing(self) -> None:
        self._typing = False
        self._field.value = ""
        self._label, self._on_text, self._longest = "Move: ", None, LONGEST_MOVE
        self._show()

    # --- drawing --------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Fit the row into the new width."""
        self._show()

    def _show(self) -> None:
        self.set_parts(*self._row(self.size.width))

    def _row(self, width: int) -> list[Part]:
        """What the row shows now."""
        if self._typing:
            field = self._field
            return typing_parts(self._label, field.value, field.cursor_position, width)
        return self._message_parts(self._message, self._role)

    def _message_parts(self, text: str, role: str) -> list[Part]:
        return message_parts(text, role, self.size.width, self._page, self._more_name)
