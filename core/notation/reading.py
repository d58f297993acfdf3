"""From a move text in any notation to the legal move it means, or to why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makachess.core.errors import AmbiguousMoveError, InvalidMoveError
from makachess.core.move import Move
from makachess.core.notation.coordinates import parse_coordinates
from makachess.core.notation.pattern import MovePattern
from makachess.core.notation.refusal import refusal
from makachess.core.notation.san import format_san
from makachess.core.notation.san_grammar import read_san
from makachess.core.spec import Variant
from makachess.core.view import PositionView


def parse_move(position: PositionView, text: str) -> Move:
    """The legal move that a coordinate or SAN text means.

    A man stays what it is if the text does not say what it becomes. Raises InvalidMoveError (no
    move in any notation), IllegalMoveError or AmbiguousMoveError, each saying why.
    """
    return _find(position, read_move(position.variant, text), text)


def parse_san(position: PositionView, text: str) -> Move:
    """The legal move that a SAN text means; raises as `parse_move` does."""
    return _find(position, read_san(position.variant, text), text)


def parse_choices(position: PositionView, text: str) -> list[Move]:
    """The legal moves that a text can mean if it leaves open what the man becomes.

    They differ in the promotion alone, so with more than one of them there is that to ask. Raises
    as `parse_move` does, but not for a promotion that is left open.
    """
    readings, legal = read_move(position.variant, text), position.legal_moves()
    for reading in sorted(readings, key=lambda reading: not _fitting(position, reading)):
        near = [move for move in legal if reading.fits_path(position, move)]
        fitting = _fitting(position, reading) or ([] if reading.states_promotion else near)
        if fitting:
            ways = {_way(move): move for move in reversed(fitting)}
            way = _way(_only(position, reading, list(reversed(ways.values())), text))
            return [m for m in (fitting if reading.states_promotion else near) if _way(m) == way]
    raise refusal(position, readings[0], text)


def read_move(variant: Variant, text: str) -> tuple[MovePattern, ...]:
    """What a text can mean in any position, coordinates or SAN, the likeliest reading first.

    `states_promotion` of a reading tells whether it says what the man becomes, or that it stays.
    Raises InvalidMoveError.
    """
    try:
        return (parse_coordinates(variant, text),)
    except InvalidMoveError:
        return read_san(variant, text)


def _find(position: PositionView, readings: Sequence[MovePattern], text: str) -> Move:
    for reading in readings:
        if moves := _fitting(position, reading):
            return _only(position, reading, moves, text)
    raise refusal(position, readings[0], text)


def _fitting(position: PositionView, reading: MovePattern) -> list[Move]:
    return [move for move in position.legal_moves() if reading.fits(position, move)]


def _way(move: Move) -> Move:
    """A move but for what the man becomes."""
    return replace(move, promotion="")


def _only(position: PositionView, reading: MovePattern, moves: list[Move], text: str) -> Move:
    if len(moves) == 1 or reading.is_pass:  # every pass leaves the same position
        return moves[0]
    choices = ", ".join(sorted(format_san(position, move) for move in moves))
    raise AmbiguousMoveError(f"{text!r} is ambiguous: write one of {choices}")
