"""What a game asks besides moves: to resign, to accept a draw, to let a move be taken back."""

from __future__ import annotations

from collections.abc import Callable

from makachess.core.errors import MakachessError
from makachess.play.entry.questions import Answer
from makachess.play.session.interface import Playing
from makachess.play.session.session import OTHER
from makachess.tui.widgets.prompt import PromptLine


class Questions:
    """Asks in the prompt row, and passes the answer on to the game."""

    def __init__(self, session: Playing, prompt: PromptLine) -> None:
        self._session = session
        self._prompt = prompt

    def ask_to_resign(self) -> None:
        """Ask for confirmation before the person to move, or the only person, resigns."""
        if not self._session.over and self._session.people:
            answers = [Answer("n", "no, play on"), Answer("y", "yes, resign", True)]
            self._prompt.ask("Resign?", answers, self._resigned)

    def _resigned(self, answer: Answer | None) -> None:
        if answer and answer.value:
            self._do(lambda: self._session.resign(self._session.person or self._session.turn))

    def ask_about_draw(self) -> bool:
        """Ask whether to accept a draw, if one is offered to somebody here."""
        side = self._session.offer
        if side is None or self._session.over or OTHER[side] not in self._session.people:
            return False
        answers = [Answer("n", "no, play on"), Answer("y", "yes, a draw", True)]
        self._prompt.ask(f"{side.capitalize()} offers a draw.", answers, self._draw_answered)
        return True

    def _draw_answered(self, answer: Answer | None) -> None:
        side = self._session.offer
        if side is not None:
            accepted = bool(answer and answer.value)
            self._do(lambda: self._session.answer_draw(OTHER[side], accepted))

    def ask_about_takeback(self) -> bool:
        """Ask whether a move may be taken back, if somebody elsewhere would like that."""
        side = self._session.takeback
        if side is None or self._session.over or OTHER[side] not in self._session.people:
            return False
        answers = [Answer("n", "no, it stands"), Answer("y", "yes", True)]
        question = f"{side.capitalize()} asks to take back."
        self._prompt.ask(question, answers, self._takeback_answered)
        return True

    def _takeback_answered(self, answer: Answer | None) -> None:
        side = self._session.takeback
        if side is not None:
            accepted = bool(answer and answer.value)
            self._do(lambda: self._session.answer_undo(OTHER[side], accepted))

    def _do(self, act: Callable[[], object]) -> None:
        """Do something in the game, or say why it cannot be done."""
        try:
            act()
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)
