"""The prompt row: it shows a message, takes typed text, or asks a question.

It does not take the focus; the screen offers it each key first, so that the board's keys go on
working while nothing is typed or asked. Typed text is edited by an Input that is not shown itself:
with the focus it would have a queue of its own, in which keys could overtake those on their way to
the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from makachess.core.visible import visible
from makachess.play.entry.questions import Answer, Question
from makachess.tui.text import Part, TextLine
from makachess.tui.widgets.prompt_parts import (
    clicked,
    message_parts,
    question_parts,
    typing_parts,
)
from textual import events
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widgets import Input

AnswerHandler = Callable[[Answer | None], None]
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
REST = 0.4  # seconds after which a single key is the whole answer and not the start of a text


class PromptLine(TextLine):
    """One row for everything the app says and asks."""

    DEFAULT_CSS = "PromptLine > Input { display: none; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.on_move: TextHandler = lambda text: None  # takes what is typed when nothing was asked
        self.keys_left = (
            " ?"  # characters that begin no typed text, since they are keys of the screen
        )
        self._more_keys: tuple[str, ...] = ("tab",)
        self._more_name = "Tab"
        self.files = 0  # of the board, whose letters can begin a move
        self._message = ""
        self._role = ""
        self._page = 0  # of the message
        self._field = Input(select_on_focus=False, disabled=True)
        self._field.cursor_blink = False
        self._typing = False
        self._label, self._longest = "Move: ", LONGEST_MOVE
        self._on_text: TextHandler | None = None
        self._question: Question | None = None
        self._on_answer: AnswerHandler | None = None
        self._otherwise: Callable[[str], str] | None = None
        self._objection = ""  # why what was typed is no answer
        self._rest: Timer | None = None

    def compose(self) -> ComposeResult:
        """The text being typed, of which the row shows as much as there is room for."""
        yield self._field

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep it from the screen, which may have an Input of its own."""
        event.stop()

    # --- saying and asking ----------------------------------------------------------------------

    def say(self, text: str, *, alert: bool = False) -> None:
        """Show a message, once no question is open and nothing is being typed."""
        self._message, self._role = visible(text), "alert" if alert else ""
        self._page = 0
        self._show()

    def ask(
        self,
        question: str,
        answers: Sequence[Answer],
        then: AnswerHandler,
        otherwise: Callable[[str], str] | None = None,
    ) -> None:
        """Ask a question; `then` gets the answer, or None after Esc.

        Text that is not an answer goes to `otherwise`, which takes it or says why it cannot.
        """
        self._question = Question(visible(question), answers, self.files)
        self._on_answer = then
        self._otherwise = otherwise
        self._typing = False
        self._settle()

    def edit(self, label: str, text: str, then: TextHandler) -> None:
        """Let a text be typed for something other than a move; Esc cancels."""
        self._label, self._on_text = label, then
        self._longest = len(text) + LONGEST_TEXT
        self._begin_typing(text)

    def withdraw(self) -> None:
        """Close an open question without an answer; typed text stays."""
        self._question = self._on_answer = self._otherwise = None
        self._settle()

    def set_more(self, keys: tuple[str, ...], name: str) -> None:
        """Set the keys that show the rest of a message, and how the first one is written."""
        self._more_keys, self._more_name = keys, name

    @property
    def message(self) -> str:
        """The last message."""
        return self._message

    @property
    def busy(self) -> bool:
        """Whether a question is open or text is being typed."""
        return self.asking or self.typing

    @property
    def asking(self) -> bool:
        """Whether a question is open."""
        return self._question is not None

    @property
    def typing(self) -> bool:
        """Whether text is being typed."""
        return self._typing

    @property
    def typed(self) -> str:
        """The text being typed."""
        return self._field.value

    # --- keys -----------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        """Use a key if it belongs here; False leaves it to the board and the bindings."""
        char = event.character if event.is_printable else None
        if event.key in self._more_keys and not self._is_at_last_page() and self.more():
            return True
        if self._question is not None:
            return self._question_key(self._question, event.key, char)
        if self._typing:
            return self._typing_key(event.key, char)
        return self._first_key(char)

    def paste(self, text: str) -> None:
        """Take the first line of pasted text as if it were typed."""
        line = next(filter(None, map(str.strip, text.splitlines())), "")
        text = "".join(c for c in line if c.isprintable())
        if self._question is not None:
            self._type_answer(self._question, text)
        else:
            self._add(text)

    def _is_at_last_page(self) -> bool:
        """Whether nothing follows of a long message; then its key does again what else it does."""
        return len(message_parts(self._shown, "", self.size.width, self._page)) == 1

    @property
    def _shown(self) -> str:
        """The message that may have pages."""
        return self._objection or ("" if self.busy else self._message)

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

    def action_answer(self, index: int) -> None:
        """Give an answer that was clicked."""
        if self._question is not None and index < len(self._question.answers):
            self._reply(self._question.answers[index])

    async def on_click(self, event: events.Click) -> None:
        """Put the cursor of typed text where the click was."""
        if self._typing and self._question is None:
            at = self._field.cursor_position
            self._field.cursor_position = at + clicked(self.parts, event.x)
            self._show()

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

    # --- keys while a question is open ----------------------------------------------------------

    def _question_key(self, question: Question, key: str, char: str | None) -> bool:
        """Arrows and typed text select an answer, Enter gives it."""
        resting = self._rest is not None
        self._settle()
        if key in ("left", "right", "tab"):
            question.step(-1 if key == "left" else 1)
        elif key in ("backspace", "ctrl+h"):
            question.erase()
        elif key == "ctrl+u" or (key == "escape" and question.typed):
            question.clear()
        elif key == "escape":
            self._reply(None)
        elif key == "enter":
            self._enter(question)
        elif char and (question.typed or char not in self.keys_left or question.begins(char)):
            self._type_answer(question, char)
        else:
            if resting:  # this key types nothing, so the one before was the whole answer
                self._reply(question.given)
            return False
        self._show()
        return True

    def _type_answer(self, question: Question, text: str) -> None:
        self._settle()
        question.type(text[: LONGEST_MOVE - len(question.typed)])
        if question.is_complete:
            self._rest = self.set_timer(REST, lambda: self._enter(question))
        self._show()

    def _enter(self, question: Question) -> None:
        """Give the answer selected or typed; pass other text to `otherwise`."""
        if self._question is not question:
            return
        if (answer := question.given) is not None:
            self._reply(answer)
            return
        text = question.typed.strip()
        question.clear()
        if self._otherwise is not None:
            objection = self._otherwise(text)
        else:
            keys = " or ".join(answer.key for answer in question.answers)
            objection = f"{text!r} is not an answer: type {keys}, or press Esc"
        if self._question is question:
            self._objection = visible(objection)
            self._show()

    def _settle(self) -> None:
        """Drop the objection, and stop waiting whether a single key is the whole answer."""
        self._objection, self._page = "", 0
        if self._rest is not None:
            self._rest.stop()
            self._rest = None
        self._show()

    def _reply(self, answer: Answer | None) -> None:
        then, self._on_answer = self._on_answer, None
        self._question = self._otherwise = None
        self._settle()
        if then is not None:
            then(answer)

    # --- drawing --------------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Fit the row into the new width."""
        self._show()

    def _show(self) -> None:
        width = self.size.width
        if self._objection:
            self.set_parts(*self._message_parts(self._objection, "alert"))
        elif self._question is not None:
            self.set_parts(*question_parts(self._question, width))
        elif self._typing:
            field = self._field
            self.set_parts(*typing_parts(self._label, field.value, field.cursor_position, width))
        else:
            self.set_parts(*self._message_parts(self._message, self._role))

    def _message_parts(self, text: str, role: str) -> list[Part]:
        return message_parts(text, role, self.size.width, self._page, self._more_name)
