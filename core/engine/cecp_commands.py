"""The commands of XBoard's protocol (CECP, version 2), each as what it does to the conversation.

A command takes the conversation and the rest of its line and returns the lines to answer. Which
search must run afterwards follows from the state of the conversation; `cecp` decides that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.cecp_variants import ALIASES, STANDARD, setup_lines, variant_names
from makachess.core.engine.levels import LEVELS, accepts_draw
from makachess.core.engine.report import Info
from makachess.core.engine.timing import EngineClock, parse_level
from makachess.core.errors import InvalidMoveError, MakachessError
from makachess.core.move import Move
from makachess.core.notation.xboard import format_xboard, parse_xboard, parse_xboard_fen
from makachess.core.position import Position
from makachess.core.spec import COLORS, Variant

FEATURES = (
    "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 "
    "colors=0 name=0 pause=0 nps=0 memory=1 smp=1 debug=1"
)
LEVEL_OPTION = "Level"
BOOK_OPTION = "OwnBook"
RULES_OPTION = "Rules"  # the variants' own options as `name=value; ...`, for the next `variant`
LARGEST_TABLE = 1024  # MB
MOST_CORES = 16
LONGEST_ECHO = 200  # characters of a line that are repeated in an answer
# There is no pondering, and names do not matter.
IGNORED = frozenset(
    {
        *("xboard", "accepted", "rejected", "hard", "easy", "random"),
        *("computer", "name", "rating", "ics", "otim", ".", "?"),
    }
)


def echo(text: str) -> str:
    """What is repeated of a line, or of an error that quotes it."""
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}..."


class RefusedError(MakachessError):
    """A command that cannot be carried out; the message goes in parentheses after Error."""


@dataclass(slots=True)
class Conversation:
    """The state of the conversation: the game, who plays, the time and how to think.

    `load(name, **options)` gives a variant by one of our `names` or raises VariantError; `book_of`
    gives a variant's opening book.
    """

    load: Callable[..., Variant]
    names: tuple[str, ...]
    title: str
    book_of: Callable[[Variant], OpeningBook] = lambda _: NO_BOOK
    cores: int = 1  # that search for a move
    variant: Variant = field(init=False)
    position: Position | None = field(init=False)  # None: the position set up cannot be played
    rules: dict[str, str] = field(default_factory=dict)
    game: int = 0  # counts the games begun
    side: str | None = None  # the colour the engine plays
    analyzing: bool = False
    hinting: bool = False
    settled: bool = False  # nothing to do in this position, or already done
    posting: bool = False
    control: EngineClock = field(default_factory=EngineClock)
    depth: int | None = None
    level: int = max(LEVELS)
    own_book: bool = True  # the engine plays by its book
    hash_mb: int = 16
    last: Info | None = None  # the best line of the current search, else of the last one
    opinion: Info | None = None  # what the engine thought of its last move
    offered: int = 0  # the move of the last draw offer

    def __post_init__(self) -> None:
        self.begin(self.load(ALIASES[STANDARD]))

    def begin(self, variant: Variant, fen: str | None = None) -> None:
        """Start a new game; raises InvalidFenError, and then there is no position to play."""
        self.variant, self.position = variant, None
        self.game += 1
        self.offered, self.last, self.opinion, self.settled = 0, None, None, False
        self.position = Position(variant, fen)

    @property
    def moves_made(self) -> int:
        """How many moves the engine's colour has made in this game."""
        if self.position is None:
            return 0
        return (self.position.ply + (self.side != self.position.turn)) // 2


Command: TypeAlias = Callable[[Conversation, str], Iterator[str]]
_NOTHING: Iterator[str] = iter(())

# --- the game -----------------------------------------------------------------------------------


def introduce(talk: Conversation, _: str) -> Iterator[str]:
    """Answer `protover` with our features (section 9)."""
    yield "feature done=0"
    yield f"feature {FEATURES}"
    yield f'feature myname="{talk.title}" variants="{",".join(variant_names(talk.names))}"'
    yield f'feature option="{LEVEL_OPTION} -spin {talk.level} 1 {max(LEVELS)}"'
    yield f'feature option="{BOOK_OPTION} -check {int(talk.own_book)}"'
    yield f'feature option="{RULES_OPTION} -string "'
    yield "feature done=1"


def _new(talk: Conversation, _: str) -> Iterator[str]:
    talk.begin(talk.load(ALIASES[STANDARD]))
    talk.side = None if talk.analyzing else "black"
    talk.depth = None
    talk.control.reset()
    return _NOTHING


def _variant(talk: Conversation, name: str) -> Iterator[str]:
    try:
        talk.begin(talk.load(ALIASES.get(name, name), **talk.rules))
    except MakachessError as error:
        yield f"# {echo(str(error))}"
        raise RefusedError("unknown variant") from None
    yield from setup_lines(talk.variant)


def _setboard(talk: Conversation, fen: str) -> Iterator[str]:
    try:
        talk.begin(talk.variant, parse_xboard_fen(talk.variant, fen))
    except MakachessError as error:
        talk.position = None
        yield f"# {echo(str(error))}"
        yield "tellusererror Illegal position"
    talk.settled = not talk.analyzing  # a move of ours waits for `go`


def make_move(talk: Conversation, text: str) -> Iterator[str]:
    """Make the opponent's move, or say that it is illegal."""
    try:
        if talk.position is None:
            raise InvalidMoveError("there is no position")
        talk.position.push(_read_move(talk.position, text))
    except MakachessError as error:
        # The reason goes on a line of its own: XBoard ignores a refusal that contains "board".
        yield f"# {echo(str(error))}"
        yield f"Illegal move: {echo(text)}"
    else:
        talk.settled = False


def _read_move(position: Position, text: str) -> Move:
    try:
        return parse_xboard(position, text)
    except InvalidMoveError:
        return position.parse(text)


def _take_back(talk: Conversation, _: str, *, count: int) -> Iterator[str]:
    if talk.position is None or talk.position.ply < count:
        raise RefusedError("command not legal now")
    for _step in range(count):
        talk.position.pop()
    talk.settled = not talk.analyzing
    return _NOTHING


# --- who plays ----------------------------------------------------------------------------------


def _play(talk: Conversation, _: str, *, other: bool) -> Iterator[str]:
    if talk.position is None:
        raise RefusedError("illegal position")
    turn = talk.position.turn
    talk.side = COLORS[1 - COLORS.index(turn)] if other else turn
    talk.analyzing = talk.settled = False
    return _NOTHING


def _rest(talk: Conversation, _: str, *, analyzing: bool) -> Iterator[str]:
    """Play neither side; analyse, or do nothing."""
    talk.side, talk.analyzing, talk.settled = None, analyzing, False
    return _NOTHING


def _hint(talk: Conversation, _: str) -> Iterator[str]:
    position = talk.position
    if talk.analyzing:
        if talk.last is not None:
            yield f"Hint: {format_xboard(talk.variant, talk.last.pv[0])}"
    elif position is not None and talk.side != position.turn and position.has_legal_move():
        talk.hinting = True


def _tell_book(talk: Conversation, _: str) -> Iterator[str]:
    """List the book's moves, each line after a blank, and an empty line last (section 8)."""
    known = [] if talk.position is None else talk.book_of(talk.variant).moves(talk.position)
    total = sum(weight for _move, weight in known)
    for move, weight in sorted(known, key=lambda entry: -entry[1]):
        yield f" {format_xboard(talk.variant, move)}  {100 * weight / total:.0f} %"
    if not known:
        yield " not in the book"
    yield ""


def _answer_draw(talk: Conversation, _: str) -> Iterator[str]:
    if talk.position is not None and accepts_draw(talk.opinion, talk.position.fullmove):
        yield "offer draw"


# --- how to think -------------------------------------------------------------------------------


def _post(talk: Conversation, _: str, *, on: bool) -> Iterator[str]:
    talk.posting = on
    return _NOTHING


def _set_level(talk: Conversation, text: str) -> Iterator[str]:
    try:
        talk.control = parse_level(text)
    except MakachessError:
        raise RefusedError("no time control") from None
    return _NOTHING


def _set_seconds(talk: Conversation, text: str) -> Iterator[str]:
    talk.control = EngineClock(per_move=_number(text))
    return _NOTHING


def _set_depth(talk: Conversation, text: str) -> Iterator[str]:
    talk.depth = max(1, int(_number(text)))
    return _NOTHING


def _set_time(talk: Conversation, text: str) -> Iterator[str]:
    talk.control.left = max(_number(text), 1.0) / 100
    return _NOTHING


def _set_memory(talk: Conversation, text: str) -> Iterator[str]:
    talk.hash_mb = min(max(1, int(0.75 * _number(text))), LARGEST_TABLE)
    return _NOTHING


def _set_cores(talk: Conversation, text: str) -> Iterator[str]:
    talk.cores = min(max(1, int(_number(text))), MOST_CORES)
    return _NOTHING


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise RefusedError("not a number") from None
    if not 0 <= number <= 1e9:
        raise RefusedError("number out of range")
    return number


def _set_option(talk: Conversation, text: str) -> Iterator[str]:
    name, _, value = text.partition("=")
    if name == LEVEL_OPTION and value in map(str, LEVELS):
        talk.level = int(value)
    elif name == BOOK_OPTION and value in ("0", "1"):
        talk.own_book = value == "1"
    elif name == RULES_OPTION:
        pairs = (item.partition("=") for item in value.split(";") if item.strip())
        talk.rules = {key.strip().replace("-", "_"): chosen.strip() for key, _, chosen in pairs}
    else:
        raise RefusedError("unknown option")
    return _NOTHING


def _pong(_: Conversation, number: str) -> Iterator[str]:
    yield f"pong {number}"


def _ignore(_: Conversation, __: str) -> Iterator[str]:
    return _NOTHING


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
        "post": partial(_post, on=True),
        "nopost": partial(_post, on=False),
        "level": _set_level,
        "st": _set_seconds,
        "sd": _set_depth,
        "time": _set_time,
        "memory": _set_memory,
        "cores": _set_cores,
        "option": _set_option,
        "ping": _pong,
        **dict.fromkeys(IGNORED, _ignore),
    }
)
