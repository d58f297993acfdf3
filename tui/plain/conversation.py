"""One line in, some lines out: the game as a conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from makachess.core import MakachessError, Move, Position, Square
from makachess.play.analysis.hints import Hints
from makachess.play.attacks import describe_bearing
from makachess.play.background import close_all
from makachess.play.diagrams import piece_diagram
from makachess.play.entry.choices import Choice
from makachess.play.entry.entry import MoveEntry
from makachess.play.entry.questions import Answer, Question
from makachess.play.narration import describe_outcome, settled_note
from makachess.play.session.session import OTHER, Change, Session
from makachess.play.session.setup import Setup
from makachess.saves.export import format_board
from makachess.tui.plain.words import (
    HELP,
    choices_words,
    clock_words,
    men_words,
    move_words,
    moves_words,
    opening_words,
)

Say = Callable[[str], object]
LONGEST = 1000  # characters of a line
ROOM = 400  # characters of a hint


class Conversation:
    """A game between somebody who types lines and whoever sits opposite; `say` gets the answers.

    `left` is set once the person has asked to leave.
    """

    def __init__(self, setup: Setup, hints: Callable[[Conversation], Hints], say: Say) -> None:
        self.setup = setup
        self.session = Session(
            setup.game,
            setup.seats(),
            save=setup.autosave.commit,
            tell=self._changed,
            clock=setup.clock(),
        )
        self.left = False
        self._say = say
        self._hints = hints(self)
        self._spoken: tuple[str, ...] = setup.game.sans
        self._question: Question | None = None
        self._then: Callable[[Answer | None], None] | None = None
        self._entry: MoveEntry | None = None
        self._unsaved = ""
        self._offer: str | None = None
        self._is_over = False
        self._commands: dict[str, Callable[[], object]] = {
            "help": lambda: say(HELP),
            "board": self._board,
            "men": lambda: say("\n".join(men_words(self._position))),
            "last": self._last,
            "moves": lambda: say(moves_words(setup.game)),
            "clock": lambda: say(clock_words(self.session)),
            "fen": lambda: say(self._position.fen()),
            "hint": self._hint,
            "undo": lambda: self.session.undo(self.session.person or OTHER[self.session.turn]),
            "redo": self.session.redo,
            "draw": lambda: self.session.offer_draw(self._me),
            "resign": self._ask_to_resign,
            "again": self.session.toggle_pause,
            "quit": self._leave,
        }
        self._about: dict[str, Callable[[Square], object]] = {
            "what": self._what,
            "attacks": lambda square: say(describe_bearing(self._position, square)),
        }

    def begin(self) -> None:
        """Say what is played, and begin."""
        self._say(opening_words(self.setup.game, self.session.people))
        if self.setup.note:
            self._say(self.setup.note)
        self.session.begin()

    async def close(self) -> None:
        """End the game and its engines; the game is saved as it stands."""
        try:
            await close_all(self.session.close(), self._hints.close())
        finally:
            self.setup.autosave.close()

    # --- what is typed --------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Answer a line."""
        text = line.strip()
        if len(text) > LONGEST:
            self._say(f"That line has {len(text)} characters, at most {LONGEST} are read")
        elif text and not self._is_answer(text):
            self._drop_question()
            try:
                self._obey(text)
            except MakachessError as error:
                self._say(str(error))

    def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if (command := self._commands.get(text.lower())) is not None:
            command()
        elif (about := self._about.get(word.lower())) is not None:
            about(Square.parse(rest.strip().lower()))
        else:
            self._move(text)

    def _move(self, text: str) -> None:
        if self.session.over:
            self._say(f"The game is over: {self._result}. Type undo or quit.")
        elif not self.session.people:
            self._say(f"{text!r} is not a command, and you are watching. Type help.")
        elif not self.session.persons_turn:
            self._say("Your opponent is to move")
        else:
            self._entry = MoveEntry(self._position)
            self._entered(self._entry.type(text))

    def _entered(self, move: Move | None) -> None:
        """Make a move that is complete; otherwise ask what is open, or say what is wrong."""
        assert self._entry is not None
        state = self._entry.state
        if move is not None:
            self._entry = None
            self.session.play(self.session.turn, move)
        elif state.choices:
            answers = [Answer(choice.label, choice.text, choice) for choice in state.choices]
            self._ask(state.question, answers, self._chosen)
        elif state.error:
            self._say(f"{state.error}. Type help for what else can be typed.")
        else:
            goals = ", ".join(map(str, sorted(state.targets)))
            self._say(f"The {self._name(state.path[0])} can go to {goals}: type the whole move")

    def _chosen(self, answer: Answer | None) -> None:
        if self._entry is not None and answer is not None and isinstance(answer.value, Choice):
            self._entered(self._entry.choose(answer.value))

    # --- questions ------------------------------------------------------------------------------

    def _ask(
        self, text: str, answers: Sequence[Answer], then: Callable[[Answer | None], None]
    ) -> None:
        self._question, self._then = Question(text, answers), then
        self._say(choices_words(text, [(answer.key, answer.text) for answer in answers]))

    def _is_answer(self, text: str) -> bool:
        """Take a line as the answer to the open question, if it is one."""
        question, then = self._question, self._then
        at = question.fitting(text) if question is not None else None
        if question is None or then is None or at is None:
            return False
        self._question = None
        then(question.answers[at])
        return True

    def _drop_question(self) -> None:
        """Whoever types something else has not answered."""
        if self._question is not None:
            self._question, self._entry = None, None
            self._say("The question is dropped.")

    def _ask_to_resign(self) -> None:
        if not self.session.over and self.session.people:
            answers = [Answer("no", "play on"), Answer("yes", "resign", True)]
            self._ask("Resign?", answers, self._resigned)

    def _resigned(self, answer: Answer | None) -> None:
        if answer is not None and answer.value:
            self.session.resign(self._me)

    def _ask_about_draw(self, side: str) -> None:
        answers = [Answer("no", "play on"), Answer("yes", "a draw", True)]
        self._ask(f"{side.capitalize()} offers a draw.", answers, self._draw_answered)

    def _draw_answered(self, answer: Answer | None) -> None:
        if self.session.offer is not None and answer is not None:
            self.session.answer_draw(OTHER[self.session.offer], bool(answer.value))

    # --- what is said ---------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        """Say what has happened: moves first."""
        session = self.session
        self._speak_moves()
        if session.unsaved and session.unsaved != self._unsaved:
            self._say(f"NOT SAVED: {session.unsaved}")
        if change.note:
            self._say(change.note)
        if session.over and not self._is_over:
            self._say(self._result)
        if session.offer not in (self._offer, None, session.person):
            self._ask_about_draw(str(session.offer))
        self._unsaved, self._offer, self._is_over = session.unsaved, session.offer, session.over

    def _speak_moves(self) -> None:
        """Say the moves that have been made since something was last said of them."""
        game, spoken = self.setup.game, self._spoken
        self._spoken = game.sans
        if self._spoken[: len(spoken)] == spoken and len(self._spoken) > len(spoken):
            self._speak_last(len(self._spoken) - len(spoken))

    def _speak_last(self, count: int) -> None:
        """Say the last moves."""
        game, position = self.setup.game, self._position.copy()
        moves = [position.pop() for _ in range(count)]
        for ply, move in enumerate(reversed(moves), len(game.sans) - count + 1):
            _, color = game.number(ply)
            self._say("\n".join(move_words(position, color, game.sans[ply - 1], move)))
            position.push(move)
        if note := settled_note(position):
            self._say(note)

    def _last(self) -> None:
        if self.setup.game.sans:
            self._speak_last(1)
        else:
            self._say("No moves yet")

    def _board(self) -> None:
        self._say(format_board(self._position).rstrip())
        if not self.session.over:
            self._say(f"{self._position.turn.capitalize()} to move")

    def _what(self, square: Square) -> None:
        """The man on a square, how it moves, and where it can go."""
        position = self._position
        man = position.piece_at(square)
        if man is None:
            self._say(f"{square} is empty")
            return
        color = "White" if man.isupper() else "Black"
        moves = [move for move in position.legal_moves() if move.origin == square]
        self._say(f"{color}'s {self._name(square)}")
        self._say("\n".join(piece_diagram(position.variant, man.upper())))
        sans = ", ".join(sorted(map(position.san, moves)))
        self._say(f"Moves: {sans}" if moves else "It has no move now")

    def _hint(self) -> None:
        if self.session.persons_turn:
            self._hints.ask(self._position, ROOM)
        else:
            self._say("Hints are for when it is your turn")

    def show_hint(self, text: str, *, alert: bool = False) -> None:
        """Say a hint, or why there is none."""
        self._say(text)

    def _leave(self) -> None:
        self.left = True

    # --- what is so -----------------------------------------------------------------------------

    @property
    def _position(self) -> Position:
        return self.setup.game.position

    @property
    def _me(self) -> str:
        """The only person's colour, or else that of the side to move."""
        return self.session.person or self.session.turn

    @property
    def _result(self) -> str:
        outcome = self.setup.game.outcome
        return describe_outcome(outcome) if outcome else ""

    def _name(self, square: Square) -> str:
        man = self._position.piece_at(square) or ""
        return f"{self._position.variant.pieces[man.upper()].name} on {square}"
