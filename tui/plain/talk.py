"""What line mode talks about takes a line at a time, and may ask a question about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from makachess.core import MakachessError
from makachess.play.questions import Answer, Question
from makachess.saves import Game
from makachess.tui.plain.words import choices_words

Say = Callable[[str], object]
LONGEST = 1000  # characters of a line


class Talk:
    """Answers lines through `say`.

    `left` is set once the person has asked to leave. Another talk follows this one if it is
    `then`, or the choice of an unfinished game if `resumes` is set.
    """

    def __init__(self, say: Say) -> None:
        self.say = say
        self.left = False
        self.then: Talk | None = None
        self.resumes = False
        self._question: Question | None = None
        self._answered: Callable[[Answer | None], None] | None = None

    def begin(self) -> None:
        """Say what there is; raises MakachessError if there is nothing to talk about."""
        raise NotImplementedError

    def obey(self, text: str) -> None:
        """Answer a line that answers no question; raises MakachessError."""
        raise NotImplementedError

    def tick(self) -> None:
        """Look at the clock, if there is one."""

    async def close(self) -> None:
        """End what goes on."""

    @property
    def unsaved(self) -> tuple[Game, str] | None:
        """A game that could not be saved, and why."""
        return None

    def take(self, line: str) -> None:
        """Answer a line."""
        text = line.strip()
        if len(text) > LONGEST:
            self.say(f"That line has {len(text)} characters, at most {LONGEST} are read")
        elif text:
            try:
                if not self._is_answer(text):
                    self._drop_question()
                    self.obey(text)
            except MakachessError as error:
                self.say(str(error))

    # --- questions ------------------------------------------------------------------------------

    def ask(
        self, text: str, answers: Sequence[Answer], then: Callable[[Answer | None], None]
    ) -> None:
        """Ask a question; whoever types something else has not answered."""
        self._question, self._answered = Question(text, answers), then
        self.say(choices_words(text, [(answer.key, answer.text) for answer in answers]))

    def dropped(self) -> None:
        """A question has not been answered."""

    def _is_answer(self, text: str) -> bool:
        """Take a line as the answer to the open question, if it is one."""
        question, then = self._question, self._answered
        at = question.fitting(text) if question is not None else None
        if question is None or then is None or at is None:
            return False
        self._question = None
        then(question.answers[at])
        return True

    def _drop_question(self) -> None:
        if self._question is not None:
            self._question = None
            self.say("The question is dropped.")
            self.dropped()
