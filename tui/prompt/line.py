"""The prompt row: it shows a message, takes typed text, or asks a question and waits.

It does not take the focus; the screen offers it each key first, so that the board's keys go on
working while nothing is typed or asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from makachess.tui.text import Part, TextLine
from textual import events


@dataclass(frozen=True, slots=True)
class Answer:
    """A possible answer: the key that gives it, its text, and what it stands for."""

    key: str
    text: str
    value: object = None


BACK = " Esc back"
AnswerHandler = Callable[[Answer | None], None]
TextHandler = Callable[[str], None]


class PromptLine(TextLine):
    """One row for everything the app says and asks."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.on_move: TextHandler = lambda text: None  # what is typed when nothing was asked
        self.keys_left = " ?"  # characters that begin no word here, but are keys of the screen
        self._message = Part("")
        self._typed: str | None = None
        self._label = "Move: "
        self._on_text: TextHandler | None = None
        self._question = ""
        self._answers: Sequence[Answer] = ()
        self._at = 0
        self._on_answer: AnswerHandler | None = None

    # --- saying and asking ----------------------------------------------------------------------

    def say(self, text: str, *, alert: bool = False) -> None:
        """Show a message; it stands behind a question or typed text until these are done."""
        self._message = Part(" " + text, "alert" if alert else "")
        self._show()

    def ask(self, question: str, answers: Sequence[Answer], then: AnswerHandler) -> None:
        """Ask a question; `then` gets the answer, or None after Esc."""
        self._question, self._answers, self._on_answer = question, answers, then
        self._at = 0
        self._typed = None
        self._show()

    def edit(self, label: str, text: str, then: TextHandler) -> None:
        """Let a line be typed for something other than a move; Esc drops it."""
        self._label, self._typed, self._on_text = label, text, then
        self._show()

    def withdraw(self) -> None:
        """Drop an open question without an answer; typed text stays."""
        self._answers = ()
        self._on_answer = None
        self._show()

    @property
    def asking(self) -> bool:
        """Whether a question is open."""
        return bool(self._answers)

    @property
    def typing(self) -> bool:
        """Whether text is being typed."""
        return self._typed is not None

    # --- keys -----------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        """Use a key if it belongs here; False leaves it to the board and the bindings."""
        char = event.character if event.is_printable else None
        if self.asking:
            return self._question_key(event.key, char)
        if self._typed is None:
            return self._first_key(char)
        return self._typing_key(event.key, char)

    def paste(self, text: str) -> None:
        """Take pasted text as if it were typed, without line ends."""
        if not self.asking:
            self._typed = (self._typed or "") + "".join(c for c in text if c.isprintable())
            self._show()

    def answer(self, index: int) -> None:
        """Give the answer with this number (from 0)."""
        self._reply(self._answers[index])

    def action_answer(self, index: int) -> None:
        """A click on an answer."""
        if index < len(self._answers):
            self.answer(index)

    def _first_key(self, char: str | None) -> bool:
        if not char or char in self.keys_left:
            return False
        self._typed = char
        self._show()
        return True

    def _typing_key(self, key: str, char: str | None) -> bool:
        assert self._typed is not None
        if key == "enter":
            self._submit(self._typed)
        elif key == "escape":
            self._stop_typing()
        elif key in ("backspace", "ctrl+h"):
            self._typed = self._typed[:-1]
            self._show() if self._typed or self._on_text else self._stop_typing()
        elif key == "ctrl+u":
            self._typed = ""
            self._show()
        elif char:
            self._typed += char
            self._show()
        else:
            return False
        return True

    def _question_key(self, key: str, char: str | None) -> bool:
        if key in ("left", "right", "tab"):
            self._at = (self._at + (-1 if key == "left" else 1)) % len(self._answers)
            self._show()
        elif key == "escape":
            self._reply(None)
        elif key == "enter":
            self.answer(self._at)
        elif char:
            self._answer_key(char)
        else:
            return False
        return True

    def _answer_key(self, char: str) -> None:
        if char.isdecimal() and 0 < int(char) <= len(self._answers):
            self.answer(int(char) - 1)
            return
        fitting = [a for a in self._answers if a.key.lower().startswith(char.lower())]
        if len(fitting) == 1:
            self._reply(fitting[0])

    def _submit(self, text: str) -> None:
        then = self._on_text
        self._stop_typing()
        if then is not None:
            then(text)
        elif text.strip():
            self.on_move(text.strip())

    def _stop_typing(self) -> None:
        self._typed = None
        self._label, self._on_text = "Move: ", None
        self._show()

    def _reply(self, answer: Answer | None) -> None:
        then, self._on_answer = self._on_answer, None
        self._answers = ()
        self._show()
        if then is not None:
            then(answer)

    def on_resize(self) -> None:
        """Fit the answers into the new width."""
        self._show()

    # --- drawing --------------------------------------------------------------------------------

    def _show(self) -> None:
        if self.asking:
            self.set_parts(Part(f" {self._question} ", "strong"), *self._answer_parts())
        elif self._typed is not None:
            self.set_parts(Part(" " + self._label, "key"), Part(self._typed), Part(" ", "chosen"))
        else:
            self.set_parts(self._message)

    def _answer_parts(self) -> list[Part]:
        """The answers in full where the row is wide enough, otherwise by their keys."""
        full = [f" {a.key} {a.text} " for a in self._answers]
        room = self.size.width - len(self._question) - 2
        short = sum(map(len, full)) + len(full) > room
        parts: list[Part] = []
        for index, answer in enumerate(self._answers):
            on = index == self._at
            text = f" {answer.key} " if short and not on else full[index]
            parts += [Part(text, "chosen" if on else "", f"answer({index})"), Part(" ")]
        if sum(len(part.text) for part in parts) + len(BACK) <= room:
            parts.append(Part(BACK, "quiet"))
        return parts
