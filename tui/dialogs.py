"""What a game asks on the screen and in line mode alike: moves, draws, who takes a vacant seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from makachess.core import Move, Position, Square
from makachess.core.errors import MakachessError
from makachess.core.spec import opponent
from makachess.play.entry import Choice, EntryState, MoveEntry
from makachess.play.labels import Labels
from makachess.play.narration import KeyNames, entry_hint, preview
from makachess.play.premove import Premove
from makachess.play.questions import Answer, Question
from makachess.play.session.opponents import Opponent, opponent_at, program_name
from makachess.play.session.seats import PersonSeat, Seat, engine_seat
from makachess.play.session.session import Playing, Session
from makachess.play.session.setup import Setup
from makachess.play.settings import SettingsError
from makachess.saves.restriction import is_restricted


class Prompt(Protocol):
    """Where something is said and asked: the bottom row of a screen, or the lines of line mode."""

    @property
    def question(self) -> Question | None:
        """The open question."""

    def say(self, text: str, *, alert: bool = False) -> None:
        """Say something."""

    def ask(
        self,
        question: str,
        answers: Sequence[Answer],
        then: Callable[[Answer | None], None],
        fallback: Callable[[str], str] | None = None,
    ) -> Question:
        """Ask something; `then` gets the answer, `fallback` may take a text that is none."""

    def edit(self, label: str, text: str, then: Callable[[str], None]) -> None:
        """Have a text typed, beginning with the one given."""

    def withdraw(self) -> None:
        """Close an open question without an answer."""


def offer(
    prompt: Prompt, question: str, *answers: Answer, otherwise: Callable[[], object] = lambda: None
) -> None:
    """Ask something whose answers have as values what they do; `otherwise` is for those without."""

    def answered(answer: Answer | None) -> None:
        act = answer.value if answer else None
        act() if callable(act) else otherwise()

    prompt.ask(question, answers, answered)


class MoveDialog:
    """The move being entered, and what is said and asked about it.

    Each step goes to `then`: the move once it is complete, None before. `back` takes one back.
    Squares are named by `labels`, as the board shows them; typed ones may also be those of chess.
    """

    def __init__(
        self,
        position: Position,
        prompt: Prompt,
        keys: Callable[[], KeyNames],
        then: Callable[[Move | None], None],
        back: Callable[[], object],
        labels: Callable[[], Labels],
    ) -> None:
        self._prompt = prompt
        self._labels = labels
        self._typed = self._read = ""  # the last move typed, and with its squares as in chess
        self._keys = keys
        self._then = then
        self._back = back
        self.begin(position)

    def begin(self, position: Position, origin: Square | None = None) -> None:
        """Enter a new move, of the piece on `origin` if that is given; nothing is asked yet."""
        self._position = position
        self._entry = MoveEntry(position)
        self._has_said = False
        if origin is not None:
            self._entry.pick(origin)

    @property
    def state(self) -> EntryState:
        return self._entry.state

    @property
    def kind_asked_about(self) -> str:
        """The first type that the open question offers to become; empty if it offers none."""
        for choice in self.state.choices:
            if choice.prefix:
                return choice.prefix[0][1]
            if choice.move is not None and choice.move.promotion:
                return choice.move.promotion
        return ""

    def pieces(self) -> dict[Square, str]:
        return self._entry.pieces()

    def pick(self, square: Square) -> None:
        self._then(self._entry.pick(square))

    def type(self, text: str) -> None:
        self._then(self._type(text))

    def take(self, premove: Premove) -> Move | None:
        """Take a premove, once its turn has come, for the move being entered; nothing is asked."""
        return self._type(premove.text) if premove.text else self._entry.go(premove.squares)

    def _type(self, text: str) -> Move | None:
        self._typed, self._read = text, self._labels().read(text)
        return self._entry.type(self._read)

    @property
    def error(self) -> str:
        """What is wrong with the last step, as the board names squares; empty if nothing is."""
        error = self.state.error.replace(repr(self._read), repr(self._typed))
        return self._labels().write(error)

    def back(self) -> bool:
        """Take one step back; False when there was none."""
        return self._entry.back()

    def go_on(self, cursor: Square) -> None:
        """Ask what is open, or say what is wrong or what comes next."""
        if self.ask():
            return
        if error := self.error:
            self.tell(error)
        else:
            self.say_next(cursor)

    def tell(self, text: str) -> None:
        """Say something that the next step makes old; nothing takes back what was told before."""
        if text or self._has_said:
            self._prompt.say(text)
        self._has_said = bool(text)

    def ask(self) -> bool:
        state = self.state
        if not state.choices:
            return False
        answers = [Answer(choice.label, choice.text, choice) for choice in state.choices]
        self._prompt.ask(state.question, answers, self._chosen, self.answer_by_move)
        return True

    @property
    def waits(self) -> str:
        """How to answer what has to be chosen before any move; empty if nothing has."""
        state = self.state
        return entry_hint(state, self._keys()) if state.choices and not state.path else ""

    def say_next(self, cursor: Square) -> None:
        """Say what picking the square under the cursor would do, or what can be picked."""
        state = self.state
        target = state.targets.get(cursor)
        if target is not None:
            said = preview(self._position, state, cursor, target, self._keys())
        else:
            said = entry_hint(state, self._keys())
        self.tell(self._labels().write(said))

    def _chosen(self, answer: Answer | None) -> None:
        choice = answer.value if answer else None
        if isinstance(choice, Choice) and choice in self.state.choices:
            self._then(self._entry.choose(choice))
        else:
            self._back()

    def answer_by_move(self, text: str) -> str:
        """Take a move typed in answer to a question; if it cannot be, why."""
        move, error = self._type(text), self.error
        if not error:
            self._then(move)
        return error


STANDS = "The draw you have offered stands until the other side answers or moves"


class Questions:
    """Asks what the player has called for, and passes the answer on to the game.

    What the other side asks waits until the player calls for it by the same key.
    """

    def __init__(self, session: Playing, prompt: Prompt) -> None:
        self._session = session
        self._prompt = prompt
        self._question: Question | None = None  # the last one asked for the other side
        self._stands: Callable[[], bool] = bool  # whether that is asked still

    @property
    def _me(self) -> str:
        """The colour that the player acts for: the only one, or the one to move."""
        return self._session.person or self._session.turn

    def ask_to_resign(self) -> None:
        """Ask for confirmation before the person to move, or the only person, resigns."""
        if not self._session.over and self._session.people:
            self._confirm("Resign?", "yes, resign", self._session.resign)

    def ask_to_offer_draw(self) -> None:
        """Ask for confirmation before a draw is offered, unless one is offered already."""
        session = self._session
        if session.over or not session.people or self.ask_about_draw():
            return
        if session.offer is not None:
            self._prompt.say(STANDS)
            return
        self._confirm("Offer a draw?", "yes, offer it", session.offer_draw)

    def _confirm(self, question: str, yes: str, act: Callable[[str], object]) -> None:
        def agreed() -> None:
            self._do(lambda: act(self._me))

        offer(self._prompt, question, Answer("n", "no, play on"), Answer("y", yes, agreed))

    def ask_about_draw(self) -> bool:
        """Ask whether to accept a draw, if one is offered to a player here."""
        return self.ask_for_other(
            lambda: self._session.offer,
            lambda side: f"{side.capitalize()} offers a draw.",
            [Answer("n", "no, play on"), Answer("y", "yes, a draw", True)],
            self._session.answer_draw,
        )

    def ask_about_takeback(self) -> bool:
        """Ask whether a move may be taken back, if the opponent elsewhere asks for that."""
        return self.ask_for_other(
            lambda: self._session.takeback,
            lambda side: f"{side.capitalize()} asks to take back.",
            [Answer("n", "no, it stands"), Answer("y", "yes", True)],
            self._session.answer_undo,
        )

    def ask_for_other(
        self,
        asking: Callable[[], str | None],
        words: Callable[[str], str],
        answers: Sequence[Answer],
        act: Callable[[str, bool], object],
    ) -> bool:
        """Ask a player here what the colour `asking` wants to know; False if it asks nothing."""
        side = asking()
        if side is None or opponent(side) not in self._session.people:
            return False

        def answered(answer: Answer | None) -> None:
            if answer is not None:
                self._do(lambda: act(opponent(side), bool(answer.value)))

        self._stands = lambda: asking() == side
        self._question = self._prompt.ask(words(side), answers, answered)
        return True

    def follow(self) -> None:
        """The game has changed: withdraw a question that the other side asks no more."""
        question = self._question
        if question and self._prompt.question is question and not self._stands():
            self._prompt.withdraw()

    def _do(self, act: Callable[[], object]) -> None:
        try:
            act()
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)


class VacantSeatDialog:
    """Asks who takes each vacant seat before the game goes on; Esc is to `leave` the game.

    `setup` says who plays by now; `remember` keeps a program's name and command, and raises
    SettingsError. `then` follows once no seat is vacant.
    """

    def __init__(
        self,
        setup: Setup,
        session: Session,
        prompt: Prompt,
        *,
        remember: Callable[[str, str], object],
        leave: Callable[[], object] = lambda: None,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        self.setup = setup
        self._session = session
        self._prompt = prompt
        self._remember = remember
        self._leave = leave
        self._then = then

    def ask(self) -> None:
        color = self._session.vacant
        if color is None:
            self._then()
            return
        answers = [
            Answer("b", "built-in engine", self._ask_level),
            Answer("p", "you", self._sit_person),
        ]
        if not is_restricted():
            answers.insert(1, Answer("c", "its command", self._ask_command))
        name = self._session.seats[color].name
        question = f"{name[:24]!r} is not known here. Who plays?"
        offer(self._prompt, question, *answers, otherwise=self._leave)

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
                self._remember(name, command)
            except SettingsError as error:
                self._prompt.say(error.short, alert=True)

    def _try(self, choose: Callable[[], Opponent]) -> None:
        try:
            opponent = choose()
            setup = self.setup
            self._sit(engine_seat(setup.game.variant, opponent, setup.cores), opponent)
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)

    def _sit_person(self) -> None:
        self._sit(PersonSeat(), None)

    def _sit(self, seat: Seat, opponent: Opponent | None) -> None:
        color = self._session.vacant
        if color is not None:
            self.setup = self.setup.filled(color, opponent)
            self._session.sit(color, seat)
            self.ask()
