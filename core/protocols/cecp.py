"""XBoard's protocol (CECP), the engine's side: lines in, actions out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.cores import MOST_CORES
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.levels import (
    LEVELS,
    OFFER_PAUSE,
    accepts_draw,
    level_limits,
    offers_draw,
)
from makachess.core.engine.report import BestMove, Info, Limits
from makachess.core.engine.stopping import PonderToken
from makachess.core.engine.timing import EngineClock, parse_level
from makachess.core.errors import IllegalMoveError, InvalidMoveError, MakachessError
from makachess.core.move import Move
from makachess.core.notation.xboard import (
    format_xboard,
    is_xboard_move,
    parse_xboard,
    parse_xboard_fen,
)
from makachess.core.outcome import Outcome
from makachess.core.position import Position
from makachess.core.protocols.protocol import (
    LARGEST_TABLE,
    MOST_LINES,
    MOST_WAITING,
    Action,
    CommandError,
    EngineProtocol,
    EngineTalk,
    Purpose,
    Quit,
    Say,
    Stop,
    Think,
    echo,
)
from makachess.core.protocols.xboard_board import (
    ALIASES,
    STANDARD,
    Hand,
    can_show,
    our_name,
    setup_lines,
    shown_names,
    variant_names,
)
from makachess.core.spec import COLORS, Variant

# The protocol, version 2, is described in XBoard's engine-intf.html, to whose sections the comments
# refer.

HINT_NODES = 20_000
HOW_TO_CHOOSE = (
    "To choose what a piece becomes, click on it, press on its new square, and move up or down"
)
LARGEST = 1e9  # of a number that is believed


class CecpProtocol(EngineProtocol):
    """One conversation with a graphical interface.

    `load(name, **options)` gives a variant by one of our `names` or raises VariantError; `clock`
    returns a time in seconds, from any starting point; `book_of` gives a variant's opening book.
    `cores` threads search until told otherwise.
    """

    def __init__(
        self,
        load: Callable[..., Variant],
        names: tuple[str, ...],
        clock: Callable[[], float],
        title: str = "makachess",
        book_of: Callable[[Variant], OpeningBook] = lambda _: NO_BOOK,
        cores: int = 1,
    ) -> None:
        self._talk = CecpTalk(load, names, title, book_of, cores)
        self._clock = clock
        self._search: Think | None = None
        self._started = 0.0
        self._unwanted = False  # the result of the search under way no longer counts
        self._held: BestMove | None = None  # what was found before the opponent has moved
        self._waiting: deque[str] = deque()

    def receive(self, line: str) -> list[Action]:
        """The actions for a line of input; nonsense gets an answer, never an exception."""
        line = " ".join(line.split())
        name = line.partition(" ")[0]
        if name == "quit":
            return [*self._halt(), Quit()]
        if self._search is None:
            return [*self._execute(line), *self._resume()]
        if self._is_expected(line, self._search):
            return self._hit(self._search)
        if name == "?":
            return [Stop()] if self._search.purpose is Purpose.MOVE else []
        if name == ".":
            return list(self._status(self._search))
        if not self._waiting and is_harmless(line, self._search.purpose):
            return list(self._execute(line))
        self._waiting.append(line)
        patient = is_patient(line, self._search.purpose) and len(self._waiting) < MOST_WAITING
        return [] if patient else self._halt()

    def report(self, info: Info) -> list[Action]:
        if self._search is None or self._unwanted:
            return []
        if info.rank == 1:
            self._talk.last = info
        return [Say(thinking_line(self._talk.variant, info))] if self._talk.posting else []

    def finish(self, best: BestMove) -> list[Action]:
        search = self._search
        if search is not None and search.purpose is Purpose.PONDER and not self._unwanted:
            self._held = best
            return []
        self._search = None
        actions: list[Action] = []
        if search is not None and not self._unwanted:
            actions += self._conclude(search, best)
        elif search is not None and search.purpose is Purpose.ANALYSIS:
            self._talk.settled = False
        self._unwanted = False
        waiting, self._waiting = self._waiting, deque()
        for line in waiting:
            actions += self.receive(line)
        return actions + self._resume()

    def tell(self, text: str) -> str:
        return f"telluser {text}"

    def fail(self, error: Exception) -> list[Action]:
        """The actions after a search that has failed: no move is made, nor is it tried again."""
        if self._search is not None and self._search.purpose is not Purpose.PONDER:
            self._talk.settled = True
        return [Say(f"tellusererror {error!r}"), *self.finish(BestMove(None))]

    def _execute(self, line: str) -> Iterator[Action]:
        name, _, rest = line.partition(" ")
        if name == "ping" and self._search is None:
            yield self._talk.prepare()
        try:
            if name in COMMANDS:
                yield from map(Say, COMMANDS[name](self._talk, rest) or ())
            elif is_xboard_move(name):
                yield from map(Say, make_move(self._talk, name))
            elif name:
                yield Say(refusal_line(line))
        except (CommandError, InvalidMoveError) as refusal:
            yield Say(f"Error ({refusal}): {echo(line)}")

    def _status(self, search: Think) -> Iterator[Action]:
        """Progress of the analysis, without the moves left at this depth (section 12)."""
        info = self._talk.last
        if info is not None:
            moves = len(search.position.legal_moves())
            hundredths = round(100 * (self._clock() - self._started))
            yield Say(f"stat01: {hundredths} {info.nodes} {info.depth} {moves} {moves}")

    def _halt(self) -> list[Action]:
        """End the search under way without a result."""
        if self._search is None:
            return []
        self._unwanted, self._talk.expected = True, None
        if self._held is None:
            return [Stop()]
        self._held = None
        return self.finish(BestMove(None))

    def _resume(self) -> list[Action]:
        talk, position = self._talk, self._talk.position
        if self._search is not None or position is None:
            return []
        if talk.hinting:
            talk.hinting = False
            return [self._think(position, Purpose.HINT, Limits(nodes=HINT_NODES))]
        if talk.settled:
            return []
        if talk.analyzing and position.has_legal_move():
            talk.settled = True
            limits = Limits(depth=talk.depth, multipv=talk.lines)
            return [self._think(position, Purpose.ANALYSIS, limits)]
        if talk.side != position.turn:
            return self._ponder(position)
        if position.outcome() is not None:
            return list(self._claim(position))
        if talk.own_book:
            known = talk.book_of(talk.variant).choose(position, talk.level)
            if known is not None:
                return list(self._play_by_heart(position, known))
        return [self._think(position, Purpose.MOVE, self._limits())]

    def _limits(self) -> Limits:
        talk, control = self._talk, self._talk.control
        clock = control.limits(talk.moves_made)
        limits = level_limits(talk.level, seconds=control.seconds(), clock=clock)
        if talk.depth is not None:
            limits = replace(limits, depth=talk.depth, multipv=1, skill=None)
        return limits

    def _think(self, position: Position, purpose: Purpose, limits: Limits) -> Think:
        talk = self._talk
        is_plain = purpose is not Purpose.MOVE or talk.depth is not None
        level = max(LEVELS) if is_plain else talk.level
        if limits.nodes is None:  # a search that counts them can be repeated
            limits = replace(limits, cores=talk.cores)
        ponder = PonderToken() if purpose is Purpose.PONDER else None
        self._search = talk.think(position, purpose, limits, level, ponder)
        self._started = self._clock()
        talk.last = None
        return self._search

    def _ponder(self, position: Position) -> list[Action]:
        """Think about the position after the reply that is expected, if that is wanted.

        Levels below the highest look at few positions, and so have nothing to gain.
        """
        talk, reply = self._talk, self._talk.expected
        if not talk.pondering or reply is None or talk.side is None or talk.level < max(LEVELS):
            return []
        position.push(reply)
        begun: list[Action] = []
        if position.outcome() is None:
            begun.append(self._think(position, Purpose.PONDER, self._limits()))
        position.pop()
        return begun

    def _is_expected(self, line: str, search: Think) -> bool:
        """Whether a line makes the move that is being pondered on."""
        talk = self._talk
        if search.purpose is not Purpose.PONDER or self._unwanted or talk.position is None:
            return False
        name, _, rest = line.partition(" ")
        if name != "usermove" and not is_xboard_move(name):
            return False
        try:
            return read_move(talk.position, rest if name == "usermove" else name) == talk.expected
        except MakachessError:
            return False

    def _hit(self, search: Think) -> list[Action]:
        """The expected move has been made: what is searched is now for the engine's own."""
        talk = self._talk
        assert talk.position is not None
        assert talk.expected is not None
        assert search.ponder is not None
        talk.position.push(talk.expected)
        talk.turn_over()
        self._search, self._started = replace(search, purpose=Purpose.MOVE), self._clock()
        search.ponder.hit()
        best, self._held = self._held, None
        return [] if best is None else self.finish(best)

    def _conclude(self, search: Think, best: BestMove) -> Iterator[Action]:
        talk, position = self._talk, self._talk.position
        if best.info is not None and talk.posting and talk.last is None:
            yield Say(thinking_line(talk.variant, best.info))
        talk.last = best.info or talk.last
        if search.purpose is Purpose.MOVE:
            talk.opinion = best.info
        if position is None or best.move is None or search.purpose is Purpose.ANALYSIS:
            return
        if search.purpose is Purpose.HINT:
            yield Say(f"Hint: {format_xboard(talk.variant, best.move)}")
            return
        yield from self._play(position, best.move, best)

    def _play_by_heart(self, position: Position, known: BestMove) -> Iterator[Action]:
        """Play a move of the book, for which nothing is searched."""
        talk, move = self._talk, known.move
        assert move is not None
        self._started = self._clock()
        talk.last = talk.opinion = None
        if talk.posting:
            yield Say(f"0 0 0 0 (book) {format_xboard(talk.variant, move)}")
        yield from self._play(position, move, known)

    def _play(self, position: Position, move: Move, best: BestMove) -> Iterator[Action]:
        talk = self._talk
        text = format_xboard(talk.variant, move)
        position.push(move)
        talk.turn_over()
        if best.info is not None and len(best.info.pv) > 1 and best.info.pv[0] == move:
            talk.expected = best.info.pv[1]
        talk.control.spend(self._clock() - self._started, talk.moves_made)
        yield from self._offer_draw(position, best)
        yield from map(Say, move_lines(text))
        yield from self._claim(position)

    def _offer_draw(self, position: Position, best: BestMove) -> Iterator[Action]:
        """Offer a draw before the move, as the protocol requires, but not too often."""
        too_soon = position.fullmove < self._talk.offered + OFFER_PAUSE
        if too_soon or position.outcome() is not None:
            return
        if offers_draw(best.info, position.fullmove, position.halfmove):
            self._talk.offered = position.fullmove
            yield Say("offer draw")

    def _claim(self, position: Position) -> Iterator[Action]:
        """Claim the result, once, with the reason."""
        outcome = position.outcome()
        if outcome is not None:
            self._talk.settled = True
            yield Say(result_line(outcome))


@dataclass(slots=True)
class CecpTalk(EngineTalk):
    """The state of the conversation: the game, who plays, the time and how to think."""

    rules: dict[str, str] = field(default_factory=dict)
    side: str | None = None  # the colour the engine plays
    analyzing: bool = False
    hinting: bool = False
    settled: bool = False  # nothing to do in this position, or already done
    posting: bool = False
    control: EngineClock = field(default_factory=EngineClock)
    depth: int | None = None
    last: Info | None = None  # the best line of the current search, else of the last one
    opinion: Info | None = None  # what the engine thought of its last move
    offered: int = 0  # the move of the last draw offer
    lines: int = 1  # that analysis looks for
    pondering: bool = False  # in the opponent's time
    expected: Move | None = None  # the reply to the engine's last move
    has_board: bool = False  # the interface shows pieces and moves as XBoard does
    hand: Hand = field(default_factory=Hand)  # of the person there

    def begin(self, variant: Variant, fen: str | None = None) -> None:
        """Start a new game; raises InvalidFenError, and then there is no position to play."""
        self.variant, self.position = variant, None
        self.offered, self.last, self.opinion, self.settled = 0, None, None, False
        self.turn_over()
        EngineTalk.begin(self, variant, fen)

    def turn_over(self) -> None:
        """Forget what was for the position before, as moves have been made or taken back."""
        self.expected = None
        self.hand = Hand()

    @property
    def moves_made(self) -> int:
        if self.position is None:
            return 0
        return (self.position.ply + (self.side != self.position.turn)) // 2


FEATURES = (
    "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
    "colors=0 name=0 pause=0 nps=0 memory=1 smp=1 debug=1"
)
LEVEL_OPTION = "Level"
BOOK_OPTION = "OwnBook"
LINES_OPTION = "MultiPV"  # in analysis
RULES_OPTION = "Rules"  # the variants' own options as `name=value; ...`, for the next `variant`
BOARD_FEATURE = "highlight"  # who accepts it shows the board to a person, as XBoard does


def introduce(talk: CecpTalk, _: str) -> Iterator[str]:
    """Answer `protover` with our features (section 9)."""
    yield "feature done=0"
    yield f"feature {FEATURES}"
    yield f"feature {BOARD_FEATURE}=1"
    yield f'feature myname="{talk.title}" variants="{",".join(variant_names(talk.names))}"'
    yield f'feature option="{LEVEL_OPTION} -spin {talk.level} 1 {max(LEVELS)}"'
    yield f'feature option="{BOOK_OPTION} -check {int(talk.own_book)}"'
    yield f'feature option="{LINES_OPTION} -spin {talk.lines} 1 {MOST_LINES}"'
    yield f'feature option="{RULES_OPTION} -string "'
    yield "feature done=1"


def set_option(talk: CecpTalk, text: str) -> None:
    """Set one of our options; raises CommandError."""
    name, _, value = text.partition("=")
    if name == LEVEL_OPTION and value in map(str, LEVELS):
        talk.level = int(value)
    elif name == BOOK_OPTION and value in ("0", "1"):
        talk.own_book = value == "1"
    elif name == LINES_OPTION and value in map(str, range(1, MOST_LINES + 1)):
        talk.lines = int(value)
    elif name == RULES_OPTION:
        pairs = (item.partition("=") for item in value.split(";") if item.strip())
        talk.rules = {key.strip().replace("-", "_"): chosen.strip() for key, _, chosen in pairs}
    else:
        raise CommandError("unknown option")


def hear_accepted(talk: CecpTalk, feature: str) -> Iterator[str]:
    """Where moves are shown on a board, name only the variants that can be shown there."""
    if feature == BOARD_FEATURE and not talk.has_board:
        talk.has_board = True
        shown = (name for name in variant_names(talk.names) if _can_be_shown(talk, name))
        yield f'feature variants="{",".join(shown_names(shown))}"'


def _can_be_shown(talk: CecpTalk, name: str) -> bool:
    """Whether XBoard can show a variant; the orthodox game it knows by its own name only."""
    if our_name(name, talk.names) == ALIASES[STANDARD]:
        return name == STANDARD
    try:
        return can_show(talk.load(our_name(name, talk.names)))
    except MakachessError:
        return False


def _take_up(talk: CecpTalk, square: str) -> Iterator[str]:
    """Mark where the piece on a square may go."""
    if talk.position is not None:
        yield talk.hand.lift(talk.position, square)


def _put_down(talk: CecpTalk, square: str) -> Iterator[str]:
    """Say what the piece may become on a square."""
    if talk.position is not None:
        yield from talk.hand.put(talk.position, square)


# Commands, each as what it does to the conversation: it takes that and the rest of its line, and
# returns the lines to answer. Which search must run afterwards follows from the state of the
# conversation.

IGNORED = frozenset(
    {
        *("xboard", "rejected", "random", "hover"),
        *("computer", "name", "rating", "ics", "otim", ".", "?"),
    }
)


Command: TypeAlias = Callable[[CecpTalk, str], Iterable[str] | None]


def _new(talk: CecpTalk, _: str) -> None:
    talk.begin(talk.load(ALIASES[STANDARD]))
    talk.side = None if talk.analyzing else "black"
    talk.depth = None
    talk.control.reset()


def _variant(talk: CecpTalk, name: str) -> Iterator[str]:
    try:
        variant = talk.load(our_name(name, talk.names), **talk.rules)
    except MakachessError as error:
        yield f"# {echo(str(error))}"
        raise CommandError("unknown variant") from None
    if talk.has_board and not can_show(variant):
        raise CommandError("variant that cannot be shown")
    talk.begin(variant)
    yield from setup_lines(variant)


def _setboard(talk: CecpTalk, fen: str) -> Iterator[str]:
    try:
        fen, note = parse_xboard_fen(talk.variant, fen)
        talk.begin(talk.variant, fen)
    except MakachessError as error:
        talk.position = None
        yield f"# {echo(str(error))}"
        yield "tellusererror Illegal position"
    else:
        if note:
            yield f"# {echo(note)}"
    talk.settled = not talk.analyzing  # a move of ours waits for `go`


def make_move(talk: CecpTalk, text: str) -> Iterator[str]:
    """Make the opponent's move, or say that it is illegal."""
    try:
        if talk.position is None:
            raise InvalidMoveError("there is no position")
        move = read_move(talk.position, text)
        if move.is_null and talk.side is not None:
            raise IllegalMoveError("a null move is not played")
        talk.position.push(move)
    except MakachessError as error:
        # The reason goes on a line of its own: XBoard ignores a refusal that contains "board".
        yield f"# {echo(str(error))}"
        yield f"Illegal move: {echo(text)}"
        if talk.position is not None and talk.hand.becomes(talk.position):
            talk.hand = Hand()
            yield f"telluser {HOW_TO_CHOOSE}"
    else:
        talk.settled = False
        talk.turn_over()


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text of XBoard's means; raises MakachessError."""
    try:
        return parse_xboard(position, text)
    except InvalidMoveError:
        return position.parse(text)


def _take_back(talk: CecpTalk, _: str, *, count: int) -> None:
    if talk.position is None or talk.position.ply < count:
        raise CommandError("command not legal now")
    for _step in range(count):
        talk.position.pop()
    talk.turn_over()
    talk.settled = not talk.analyzing


def _play(talk: CecpTalk, _: str, *, other: bool) -> None:
    if talk.position is None:
        raise CommandError("illegal position")
    turn = talk.position.turn
    talk.side = COLORS[1 - COLORS.index(turn)] if other else turn
    talk.analyzing = talk.settled = False


def _rest(talk: CecpTalk, _: str, *, analyzing: bool) -> None:
    """Play neither side; analyse, or do nothing."""
    talk.side, talk.analyzing, talk.settled = None, analyzing, False


def _hint(talk: CecpTalk, _: str) -> Iterator[str]:
    position = talk.position
    if talk.analyzing:
        if talk.last is not None:
            yield f"Hint: {format_xboard(talk.variant, talk.last.pv[0])}"
    elif talk.expected is not None:
        yield f"Hint: {format_xboard(talk.variant, talk.expected)}"
    elif position is not None and talk.side != position.turn and position.has_legal_move():
        talk.hinting = True


def _tell_book(talk: CecpTalk, _: str) -> Iterator[str]:
    """List the book's moves, each line after a blank, and an empty line last (section 8)."""
    known = [] if talk.position is None else talk.book_of(talk.variant).moves(talk.position)
    total = sum(weight for _move, weight in known)
    for move, weight in sorted(known, key=lambda entry: -entry[1]):
        yield f" {format_xboard(talk.variant, move)}  {100 * weight / total:.0f} %"
    if not known:
        yield " not in the book"
    yield ""


def _answer_draw(talk: CecpTalk, _: str) -> Iterator[str]:
    if talk.position is not None and accepts_draw(talk.opinion, talk.position.fullmove):
        yield "offer draw"


def _set_level(talk: CecpTalk, text: str) -> None:
    try:
        talk.control = parse_level(text)
    except MakachessError:
        raise CommandError("no time control") from None


def _set(talk: CecpTalk, text: str, *, name: str, most: float = LARGEST) -> None:
    """Set what is a whole number from 1 on."""
    setattr(talk, name, int(min(max(1, _number(text)), most)))


def _switch(talk: CecpTalk, _: str, *, name: str, on: bool) -> None:
    setattr(talk, name, on)


def _set_seconds(talk: CecpTalk, text: str) -> None:
    talk.control = EngineClock(per_move=_number(text))


def _set_time(talk: CecpTalk, text: str) -> None:
    talk.control.left = max(_number(text, least=-LARGEST), 0.0) / 100  # below 0 once a flag fell


def _set_memory(talk: CecpTalk, text: str) -> None:
    talk.hash_mb = min(max(1, int(0.75 * _number(text))), LARGEST_TABLE)


def _number(text: str, least: float = 0.0) -> float:
    try:
        number = float(text)
    except ValueError:
        raise CommandError("not a number") from None
    if not least <= number <= LARGEST:
        raise CommandError("number out of range")
    return number


def _pong(_: CecpTalk, number: str) -> Iterator[str]:
    yield f"pong {number}"


def _ignore(_: CecpTalk, __: str) -> None:
    """What is told changes nothing."""


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "protover": introduce,
        "new": _new,
        "variant": _variant,
        "setboard": _setboard,
        "usermove": make_move,
        "undo": partial(_take_back, count=1),
        "remove": partial(_take_back, count=2),
        "go": partial(_play, other=False),
        "playother": partial(_play, other=True),
        "force": partial(_rest, analyzing=False),
        "result": partial(_rest, analyzing=False),
        "exit": partial(_rest, analyzing=False),
        "analyze": partial(_rest, analyzing=True),
        "hint": _hint,
        "bk": _tell_book,
        "draw": _answer_draw,
        "hard": partial(_switch, name="pondering", on=True),
        "easy": partial(_switch, name="pondering", on=False),
        "post": partial(_switch, name="posting", on=True),
        "nopost": partial(_switch, name="posting", on=False),
        "level": _set_level,
        "st": _set_seconds,
        "sd": partial(_set, name="depth"),
        "time": _set_time,
        "memory": _set_memory,
        "cores": partial(_set, name="cores", most=MOST_CORES),
        "option": set_option,
        "ping": _pong,
        "accepted": hear_accepted,
        "lift": _take_up,
        "put": _put_down,
        **dict.fromkeys(IGNORED, _ignore),
    }
)


def is_cecp(line: str) -> bool:
    """Whether a line has the form of a command of XBoard's; `go` has nothing behind it there."""
    name, *rest = line.split() or [""]
    return (name in COMMANDS and not (name == "go" and rest)) or is_xboard_move(name)


def refusal_line(line: str) -> str:
    """The answer to a line that is no command; interfaces for UCI pass over it."""
    return f"Error (unknown command): {echo(line)}"


# Commands that do not disturb a search, and those that can wait for its move. All others end the
# search, and its result is dropped.
_AT_ONCE = IGNORED | {
    *("post", "nopost", "level", "st", "sd", "time", "option", "hard", "easy"),
    *("draw", "hint", "bk", "accepted", "lift", "put"),
}
_PATIENT = _AT_ONCE | {"usermove", "ping", "memory", "cores", "protover"}
_UNASKED = frozenset({Purpose.ANALYSIS, Purpose.PONDER})  # searches that no move is waited for


def is_harmless(line: str, purpose: Purpose) -> bool:
    """Whether a command can be carried out during a search."""
    name = line.partition(" ")[0]
    if purpose is Purpose.ANALYSIS and line.startswith(f"option {LINES_OPTION}="):
        return False
    if purpose is Purpose.PONDER and name == "easy":
        return False
    is_nonsense = name not in COMMANDS and not is_xboard_move(name)
    return name in _AT_ONCE or is_nonsense or (name == "ping" and purpose in _UNASKED)


def is_patient(line: str, purpose: Purpose) -> bool:
    """Whether a command waits until the move has been found (section 8 on `ping`)."""
    name = line.partition(" ")[0]
    if purpose in _UNASKED:
        return is_harmless(line, purpose)
    return name in _PATIENT or name not in COMMANDS  # a move or nonsense


_RESULTS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}


def move_lines(text: str) -> Iterator[str]:
    """A move, each of its legs on a line of its own."""
    *legs, last = text.split(",")
    yield from (f"move {leg}," for leg in legs)
    yield f"move {last}"


def result_line(outcome: Outcome) -> str:
    """The claim of a result, with the reason."""
    winner = "Draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} wins"
    if outcome.reason == "checkmate":
        winner = f"{outcome.winner.capitalize()} mates"
    return f"{_RESULTS[outcome.winner]} {{{winner}: {outcome.reason}}}"


def thinking_line(variant: Variant, info: Info) -> str:
    """Depth, score, centiseconds, nodes and principal variation (section 10)."""
    score = info.score.centipawns or 0
    if info.score.mate is not None:
        score = (1 if info.score.mate > 0 else -1) * (100_000 + abs(info.score.mate))
    line = " ".join(format_xboard(variant, move) for move in info.pv)
    return f"{info.depth} {score} {round(100 * info.seconds)} {info.nodes} {line}"
