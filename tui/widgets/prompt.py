"""The prompt row: it shows a message, takes typed text, or asks a question.

Messages and typing are those of `typing_line`; this adds the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from makachess.core.text import visible
from makachess.play.questions import Answer, Question
from makachess.tui.text import Part
from makachess.tui.widgets.prompt_parts import question_parts
from makachess.tui.widgets.typing_line import LONGEST_MOVE, TypingLine
from textual.timer import Timer

AnswerHandler = Callable[[Answer | None], None]
REST = 0.4  # seconds after which a single key is the whole answer and not the start of a text


class PromptLine(TypingLine):
    """One row for everything the app says and asks."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.files = 0  # of the board, whose letters can begin a move
        self.on_rest: Callable[[], object] = lambda: None  # hears that nothing is typed or asked
        self._question: Question | None = None
        self._on_answer: AnswerHandler | None = None
        self._otherwise: Callable[[str], str] | None = None
        self._objection = ""  # why what was typed is no answer
        self._rest: Timer | None = None

    # --- saying and asking ----------------------------------------------------------------------

    def ask(
        self,
        question: str,
        answers: Sequence[Answer],
        then: AnswerHandler,
        otherwise: Callable[[str], str] | None = None,
    ) -> Question:
        """Ask a question, which ends the message before it; `then` gets the answer, None after Esc.

        Text that is not an answer goes to `otherwise`, which takes it or says why it cannot. What
        is said while the question is open is shown after the answer; so is text that was being
        typed. Whoever asks unasked waits until nobody is busy here: `on_rest` is told of that.
        """
        self._message = ""
        asked = self._question = Question(visible(question), answers, self.files)
        self._on_answer = then
        self._otherwise = otherwise
        self._settle()
        return asked

    def withdraw(self) -> None:
        """Close an open question without an answer; typed text stays, also what was no answer."""
        question = self._question
        self._question = self._on_answer = self._otherwise = None
        if question is not None and question.given is None and not self._typing:
            self._begin_typing(question.typed)
        self._settle()

    @property
    def question(self) -> Question | None:
        """The open question."""
        return self._question

    @property
    def busy(self) -> bool:
        """Whether a question is open or text is being typed."""
        return self.asking or self.typing

    @property
    def asking(self) -> bool:
        """Whether a question is open."""
        return self._question is not None

    # --- keys -----------------------------------------------------------------------------------

    def _take(self, key: str, char: str | None) -> bool:
        if self._question is not None:
            return self._question_key(self._question, key, char)
        was_typing = self._typing
        is_taken = super()._take(key, char)
        if was_typing and not self.busy:
            self.on_rest()
        return is_taken

    def _take_paste(self, text: str) -> None:
        if self._question is not None:
            self._type_answer(self._question, text)
        else:
            super()._take_paste(text)

    @property
    def _is_editing(self) -> bool:
        return super()._is_editing and self._question is None

    @property
    def _shown(self) -> str:
        """The message that may have pages."""
        return self._objection or ("" if self.busy else self._message)

    def action_answer(self, index: int) -> None:
        """Give an answer that was clicked."""
        if self._question is not None and index < len(self._question.answers):
            self._reply(self._question.answers[index])

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
        if not self.busy:
            self.on_rest()

    # --- drawing --------------------------------------------------------------------------------

    def _row(self, width: int) -> list[Part]:
        if self._objection:
            return self._message_parts(self._objection, "alert")
        if self._question is not None:
            return question_parts(self._question, width)
        return super()._row(width)
