"""FEN: `placement side castling ep halfmove fullmove` of any variant, read strictly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from makachess.core.betza import Movement, parse_betza
from makachess.core.castling import castlings
from makachess.core.errors import InvalidFenError
from makachess.core.men import (
    Man,
    array_men,
    format_placement,
    parse_placement,
)
from makachess.core.spec import COLORS, Variant, opponent
from makachess.core.squares import Square

_MISSING = ("", "w", "-", "-", "0", "1")
_EP_SQUARE = re.compile(r"[a-s][1-9][0-9]?")
_EP_SQUARES = re.compile(f"(?:{_EP_SQUARE.pattern})+")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class FenState:
    """What a FEN says: men by square, side to move, castling rights in the order KQkq, counters.

    `ep` holds the squares that the last multi-step pawn move passed, in the order passed.
    """

    pieces: Mapping[Square, Man]
    turn: str = "white"
    castling: str = ""
    ep: tuple[Square, ...] = ()
    halfmove: int = 0
    fullmove: int = 1


def parse_fen(variant: Variant, text: str) -> FenState:
    """The state a FEN describes; raises InvalidFenError with the reason.

    Position checks that the side not to move is not in check, which needs the rules.
    """
    try:
        return _parse(variant, text)
    except InvalidFenError as error:
        raise InvalidFenError(f"FEN {text!r}: {error}") from None


def _parse(variant: Variant, text: str) -> FenState:
    fields = text.split()
    if not fields:
        raise InvalidFenError("it is empty")
    if len(fields) > len(_MISSING):
        raise InvalidFenError(f"{len(fields)} fields, but a FEN has at most {len(_MISSING)}")
    placement, side, castling, ep, halfmove, fullmove = (*fields, *_MISSING[len(fields) :])
    pieces = parse_placement(variant, placement)
    _check_royals(variant, pieces)
    if side not in ("w", "b"):
        raise InvalidFenError(f"{side!r} is not a side to move (w or b)")
    turn = COLORS["wb".index(side)]
    return FenState(
        pieces=pieces,
        turn=turn,
        castling=_parse_castling(variant, pieces, castling),
        ep=_parse_ep(variant, pieces, turn, ep),
        halfmove=_parse_counter(halfmove),
        fullmove=max(1, _parse_counter(fullmove)),  # some programs count from 0
    )


def _check_royals(variant: Variant, pieces: Mapping[Square, Man]) -> None:
    royals = dict.fromkeys(COLORS, 0)
    for kind, color in pieces.values():
        royals[color] += kind in variant.royals
    if not any(royals.values()):
        raise InvalidFenError("neither side has a royal")
    if variant.ending.checkmate:
        for color, count in royals.items():
            if count != 1:
                raise InvalidFenError(f"{color} has {count} kings instead of one")


def _parse_castling(variant: Variant, pieces: Mapping[Square, Man], text: str) -> str:
    if text == "-":
        return ""
    rights = "".join(right for right in "KQkq" if right in text)
    if len(rights) != len(text):
        raise InvalidFenError(f"{text!r} is not a set of castling rights (letters of KQkq, or -)")
    homes = {way.right: way for way in castlings(variant)}
    for right in rights:
        if right not in homes:
            raise InvalidFenError(f"castling right {right!r}, but {variant.name} has no castling")
        way = homes[right]
        for kind, square in ((way.king, way.king_from), (way.rook, way.rook_from)):
            if pieces.get(square) != (kind, way.color):
                raise InvalidFenError(
                    f"castling right {right!r} without {way.color} {kind} on {square}"
                )
    return rights


def _parse_ep(
    variant: Variant, pieces: Mapping[Square, Man], turn: str, text: str
) -> tuple[Square, ...]:
    if text == "-":
        return ()
    if not _EP_SQUARES.fullmatch(text):
        raise InvalidFenError(f"{text!r} is not a list of e.p. squares (such as e3, e3e4, or -)")
    passed = tuple(map(Square.parse, _EP_SQUARE.findall(text)))
    mover = opponent(turn)
    for kind, home, goal in _multi_steps(variant).get((mover, passed), ()):
        crossed = (home, *passed)
        if pieces.get(goal) == (kind, mover) and not any(square in pieces for square in crossed):
            return passed
    raise InvalidFenError(f"no {mover} pawn can just have passed the e.p. squares {text!r}")


@lru_cache(maxsize=32)
def _multi_steps(
    variant: Variant,
) -> dict[tuple[str, tuple[Square, ...]], list[tuple[str, Square, Square]]]:
    """Colour and squares passed -> the (type, home, goal) of each initial move that passes them.

    None in games without a man that could take it there.
    """
    movements = {kind: parse_betza(piece.betza) for kind, piece in variant.pieces.items()}
    if not any(map(_takes_in_passing, movements.values())):
        return {}
    steps: dict[tuple[str, tuple[Square, ...]], list[tuple[str, Square, Square]]] = {}
    for home, (kind, color) in array_men(variant).items():
        for path in _initial_paths(movements[kind], home, color):
            steps.setdefault((color, path[:-1]), []).append((kind, home, path[-1]))
    return steps


def _takes_in_passing(movement: Movement) -> bool:
    return any(leg.en_passant for leg in movement.legs)


def _initial_paths(movement: Movement, home: Square, color: str) -> Iterator[tuple[Square, ...]]:
    """The squares after `home` of every first move of several steps, the last one included."""
    forward = 1 if color == "white" else -1
    for leg in movement.legs:
        if leg.initial and leg.moves:
            for length in range(max(2, leg.first), leg.last + 1):
                yield tuple(
                    Square(home.file + i * leg.dx * forward, home.rank + i * leg.dy * forward)
                    for i in range(1, length + 1)
                )


def _parse_counter(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidFenError(f"{text!r} is not a counter (a number of at most nine digits)")
    return int(text)


def format_fen(variant: Variant, state: FenState) -> str:
    """The FEN of a state, with all six fields, as `parse_fen` reads it back."""
    return (
        f"{format_placement(variant, state.pieces)} {state.turn[0]} {state.castling or '-'} "
        f"{''.join(map(str, state.ep)) or '-'} {state.halfmove} {state.fullmove}"
    )
