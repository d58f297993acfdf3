"""Typed moves: which legal moves a text leaves to choose from.

`Position.parse` reads a capture without a suffix as one that declines its promotion, as files and
protocols need. A person who leaves the suffix out has not decided yet, and is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from makachess.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from makachess.core.move import Move
from makachess.core.notation.coordinates import parse_coordinates, split_prefix
from makachess.core.notation.pattern import MovePattern
from makachess.core.notation.san_grammar import read_san

if TYPE_CHECKING:
    from makachess.core import Position


def typed_moves(position: Position, text: str) -> list[Move]:
    """The legal moves a text can mean, one at least; several differ only in promotions.

    Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError, as `Position.parse` does, where
    it is not a promotion that is missing.
    """
    try:
        move = position.parse(text)
    except (AmbiguousMoveError, IllegalMoveError):
        if moves := _left_open(position, text):
            return moves
        raise
    if _says_promotion(text, _readings(position, text)):
        return [move]
    return [other for other in position.legal_moves() if _without(other) == _without(move)]


def _readings(position: Position, text: str) -> tuple[MovePattern, ...]:
    try:
        return (parse_coordinates(position.variant, text),)
    except InvalidMoveError:
        return read_san(position.variant, text)


def _says_promotion(text: str, readings: tuple[MovePattern, ...]) -> bool:
    """Whether a text says what the man becomes, be it what it was: `=N`, or `=` alone."""
    return any(reading.promotion for reading in readings) or "=" in split_prefix(text.strip())[1]


def _left_open(position: Position, text: str) -> list[Move]:
    """The moves of a text in which nothing is missing but promotions."""
    readings = _readings(position, text)
    decided = _says_promotion(text, readings)
    for reading in readings:
        moves = [m for m in position.legal_moves() if _fits(position, reading, m, decided=decided)]
        if moves and len({replace(_without(move), prefix=()) for move in moves}) == 1:
            return moves
    return []


def _fits(position: Position, reading: MovePattern, move: Move, *, decided: bool) -> bool:
    pattern = reading if reading.prefix else replace(reading, prefix=tuple(sorted(move.prefix)))
    return pattern.fits(position, move) if decided else pattern.fits_path(position, move)


def _without(move: Move) -> Move:
    """A move without what its man becomes."""
    return replace(move, promotion="")
