"""Typed moves: which legal moves a text leaves to choose from.

`Position.parse` reads a capture without a suffix as one that declines its promotion, as files and
protocols need. A person who leaves the suffix out is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from makachess.core.errors import AmbiguousMoveError, IllegalMoveError
from makachess.core.move import Move
from makachess.core.notation.pattern import MovePattern
from makachess.core.notation.reading import read_move

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
    if _states_promotion(read_move(position.variant, text)):
        return [move]
    return [other for other in position.legal_moves() if _without(other) == _without(move)]


def _states_promotion(readings: tuple[MovePattern, ...]) -> bool:
    """Whether a text says what the man becomes, or that it stays what it is."""
    return any(reading.states_promotion for reading in readings)


def _left_open(position: Position, text: str) -> list[Move]:
    """The moves of a text in which nothing is missing but promotions."""
    readings = read_move(position.variant, text)
    decided = _states_promotion(readings)
    for reading in readings:
        moves = [m for m in position.legal_moves() if _fits(position, reading, m, decided=decided)]
        if moves and len({move.word for move in moves}) == 1:
            return moves
    return []


def _fits(position: Position, reading: MovePattern, move: Move, *, decided: bool) -> bool:
    pattern = reading if reading.prefix else replace(reading, prefix=tuple(sorted(move.prefix)))
    return pattern.fits(position, move) if decided else pattern.fits_path(position, move)


def _without(move: Move) -> tuple[object, ...]:
    """All of a move but what its man becomes."""
    return move.word, move.prefix
