"""The commands of XBoard's protocol (CECP, version 2), each as what it does to the conversation.

A command takes the conversation and the rest of its line and returns the lines to answer. Which
search must run afterwards follows from the state of the conversation; `cecp` decides that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.cores import MOST_CORES
from makachess.core.engine.cecp_conversation import Conversation, RefusedError
from makachess.core.engine.cecp_introduction import (
    hear_accepted,
    introduce,
    put_down,
    set_option,
    take_up,
)
from makachess.core.engine.cecp_variants import ALIASES, STANDARD, can_show, setup_lines
from makachess.core.engine.cecp_view import disguised_setup, real_placement
from makachess.core.engine.levels import accepts_draw
from makachess.core.engine.seat import LARGEST_TABLE, echo
from makachess.core.engine.timing import EngineClock, parse_level
from makachess.core.errors import InvalidMoveError, MakachessError
from makachess.core.move import Move
from makachess.core.notation.xboard import format_xboard, parse_xboard, parse_xboard_fen
from makachess.core.position import Position
from makachess.core.spec import COLORS

# Names do not matter.
IGNORED = frozenset(
    {
        *("xboard", "rejected", "random", "hover"),
        *("name", "rating", "ics", "otim", ".", "?"),
    }
)


Command: TypeAlias = Callable[[Conversation, str], Iterator[str]]
_NOTHING: Iterator[str] = iter(())

# --- the game -----------------------------------------------------------------------------------


def _new(talk: Conversation, _: str) -> Iterator[str]:
    talk.begin(talk.load(ALIASES[STANDARD]))
    talk.side = None if talk.analyzing else "black"
    talk.depth, talk.against_program = None, False
    talk.control.reset()
    return _NOTHING


def _variant(talk: Conversation, name: str) -> Iterator[str]:
    try:
        variant = talk.load(ALIASES.get(name, name), **talk.rules)
    except MakachessError as error:
        yield f"# {echo(str(error))}"
        raise RefusedError("unknown variant") from None
    if talk.has_board and not can_show(variant):
        raise RefusedError("variant that cannot be shown")
    talk.begin(variant)
    yield from disguised_setup(variant) if talk.disguised else setup_lines(variant)


def _setboard(talk: Conversation, fen: str) -> Iterator[str]:
    try:
        if talk.disguised:
            fen = real_placement(talk.variant, fen)
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
        talk.position.push(read_move(talk.position, text))
    except MakachessError as error:
        # The reason goes on a line of its own: XBoard ignores a refusal that contains "board".
        yield f"# {echo(str(error))}"
        yield f"Illegal move: {echo(text)}"
    else:
        talk.settled = False
        talk.turn_over()


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text of XBoard's means; raises MakachessError."""
    try:
        return parse_xboard(position, text)
    except InvalidMoveError:
        return position.parse(text)


def _take_back(talk: Conversation, _: str, *, count: int) -> Iterator[str]:
    if talk.position is None or talk.position.ply < count:
        raise RefusedError("command not legal now")
    for _step in range(count):
        talk.position.pop()
    talk.turn_over()
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
            assert position is not None
            yield f"Hint: {talk.spell(position, talk.last.pv[0])}"
    elif talk.expected is not None and position is not None:
        yield f"Hint: {talk.spell(position, talk.expected)}"
    elif position is not None and talk.side != position.turn and position.has_legal_move():
        talk.hinting = True


def _limit_moves(talk: Conversation, text: str, *, keep: bool) -> Iterator[str]:
    """Exclude moves from the search, or include them again."""
    try:
        if talk.position is None:
            raise InvalidMoveError("there is no position")
        legal = talk.position.legal_moves()
        moves = legal if text == "all" else [read_move(talk.position, text)]
    except MakachessError:
        raise RefusedError("illegal move") from None
    if keep:
        talk.excluded.difference_update(moves)
    else:
        talk.excluded.update(moves)
    talk.settled = talk.settled and not talk.analyzing
    return _NOTHING


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


def _ponder(talk: Conversation, _: str, *, on: bool) -> Iterator[str]:
    talk.pondering = on
    return _NOTHING


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


def _meet_program(talk: Conversation, _: str) -> Iterator[str]:
    talk.against_program = True
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
        "exclude": partial(_limit_moves, keep=False),
        "include": partial(_limit_moves, keep=True),
        "hard": partial(_ponder, on=True),
        "easy": partial(_ponder, on=False),
        "post": partial(_post, on=True),
        "nopost": partial(_post, on=False),
        "level": _set_level,
        "st": _set_seconds,
        "sd": _set_depth,
        "time": _set_time,
        "memory": _set_memory,
        "cores": _set_cores,
        "option": set_option,
        "ping": _pong,
        "accepted": hear_accepted,
        "computer": _meet_program,
        "lift": take_up,
        "put": put_down,
        **dict.fromkeys(IGNORED, _ignore),
    }
)
