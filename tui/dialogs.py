"""What is said and asked of a game: its moves, resigning and draws, where to save.

Nothing here needs Textual: line mode asks the same questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from makachess.core import Move, Position, Square
from makachess.core.engine.model import Model
from makachess.core.errors import MakachessError
from makachess.core.spec import opponent
from makachess.play.attacks import AttackMarks, attack_marks, bearing_on, describe_bearing
from makachess.play.copying import text_to_copy
from makachess.play.entry import Choice, EntryState, Labels, MoveEntry
from makachess.play.looking import LookingBack
from makachess.play.narration import KeyNames, entry_hint, preview
from makachess.play.questions import Answer, Question
from makachess.play.session.opponents import Opponent, opponent_at, program_name
from makachess.play.session.seats import PersonSeat, Seat, engine_seat
from makachess.play.session.session import Playing, Session
from makachess.play.session.setup import Setup
from makachess.play.settings import SettingsError
from makachess.saves import Game, Library, Node, holding, save_game
from makachess.saves.fallback import fallback_folder
from makachess.saves.paths import typed_path
from makachess.saves.restriction import is_restricted
from makachess.tui.output import short_path

if TYPE_CHECKING:
    from makachess.tui.board import BoardWidget


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
        """The pieces as they stand with what has been entered."""
        return self._entry.pieces()

    def pick(self, square: Square) -> None:
        self._then(self._entry.pick(square))

    def type(self, text: str) -> None:
        self._then(self._type(text))

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
            self._prompt.say(error, alert=True)
        else:
            self.say_next(cursor)

    def ask(self) -> bool:
        """Ask what the move leaves open, or what waiting Pawns become first; False if nothing."""
        state = self.state
        if not state.choices:
            return False
        answers = [Answer(choice.label, choice.text, choice) for choice in state.choices]
        self._prompt.ask(state.question, answers, self._chosen, self.answer_by_move)
        return True

    def say_next(self, cursor: Square) -> None:
        """Say what picking the square under the cursor would do, or what can be picked."""
        state = self.state
        target = state.targets.get(cursor)
        if target is not None:
            said = preview(self._position, state, cursor, target, self._keys())
        else:
            said = entry_hint(state, self._keys())
        if said:
            self._prompt.say(self._labels().write(said))

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
    """Asks, and passes the answer on to the game.

    `move` takes a move that is typed instead of an answer to the other side; if it cannot be made,
    it returns why.
    """

    def __init__(self, session: Playing, prompt: Prompt, move: Callable[[str], str]) -> None:
        self.is_answered = False  # what the other side asks, though the game does not show it yet
        self._session = session
        self._prompt = prompt
        self._move = move
        self._question: Question | None = None  # the last one asked for the other side
        self._stands: Callable[[], bool] = bool  # whether that is asked still
        self._put_off: dict[str, Callable[[], bool]] = {}  # what was left open, and if it is asked

    @property
    def _me(self) -> str:
        """The colour that the player acts for: the only one, or the one to move."""
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
        """Ask a player here what the colour `asking` wants to know; a move is an answer, too.

        Esc leaves it open, and it is not asked again by itself. Returns whether it is asked.
        """
        side = asking()
        if side is None or opponent(side) not in self._session.people:
            return False
        question = words(side)
        if question in self._put_off:
            return False

        def stands() -> bool:
            return asking() == side

        def answered(answer: Answer | None) -> None:
            if answer is None:
                self._put_off[question] = stands
                self._prompt.say(f"{question} That stands until you answer")
                return
            self.is_answered = True
            self._do(lambda: act(opponent(side), bool(answer.value)))

        move = self._move if self._session.persons_turn else None
        self._question, self._stands = self._prompt.ask(question, answers, answered, move), stands
        return True

    @property
    def is_open(self) -> bool:
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
        """Ask who takes the first vacant seat, if there is one."""
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
                self._remember(name, command)
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


class LookBack(LookingBack):
    """Leads to earlier positions of a game that goes on; no move can be made there.

    After each step `shown` is told whether an earlier position was shown before. `end` names the
    key that returns to the game.
    """

    def __init__(
        self,
        game: Game,
        prompt: Prompt,
        end: Callable[[], str],
        shown: Callable[[bool], object],
    ) -> None:
        super().__init__(game)
        self._prompt = prompt
        self._end = end
        self._shown = shown

    @property
    def warning(self) -> str:
        """What the status row warns of while an earlier position is shown."""
        return f"LOOKING BACK at {self.label}" if self.is_on else ""

    @property
    def refusal(self) -> str:
        """Why no move can be made here; empty if the game is shown as it stands."""
        if not self.is_on:
            return ""
        return f"You are looking back at {self.label}: {self._end()} returns to the game"

    def go(self, count: int) -> None:
        """Go further back, or on again, by plies."""
        self._look(lambda: self.step(count))

    def go_to(self, node: Node) -> None:
        self._look(lambda: self.look_at(node))

    def leave(self) -> None:
        """Return to the game as it stands."""
        self._look(self.end)

    def _look(self, look: Callable[[], object]) -> None:
        was_on, node = self.is_on, self.shown.node
        look()
        if self.is_on or was_on:
            self._shown(was_on)
        if self.shown.node is node and node.parent is None:
            self._prompt.say("This is the start of the game")

    def go_to_number(self, number: int, color: str) -> None:
        """Go to the move of a number; a colour that did not make one counts as the other."""
        node = self.shown.numbered(number, color)
        if node is None:
            self._prompt.say(f"There is no move {number} in this game")
        else:
            self.go_to(node)


class SaveAs:
    """Asks in the prompt row for a name, offering one in the folder of saved games."""

    def __init__(self, prompt: Prompt, game_shown: Callable[[], Game]) -> None:
        self._prompt = prompt
        self._game_shown = game_shown

    def ask(self) -> None:
        """Ask for a name; one without a folder is put in the folder of saved games."""
        offered = Library().folder / f"{self._game_shown().variant.name}.pgn"
        self._prompt.edit("Save as: ", short_path(offered), self._named)

    def _named(self, text: str) -> None:
        if not text.strip():
            self._prompt.say("Not saved")
            return
        try:
            path = typed_path(text, Library().folder)
            if path.is_file():
                self._ask_to_overwrite(path)
            else:
                self._save(path, overwrite=False)
        except (MakachessError, OSError, ValueError) as error:  # such as a NUL in the name
            self._prompt.say(f"Not saved: {error}", alert=True)

    def _ask_to_overwrite(self, path: Path) -> None:
        answers = [Answer("n", "no"), Answer("y", "yes, overwrite it", path)]
        self._prompt.ask(f"{path.name} exists already. Overwrite it?", answers, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        if answer is not None and isinstance(answer.value, Path):
            self._save(answer.value, overwrite=True)
        else:
            self._prompt.say("Not saved")

    def _save(self, path: Path, *, overwrite: bool) -> None:
        try:
            if path.parent == Library().folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            with holding(path):
                save_game(self._game_shown(), path, overwrite=overwrite)
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)
        except OSError as error:
            self._prompt.say(f"Not saved: {error}", alert=True)
        else:
            self._prompt.say(f"Saved as {short_path(path)}")


class Unfinished(Protocol):
    """What is asked about: a session, or the games of a file that are edited."""

    @property
    def unsaved(self) -> str:
        """Why it is not on disk, in a few words; empty if it is."""

    def suspend(self) -> None:
        """Save all there is; nothing happens by itself until `begin`."""

    def save(self) -> None:
        """Try again to save."""

    def begin(self) -> None:
        """Go on."""


class Movable(Protocol):
    """A game's file, which can be another one from now on."""

    @property
    def path(self) -> Path | None:
        """Where the game is saved."""

    def move(self, new_file: Callable[[Game], Path]) -> None:
        """Let the next save make a new file somewhere else."""


class UnsavedDialog:
    """Offers another folder when saving begins to fail, and asks before the game is left.

    `prints` says whether the game's text is to be printed once the app has ended: unless the player
    has left without wanting it.
    """

    def __init__(self, session: Unfinished, autosave: Movable, prompt: Prompt) -> None:
        self.prints = True
        self._session = session
        self._autosave = autosave
        self._prompt = prompt
        self._refuge: Path | None = None
        self._has_looked = False  # for a folder, since saving began to fail

    def offer(self) -> bool:
        """Offer another folder, until there is an answer; whether a question is open."""
        if not self._session.unsaved:
            self._has_looked, self._refuge = False, None
            return False
        if not self._has_looked:
            self._has_looked = True
            self._refuge = fallback_folder(Library().folder)
        if self._refuge is None:
            return False
        answers = [
            self._move_answer(self._refuge, f"save in {short_path(self._refuge)}"),
            Answer("n", "play on"),
        ]
        self._prompt.ask(f"NOT SAVED: {self._session.unsaved}.", answers, self._answered)
        return True

    def leave(self, go: Callable[[], object]) -> None:
        """Leave the game once it is saved, or the player does not mind; till then it stands still.

        Saved here and not when the screen has gone, it may be opened again at once.
        """
        self._session.suspend()
        if not self._session.unsaved:
            go()
            return
        answers = [
            Answer("s", "stay"),
            Answer("p", "leave, print it", lambda: self._go(go, prints=True)),
            Answer("l", "leave", lambda: self._go(go, prints=False)),
        ]
        if (refuge := fallback_folder(Library().folder)) is not None:
            answers.insert(1, self._move_answer(refuge, "save elsewhere"))
        self._prompt.ask("Leave unsaved?", answers, self._leave_answered)

    def _move_answer(self, refuge: Path, text: str) -> Answer:
        return Answer("f", text, lambda: self._move(refuge))

    def _answered(self, answer: Answer | None) -> None:
        self._refuge = None
        if answer is not None and callable(answer.value):
            answer.value()

    def _leave_answered(self, answer: Answer | None) -> None:
        if answer is None or answer.value is None:
            self._session.begin()
        self._answered(answer)

    def _move(self, refuge: Path) -> None:
        """Save elsewhere, and play on."""
        self._autosave.move(Library(refuge).new_file)
        self._session.save()
        self._session.begin()
        if not self._session.unsaved and self._autosave.path is not None:
            self._prompt.say(f"Saved as {short_path(self._autosave.path)}")

    def _go(self, go: Callable[[], object], *, prints: bool) -> None:
        self.prints = prints
        go()


NAMES = {"fen": "FEN", "pgn": "PGN", "board": "board", "moves": "moves"}


class CopyDialog:
    """Asks in the prompt row what is to be copied; `send` passes a text to the terminal."""

    def __init__(
        self, prompt: Prompt, game_shown: Callable[[], Game], send: Callable[[str], object]
    ) -> None:
        self._prompt = prompt
        self._game_shown = game_shown
        self._send = send

    def ask(self) -> None:
        answers = [Answer(form[0], name, form) for form, name in NAMES.items()]
        self._prompt.ask("Copy:", answers, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        if answer is not None:
            self.copy(str(answer.value))

    def copy(self, form: str) -> None:
        try:
            text = text_to_copy(self._game_shown(), form)
        except MakachessError as error:
            self._prompt.say(f"Not copied: {error}", alert=True)
            return
        self._send(text)
        self._prompt.say(f"Sent to the terminal's clipboard: {NAMES[form]}, {len(text)} characters")


class AttackMap:
    """Marks the board and says what it marks, while it is on.

    What can be won depends on the model that the game is played by, unless it is the usual one.
    """

    def __init__(self, board: BoardWidget, prompt: Prompt, model: Model | None = None) -> None:
        self.on = False
        self._board = board
        self._prompt = prompt
        self._model = model
        self._shown = (
            "",
            "",
            False,
        )  # position, side at the lower edge, whether squares are counted
        self._marks = AttackMarks()

    def toggle(self, position: Position) -> None:
        self.on = not self.on
        self.mark(position)
        self._prompt.say("")
        self.tell(position)

    def mark(self, position: Position) -> None:
        """Mark what there is to mark in a position, with the cursor where it is."""
        if not self.on:
            self._board.mark()
            return
        below = "black" if self._board.geometry.flipped else "white"
        shown = position.fen(), below, self._board.shows_attacks
        if shown != self._shown:
            self._shown = shown
            self._marks = attack_marks(position, below, self._model, counted=shown[2])
        bearing = bearing_on(position, self._board.cursor)
        self._board.mark(replace(self._marks, bearing=bearing.white + bearing.black))

    def tell(self, position: Position) -> None:
        """Say who attacks and who defends the square under the cursor."""
        if self.on:
            said = describe_bearing(position, self._board.cursor, self._model)
            self._prompt.say(self._board.labels.write(said))
