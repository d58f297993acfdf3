"""The game screen: between a person at the keyboard and the session."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from makachess.core import Position, Square
from makachess.core.errors import MakachessError
from makachess.play.analysis import Hints, Study
from makachess.play.background import close_all
from makachess.play.questions import Answer
from makachess.play.session.opponents import Opponent, opponent_at, program_name
from makachess.play.session.seats import PersonSeat, Seat, engine_seat
from makachess.play.session.session import Session, at_once
from makachess.play.session.setup import Setup
from makachess.play.settings import SettingsError
from makachess.saves.restriction import is_restricted
from makachess.tui.dialogs import UnsavedDialog
from makachess.tui.hints import Hint, game_hints, why_not_again
from makachess.tui.keys import GAME, LONG_MESSAGES, SCREENS, Action, bindings
from makachess.tui.preferences import exit_report_of, preferences_of
from makachess.tui.prompt import PromptLine
from makachess.tui.screens.playing import PlayingScreen
from textual.binding import BindingType


class VacantSeatDialog:
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
        self._try(lambda: opponent_at(text.strip()))

    def _sit_program(self, text: str) -> None:
        color, command = self._session.vacant, text.strip()
        name = self._session.seats[color].name if color else ""

        def choose() -> Opponent:
            program_name(command)  # refuses what is no command line
            return Opponent(command=command, program=name)

        self._try(choose)
        if color and self._session.vacant != color:
            try:
                preferences_of(self._prompt).remember_engine(name, command)
            except SettingsError as error:
                self._prompt.say(error.short, alert=True)

    def _try(self, choose: Callable[[], Opponent]) -> None:
        """Seat the engine chosen, or say why it cannot play."""
        try:
            opponent = choose()
            setup = self.setup
            self._sit(engine_seat(setup.game.variant, opponent, setup.cores), opponent)
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)

    def _sit_person(self) -> None:
        self._sit(PersonSeat(), None)

    def _sit(self, seat: Seat, opponent: Opponent | None) -> None:
        """Fill the vacant seat, and ask about the next."""
        color = self._session.vacant
        if color is not None:
            self.setup = self.setup.filled(color, opponent)
            self._session.sit(color, seat)
            self.ask()


class GameScreen(PlayingScreen):
    """One game being played, saved as it goes on."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(GAME, LONG_MESSAGES)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["game"]
    session: Session

    def __init__(self, setup: Setup) -> None:
        session = Session(
            setup.game,
            setup.seats(),
            commits=at_once(setup.autosave.commit, self._changed),
            clock=setup.clock(),
        )
        super().__init__(session, setup.engine, setup.model)
        self.setup = setup
        self.move_hints = Hints(self._hint_study(), self)
        self.unsaved = UnsavedDialog(self.session, setup.autosave, self.prompt)
        self.seating = VacantSeatDialog(setup, self.session, self.prompt, self.action_leave)
        self.auto_flip = setup.auto_flip
        if setup.people == {"black"}:
            self.board.flip()

    def _hint_study(self) -> Study:
        """Hints come from the built-in engine, and from its analysis if that is the one shown."""
        if self.setup.engine is None:
            return self.study
        return Study(self.built_in_engine, lambda found: None)

    async def on_mount(self) -> None:
        """Show the game, and begin."""
        self.prompt.on_move = self._typed
        self.show_first_piece()
        if self.session.clock is not None:
            self.set_interval(1.0, self._tick)
        self.session.begin()
        self.seating.ask()
        if self.setup.note:
            self.prompt.say(self.setup.note, alert=True)

    async def on_unmount(self) -> None:
        """End the game, its engines and the one behind the hints."""
        try:
            await close_all(self.session.close(), self.move_hints.close(), self.study.close())
            if self.session.unsaved:
                game, reason = self.session.game, self.session.unsaved
                exit_report_of(self).leave_unsaved(game, reason, printed=self.unsaved.prints)
        finally:
            self.setup.autosave.close()

    # --- showing --------------------------------------------------------------------------------

    def position_to_study(self) -> Position | None:
        """The position, except while a person's opponent is thinking, which needs the processor."""
        session = self.session
        free = session.over or session.persons_turn or session.paused or not session.people
        return self.game_shown().position if free or session.vacant else None

    def keys_now(self) -> list[Hint]:
        """The keys that do something as the game stands."""
        return game_hints(self.session, looking_back=self.looking.is_on)

    def hinted(self) -> tuple[Square, ...]:
        """The squares of the hint."""
        return self.move_hints.squares

    def withdraw_hint(self) -> bool:
        """Take the hint from the board."""
        return self.move_hints.withdraw()

    def ask_open_questions(self) -> None:
        """Ask where to save, if that fails, or else about a draw."""
        if not self.unsaved.offer():
            super().ask_open_questions()

    # --- entering a move ------------------------------------------------------------------------

    def picked(self, square: Square) -> None:
        """Take the square as a step of the move, or do what picking stands for instead."""
        if self.session.vacant:
            self.seating.ask()
        elif not self.session.people or self.session.paused:
            self.session.toggle_pause()
        else:
            super().picked(square)

    def _may_move(self, text: str = "") -> bool:
        if self.session.vacant:
            self.seating.ask()
            return False
        return super()._may_move(text)

    def action_hint(self) -> None:
        """Suggest a good move, and say why."""
        if self._may_move() and not self.prompt.asking:
            self.move_hints.ask(self.session.game.position, self.prompt.size.width - 1)

    def show_hint(self, text: str, *, alert: bool = False) -> None:
        """Say a hint, and mark it on the board."""
        self.show_entry()
        self.prompt.say(text, alert=alert)

    # --- the game as a whole --------------------------------------------------------------------

    def action_redo(self) -> None:
        """Make a move again that was taken back."""
        self.looking.end()
        self.session.redo()

    def action_auto_flip(self) -> None:
        """Show the board from the side to move from now on, or no longer."""
        if len(self.session.people) == 2:
            self.auto_flip = not self.auto_flip
            self.prompt.say("Auto flip is on" if self.auto_flip else "Auto flip is off")
            if self.auto_flip:
                self._face(self.session.turn)
                self.show_game()

    def action_again(self) -> None:
        """A new game with the same players, once this one is over."""
        if not self.session.over:
            self.prompt.say(why_not_again(self.session, self.keymap))
            return
        setup = self.seating.setup

        def begin() -> GameScreen:
            return GameScreen(setup.again(self.preferences.settings.search_cores))

        self.unsaved.leave(lambda: self.give_way(begin))

    def action_review(self) -> None:
        """Review the game, once it is over, in a copy: this one stays as it was played."""
        if not self.session.over:
            self.prompt.say("The game can be reviewed once it is over")
            return
        from makachess.play.exploration import Book
        from makachess.tui.screens.replay import ReplayScreen

        game = self.session.game.copy()
        book = Book(game, autosave=self.setup.autosave.for_copy(game))
        engine = self.setup.engine
        self.app.push_screen(ReplayScreen(book, game.node.ply, review=True, engine=engine))

    def action_leave(self) -> None:
        """Leave the game; if it cannot be saved, ask first."""
        self.unsaved.leave(super().action_leave)
