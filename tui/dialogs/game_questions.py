"""What a game asks besides moves: to resign, to offer or accept a draw, to let a move be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from makachess.core.errors import MakachessError
from makachess.play.questions import Answer, Question
from makachess.play.session.session import OTHER, Playing
from makachess.tui.widgets.prompt import PromptLine

STANDS = "The draw you have offered stands until the other side answers or moves"


class Questions:
    """Asks in the prompt row, and passes the answer on to the game.

    `move` takes a move that is typed instead of an answer to the other side; if it cannot be made,
    it returns why.
    """

    def __init__(self, session: Playing, prompt: PromptLine, move: Callable[[str], str]) -> None:
        self.is_answered = False  # what the other side asks, though the game does not show it yet
        self._session = session
        self._prompt = prompt
        self._move = move
        self._question: Question | None = None  # the last one asked for the other side
        self._stands: Callable[[], bool] = bool  # whether that is asked still
        self._put_off: dict[str, Callable[[], bool]] = {}  # what was left open, and if it is asked

    # --- asked by whoever plays here ------------------------------------------------------------

    @property
    def _me(self) -> str:
        """The colour for which somebody here acts: the only one, or the one to move."""
        return self._session.person or self._session.turn

    def ask_to_resign(self) -> None:
        """Ask for confirmation before the person to move, or the only person, resigns."""
        if not self._session.over and self._session.people:
            answers = [Answer("n", "no, play on"), Answer("y", "yes, resign", True)]
            self._confirm("Resign?", answers, self._session.resign)

    def ask_to_offer_draw(self) -> None:
        """Ask for confirmation before a draw is offered, unless one is offered already."""
        session = self._session
        self._put_off.clear()
        if session.over or not session.people or self.ask_about_draw():
            return
        if session.offer is not None:
            self._prompt.say(STANDS)
            return
        answers = [Answer("n", "no, play on"), Answer("y", "yes, offer it", True)]
        self._confirm("Offer a draw?", answers, session.offer_draw)

    def _confirm(
        self, question: str, answers: Sequence[Answer], act: Callable[[str], object]
    ) -> None:
        def answered(answer: Answer | None) -> None:
            if answer and answer.value:
                self._do(lambda: act(self._me))

        self._prompt.ask(question, answers, answered)

    # --- asked by the other side ----------------------------------------------------------------

    def ask_about_draw(self) -> bool:
        """Ask whether to accept a draw, if one is offered to somebody here."""
        session, side = self._session, self._session.offer
        if side is None or session.over or OTHER[side] not in session.people:
            return False
        return self.ask_for_other(
            f"{side.capitalize()} offers a draw.",
            [Answer("n", "no, play on"), Answer("y", "yes, a draw", True)],
            lambda accepted: session.answer_draw(OTHER[side], accepted),
            lambda: session.offer == side,
        )

    def ask_about_takeback(self) -> bool:
        """Ask whether a move may be taken back, if somebody elsewhere would like that."""
        session, side = self._session, self._session.takeback
        if side is None or session.over or OTHER[side] not in session.people:
            return False
        return self.ask_for_other(
            f"{side.capitalize()} asks to take back.",
            [Answer("n", "no, it stands"), Answer("y", "yes", True)],
            lambda accepted: session.answer_undo(OTHER[side], accepted),
            lambda: session.takeback == side,
        )

    def ask_for_other(
        self,
        question: str,
        answers: Sequence[Answer],
        act: Callable[[bool], object],
        stands: Callable[[], bool],
    ) -> bool:
        """Ask something for the other side; a move made instead is an answer, too.

        Esc leaves it open, and it is not asked again by itself. Returns whether it is asked.
        """
        if question in self._put_off:
            return False

        def answered(answer: Answer | None) -> None:
            if answer is None:
                self._put_off[question] = stands
                self._prompt.say(f"{question} That stands until you answer")
                return
            self.is_answered = True
            self._do(lambda: act(bool(answer.value)))

        move = self._move if self._session.persons_turn else None
        self._question, self._stands = self._prompt.ask(question, answers, answered, move), stands
        return True

    @property
    def is_open(self) -> bool:
        """Whether a question of the other side is open."""
        return self._question is not None and self._prompt.question is self._question

    def follow(self) -> None:
        """The game has changed: withdraw a question that the other side asks no more."""
        self.is_answered = False
        self._put_off = {text: asked for text, asked in self._put_off.items() if asked()}
        if self.is_open and not self._stands():
            self._prompt.withdraw()

    def _do(self, act: Callable[[], object]) -> None:
        """Do something in the game, or say why it cannot be done."""
        try:
            act()
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)
