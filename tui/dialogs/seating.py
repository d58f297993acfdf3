"""Who takes the seat of an engine that a saved game names and the settings do not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from makachess.core.errors import MakachessError
from makachess.play.questions import Answer
from makachess.play.session.opponents import EngineChoice, choose_engine
from makachess.play.session.seats import PersonSeat, Seat
from makachess.play.session.session import Session
from makachess.play.session.setup import Setup
from makachess.play.settings import SettingsError, remember_engine
from makachess.saves.restriction import is_restricted
from makachess.tui.widgets.prompt import PromptLine


class Seating:
    """Asks who takes each vacant seat before the game goes on; Esc leaves the game.

    `setup` says who plays by now.
    """

    def __init__(
        self, setup: Setup, session: Session, prompt: PromptLine, leave: Callable[[], object]
    ) -> None:
        self.setup = setup
        self._session = session
        self._prompt = prompt
        self._leave = leave

    def ask(self) -> None:
        """Ask who takes the first vacant seat, if there is one."""
        color = self._session.vacant
        if color is None:
            return
        answers = [
            Answer("b", "built-in engine", self._ask_level),
            Answer("p", "you", self._sit_person),
        ]
        if not is_restricted():
            answers.insert(1, Answer("c", "its command", self._ask_command))
        name = self._session.seats[color].name
        self._prompt.ask(f"{name[:24]!r} is not known here. Who plays?", answers, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        if answer is None:
            self._leave()
        elif callable(answer.value):
            answer.value()

    def _ask_level(self) -> None:
        self._prompt.edit("Level (1-10): ", str(self.setup.level), self._sit_built_in)

    def _ask_command(self) -> None:
        self._prompt.edit("Command: ", "", self._sit_program)

    def _sit_built_in(self, text: str) -> None:
        self._try(lambda: choose_engine(text.strip()))

    def _sit_program(self, text: str) -> None:
        color = self._session.vacant
        name = self._session.seats[color].name if color else ""
        self._try(lambda: replace(choose_engine("3", text.strip()), program=name))
        if color and self._session.vacant != color:
            try:
                remember_engine(name, text.strip())
            except SettingsError as error:
                self._prompt.say(error.short, alert=True)

    def _try(self, choose: Callable[[], EngineChoice]) -> None:
        """Seat the engine chosen, or say why it cannot play."""
        try:
            choice = choose()
            self._sit(self.setup.engine_seat(choice), choice)
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)

    def _sit_person(self) -> None:
        self._sit(PersonSeat(), None)

    def _sit(self, seat: Seat, choice: EngineChoice | None) -> None:
        """Fill the vacant seat, and ask about the next."""
        color = self._session.vacant
        if color is not None:
            self.setup = self.setup.filled(color, choice)
            self._session.sit(color, seat)
            self.ask()
