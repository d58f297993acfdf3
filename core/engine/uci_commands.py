"""The commands of UCI but `go`, each as what it does to the seat.

A command takes the seat and the rest of its words and returns the lines to answer, or raises
RefusedError and has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.engine.seat import echo
from makachess.core.engine.uci_options import (
    RefusedError,
    UciSeat,
    describe_options,
    set_option,
)
from makachess.core.errors import MakachessError
from makachess.core.notation.uci import push_uci
from makachess.core.position import Position

AUTHORS = "the makachess authors"

Command: TypeAlias = Callable[[UciSeat, Sequence[str]], Iterator[str]]
_NOTHING: Iterator[str] = iter(())


def _introduce(seat: UciSeat, _: Sequence[str]) -> Iterator[str]:
    yield f"id name {seat.title}"
    yield f"id author {AUTHORS}"
    yield from describe_options(seat)
    yield "uciok"


def _be_ready(_: UciSeat, __: Sequence[str]) -> Iterator[str]:
    yield "readyok"


def _debug(seat: UciSeat, words: Sequence[str]) -> Iterator[str]:
    if list(words) not in (["on"], ["off"]):
        raise RefusedError("'debug' is on or off")
    seat.debugging = list(words) == ["on"]
    return _NOTHING


def _set_option(seat: UciSeat, words: Sequence[str]) -> Iterator[str]:
    set_option(seat, " ".join(words))
    return _NOTHING


def _new_game(seat: UciSeat, _: Sequence[str]) -> Iterator[str]:
    seat.game += 1
    return _NOTHING


def _ignore(_: UciSeat, __: Sequence[str]) -> Iterator[str]:
    return _NOTHING


# --- positions ----------------------------------------------------------------------------------


def _set_up(seat: UciSeat, words: Sequence[str]) -> Iterator[str]:
    """Take `startpos` or `fen FEN`, then `moves MOVE...`."""
    before = list(takewhile(lambda word: word != "moves", words))
    moves = list(words[len(before) + 1 :])
    if before[:1] == ["fen"] and len(before) > 1:
        start = " ".join(before[1:])
    elif before == ["startpos"]:
        start = ""
    else:
        raise RefusedError("'position' is written: position startpos|fen FEN [moves MOVE...]")
    position = seat.position
    if position is None or start != seat.start:
        seat.position = _play(_begin(seat, start), [], moves)
    else:
        _play(position, seat.told, moves)
    seat.start, seat.told = start, moves
    return _NOTHING


def _begin(seat: UciSeat, fen: str) -> Position:
    try:
        return Position(seat.variant, fen or None)
    except MakachessError as error:
        raise RefusedError(echo(str(error))) from None


def _play(position: Position, told: Sequence[str], moves: Sequence[str]) -> Position:
    """Bring a position from the moves told before to others; those they share are kept."""
    pairs = enumerate(zip(told, moves, strict=False))
    shared = next((i for i, (a, b) in pairs if a != b), min(len(told), len(moves)))
    undone = [position.pop() for _ in range(len(told) - shared)]
    at = shared
    try:
        for at in range(shared, len(moves)):
            push_uci(position, moves[at])
    except MakachessError as error:
        while position.ply > shared:
            position.pop()
        for move in reversed(undone):
            position.push(move)
        raise RefusedError(f"move {at + 1}: {echo(str(error))}") from None
    return position


COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "uci": _introduce,
        "isready": _be_ready,
        "debug": _debug,
        "setoption": _set_option,
        "position": _set_up,
        "ucinewgame": _new_game,
        "register": _ignore,  # nobody need register
    }
)
