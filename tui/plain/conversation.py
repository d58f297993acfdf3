"""One line in, some lines out: the game as a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from makachess.core import MakachessError, Move, Position, Square
from makachess.core.engine.model import Model
from makachess.core.pictures import format_board
from makachess.core.spec import COLORS, opponent
from makachess.core.text import plain_signs, sentence, too_long
from makachess.play.analysis import Hints, Study
from makachess.play.attacks import dangers, describe_bearing, royals_of
from makachess.play.background import close_all
from makachess.play.coach import Coach
from makachess.play.copying import numbered_moves
from makachess.play.diagrams import piece_diagram
from makachess.play.engines import make_engine
from makachess.play.labels import labels
from makachess.play.narration import KeyNames, forced_note, settled_note
from makachess.play.questions import Answer, Question
from makachess.play.session.clock import describe_time
from makachess.play.session.session import GameUpdate, Session, at_once
from makachess.play.session.setup import Setup
from makachess.play.settings import remember_engine
from makachess.saves import Game
from makachess.tui.dialogs import MoveDialog, Questions, VacantSeatDialog, offer

Say = Callable[[str], object]
LEAVE = "quit"  # the command that is one wherever a line is read
LONGEST = 1000  # characters of a line
NULL_SPOKEN = ", a null move"  # behind `--`, which nothing reads aloud


def spelled(answer: Answer) -> Answer:
    """An answer with yes or no as its key where its text begins so: here one types words.

    >>> spelled(Answer("n", "no, play on"))
    Answer(key='no', text='play on', value=None)
    """
    word, comma, rest = answer.text.partition(", ")
    return Answer(word, rest, answer.value) if comma and word in ("yes", "no") else answer


class Talk:
    """Answers lines through `say`.

    `left` is set once the person has asked to leave. Another talk follows this one if it is
    `then`, or the choice of an unfinished game if `resumes` is set.
    """

    def __init__(self, say: Say, told: str) -> None:
        """Talk by `say`; `told` is what `help` says."""
        self._say = say
        self.commands: dict[str, Callable[[], object]] = {
            "help": lambda: say(told),
            LEAVE: self._leave,
        }
        self.about: dict[str, Callable[[str], object]] = {}  # commands with something behind them
        self.left = False
        self.then: Talk | None = None
        self.resumes = False
        self._question: Question | None = None
        self._answered: Callable[[Answer | None], None] | None = None
        self._edited: Callable[[str], object] | None = None

    def say(self, text: str, *, alert: bool = False) -> None:
        """Say something; here nothing stands out."""
        self._say(text)

    def begin(self) -> None:
        """Say what there is; raises MakachessError if there is nothing to talk about."""
        raise NotImplementedError

    def obey(self, text: str) -> None:
        """Answer a line that answers no question; raises MakachessError."""
        word, _, rest = text.partition(" ")
        if (command := self.commands.get(text.lower())) is not None:
            command()
        elif (about := self.about.get(word.lower())) is not None:
            about(rest.strip())
        else:
            self.answer(text)

    def answer(self, text: str) -> None:
        """Answer a line that is no command; raises MakachessError."""
        raise NotImplementedError

    def tell_of(self, position: Callable[[], Position], model: Model | None = None) -> None:
        """Have the commands that tell of a position."""
        say = self._say
        self.commands |= {
            "board": lambda: say(board_words(position())),
            "pieces": lambda: say("\n".join(pieces_words(position()))),
            "fen": lambda: say(position().fen()),
        }
        self.about |= {
            "what": lambda text: say("\n".join(what_words(position(), _square(text)))),
            "attacks": lambda text: say(describe_bearing(position(), _square(text), model)),
        }

    def _leave(self) -> None:
        self.left = True

    def tick(self) -> None:
        """Look at the clock, if there is one."""

    async def settle(self) -> None:
        """Do what takes a moment, and the next line waits for."""

    async def close(self) -> None:
        """End what goes on."""

    @property
    def unsaved(self) -> tuple[Game, str] | None:
        """A game that could not be saved, and why."""
        return None

    def take(self, line: str) -> None:
        text = line.strip()
        if len(text) > LONGEST:
            self.say(too_long(len(text), LONGEST))
            return
        edited, self._edited = self._edited, None
        try:
            if edited is not None and text.lower() != LEAVE:
                edited(text)
            elif text and not self._is_answer(text):
                self._drop_question()
                self.obey(plain_signs(text).strip())
        except MakachessError as error:
            self.say(sentence(str(error)))

    @property
    def question(self) -> Question | None:
        return self._question

    def ask(
        self,
        question: str,
        answers: Sequence[Answer],
        then: Callable[[Answer | None], None],
        fallback: Callable[[str], str] | None = None,
    ) -> Question:
        """Ask a question; anything else typed is no answer, and is obeyed."""
        answers = list(map(spelled, answers))
        self._question, self._answered = asked, _ = Question(question, answers), then
        self.say("\n".join([question, *(f"  {one.key}: {one.text}" for one in answers)]))
        return asked

    def edit(self, label: str, text: str, then: Callable[[str], None]) -> None:
        """Take the next line for a text; an empty one stands for the text given."""
        self._edited = lambda typed: then(typed or text)
        self.say(f"{label}{text}")

    def withdraw(self) -> None:
        self._question = None

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


ROOM = 400  # characters of a hint
HELP = """\
Type a move: e4, Nf3, e2e4, exd5=V. Or one of these:
  board            the position as a grid
  pieces           all pieces and their squares
  what SQUARE      the piece on a square, how it moves and where it can go
  attacks SQUARE   who attacks and who defends a square
  last             the last move again
  moves            all moves so far
  clock            the time left
  fen              the position as a FEN
  hint             a good move, and why
  coach            the coach, who warns of mistakes: on or off
  undo, redo       take back, or redo
  draw             offer a draw
  resign           resign
  again            have an opponent that failed try again; when watching, stop or go on
  resume           leave this game, and choose an unfinished one to go on with
  help             this list
  quit             leave; the game is saved after every move"""


def opening_words(game: Game, people: frozenset[str]) -> str:
    names = " - ".join(game.tags.get(color.capitalize(), "?") for color in COLORS)
    sides = [color.capitalize() for color in COLORS if color in people]
    you = {0: "You are watching", 1: f"You play {sides[0]}" if sides else ""}.get(
        len(sides), "Two people play here"
    )
    return f"{game.variant.title}: {names}. {you}. Type help to see what you can type."


def move_words(position: Position, color: str, san: str, move: Move) -> Iterator[str]:
    """A move as it is announced; `position` is the one before it."""
    yield f"{color.capitalize()}: {san}" + NULL_SPOKEN * move.is_null
    if why := forced_note(position, move):
        yield why
    after = position.copy()
    after.push(move)
    yield from dangers(royals_of(after), after.turn)


def board_words(position: Position) -> str:
    return format_board(position).rstrip()


def what_words(position: Position, square: Square) -> Iterator[str]:
    piece = position.piece_at(square)
    if piece is None:
        yield f"{square} is empty"
        return
    color = "White" if piece.isupper() else "Black"
    yield f"{color}'s {piece_words(position, square)}"
    diagram = piece_diagram(position.variant, piece.upper())
    yield from (*diagram.grid, *diagram.legend)
    sans = sorted(position.san(m) for m in position.legal_moves() if m.origin == square)
    yield f"Moves: {', '.join(sans)}" if sans else "It has no move now"


def piece_words(position: Position, square: Square) -> str:
    """The piece on a square, such as `Knight on b1`."""
    piece = position.piece_at(square) or ""
    return f"{position.variant.pieces[piece.upper()].name} on {square}"


def pieces_words(position: Position) -> Iterator[str]:
    """A line for each side: its pieces by type, and their squares."""
    types = position.variant.pieces
    for color in COLORS:
        squares: dict[str, list[Square]] = {}
        for square, (kind, side) in sorted(position.piece_map().items()):
            if side == color:
                squares.setdefault(kind, []).append(square)
        pieces = (
            f"{types[kind].name} {' '.join(map(str, squares[kind]))}"
            for kind in types
            if kind in squares
        )
        yield f"{color.capitalize()}: {', '.join(pieces)}"


def moves_words(game: Game) -> str:
    return " ".join(numbered_moves(game).split()) or "No moves yet"


def clock_words(session: Session) -> str:
    times = session.times
    if not times:
        return "There is no clock"
    return ", ".join(f"{color.capitalize()} {describe_time(times[color])}" for color in COLORS)


class Conversation(Talk):
    """A game between a player who types lines and an opponent."""

    def __init__(self, setup: Setup, hints: Callable[[Conversation], Hints], say: Say) -> None:
        super().__init__(say, HELP)
        self.setup = setup
        self.session = Session(
            setup.game,
            setup.seats(),
            commits=at_once(setup.autosave.commit, self._changed),
            clock=setup.clock(),
        )
        chess = labels(setup.game.variant.files, setup.game.variant.ranks, "chess")
        self.entering = MoveDialog(
            setup.game.position, self, KeyNames, self._entered, lambda: None, lambda: chess
        )
        self.questions = Questions(self.session, self)
        self._seating = VacantSeatDialog(
            *(setup, self.session, self), remember=remember_engine, then=self._open
        )
        self._hints = hints(self)
        engine = partial(make_engine, setup.game.variant, model=setup.model)
        self._coach = Coach(self.session, engine, self.say)
        self._move: Move | None = None  # at which the coach is to look
        self._spoken: tuple[str, ...] = setup.game.sans
        self._unsaved = ""
        self._offer: str | None = None
        self._is_over = False
        self.tell_of(lambda: self._position, setup.model)
        self.commands |= {
            "board": self._board,
            "last": self._last,
            "moves": lambda: say(moves_words(setup.game)),
            "clock": lambda: say(clock_words(self.session)),
            "hint": self._hint,
            "coach": lambda: say(f"The coach is {'on' if self._coach.turn() else 'off'}"),
            "undo": lambda: self.session.undo(self.session.person or opponent(self.session.turn)),
            "redo": self.session.redo,
            "draw": lambda: self.session.offer_draw(self._me),
            "resign": self.questions.ask_to_resign,
            "again": self.session.toggle_pause,
            "resume": self._resume,
        }

    def begin(self) -> None:
        self._seating.ask()

    def _open(self) -> None:
        self.say(opening_words(self.setup.game, self.session.people))
        if self.setup.note:
            self.say(self.setup.note)
        if self.setup.game.sans:
            self._say_where_it_stands()
        self.session.begin()

    def _say_where_it_stands(self) -> None:
        """Say what was played last in a game that goes on."""
        count = len(self.setup.game.sans)
        self.say(
            f"{count} {'move has' if count == 1 else 'moves have'} been made. The last one was:"
        )
        self._last()
        self._is_over = self.session.over
        turn = f"{self._position.turn.capitalize()} to move"
        self.say(self._result if self.session.over else turn)

    async def close(self) -> None:
        """End the game and its engines; the game is saved as it stands."""
        autosave = self.setup.autosave
        try:
            await close_all(self.session.close(), self._hints.close(), self._coach.close())
        finally:
            if self.left and (news := autosave.leave()):
                self.say(news)
            autosave.close()

    def tick(self) -> None:
        self.session.tick()

    @property
    def unsaved(self) -> tuple[Game, str] | None:
        """The game, if it could not be saved, and why."""
        return (self.setup.game, self.session.unsaved) if self.session.unsaved else None

    def answer(self, text: str) -> None:
        """Make a move."""
        if self.session.over:
            self.say(f"The game is over: {self._result}. Type undo or quit.")
        elif self.session.vacant:
            self._seating.ask()
        elif not self.session.people:
            self.say(f"{text!r} is not a command, and you are watching. Type help.")
        elif not self.session.persons_turn:
            self.say("Your opponent is to move")
        else:
            self.entering.begin(self._position)
            self.entering.type(text)

    def _entered(self, move: Move | None) -> None:
        """Make a move that is complete; otherwise ask what is open, or say what is wrong."""
        state = self.entering.state
        if move is not None and self._coach.is_on:
            self._move = move
        elif move is not None:
            self.session.play(self.session.turn, move)
        elif self.entering.ask():
            pass
        elif state.error:
            self.say(f"{state.error}. Type help for what else can be typed.")
        else:
            goals = ", ".join(map(str, sorted(state.targets)))
            piece = piece_words(self._position, state.path[0])
            self.say(f"The {piece} can go to {goals}: type the whole move")

    async def settle(self) -> None:
        """Make the move entered, unless it gives something away and the player thinks again."""
        move, self._move = self._move, None
        if move is None:
            return
        gift = await self._coach.weigh(move)
        play = partial(self.session.play, self.session.turn, move)
        if gift is None:
            play()
        else:
            answers = Answer("no", "think again"), Answer("yes", "play it", play)
            offer(self, gift.warning(), *answers)

    def _changed(self, change: GameUpdate) -> None:
        """Say what has happened: moves first."""
        session = self.session
        self._coach.follow()
        self.questions.follow()
        self._speak_moves()
        if session.unsaved and session.unsaved != self._unsaved:
            self.say(f"NOT SAVED: {session.unsaved}")
        if change.note:
            self.say(change.note)
        if session.over and not self._is_over:
            self.say(self._result)
        if session.offer not in (self._offer, None, session.person):
            self.questions.ask_about_draw()
        self._unsaved, self._offer, self._is_over = session.unsaved, session.offer, session.over

    def _speak_moves(self) -> None:
        """Say the moves that have been made since something was last said of them."""
        game, spoken = self.setup.game, self._spoken
        self._spoken = game.sans
        if self._spoken[: len(spoken)] == spoken and len(self._spoken) > len(spoken):
            self._speak_last(len(self._spoken) - len(spoken))

    def _speak_last(self, count: int) -> None:
        game, position = self.setup.game, self._position.copy()
        moves = [position.pop() for _ in range(count)]
        for ply, move in enumerate(reversed(moves), len(game.sans) - count + 1):
            _, color = game.number(ply)
            self.say("\n".join(move_words(position, color, game.sans[ply - 1], move)))
            position.push(move)
        if note := settled_note(position):
            self.say(note)

    def _last(self) -> None:
        if self.setup.game.sans:
            self._speak_last(1)
        else:
            self.say("No moves yet")

    def _board(self) -> None:
        self.say(board_words(self._position))
        if not self.session.over:
            self.say(f"{self._position.turn.capitalize()} to move")

    def _hint(self) -> None:
        if self.session.persons_turn:
            self._hints.ask(self._position, ROOM)
        else:
            self.say("Hints are given only on your turn")

    def show_hint(self, text: str, *, alert: bool = False) -> None:
        self.say(text)

    def _resume(self) -> None:
        self.resumes = True

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
        return outcome.explanation if outcome else ""


def _square(text: str) -> Square:
    return Square.parse(text.lower())


def make_hints(conversation: Conversation) -> Hints:
    setup = conversation.setup
    make = partial(make_engine, setup.game.variant, model=setup.model, cores=setup.cores)
    return Hints(Study(make, lambda found: None), conversation.show_hint)
