"""What a game asks before it ends: whether to resign, whether to accept a draw."""

from __future__ import annotations

from makachess.play.entry.questions import Answer
from makachess.play.session.session import OTHER, Session
from makachess.tui.widgets.prompt import PromptLine


class Questions:
    """Asks in the prompt row, and passes the answer on to the session."""

    def __init__(self, session: Session, prompt: PromptLine) -> None:
        self._session = session
        self._prompt = prompt

    def ask_to_resign(self) -> None:
        """Ask for confirmation before the person to move, or the only person, resigns."""
        if not self._session.over and self._session.people:
            answers = [Answer("n", "no, play on"), Answer("y", "yes, resign", True)]
            self._prompt.ask("Resign?", answers, self._resigned)

    def _resigned(self, answer: Answer | None) -> None:
        if answer and answer.value:
            self._session.resign(self._session.person or self._session.turn)

    def ask_about_draw(self) -> None:
        """Ask whether to accept a draw, if one is offered."""
        side = self._session.offer
        if side is not None and not self._session.over:
            answers = [Answer("n", "no, play on"), Answer("y", "yes, a draw", True)]
            self._prompt.ask(f"{side.capitalize()} offers a draw.", answers, self._draw_answered)

    def _draw_answered(self, answer: Answer | None) -> None:
        side = self._session.offer
        if side is not None:
            self._session.answer_draw(OTHER[side], bool(answer and answer.value))
