"""From a move text in any notation to the legal move it means, or the reason there is none."""

from __future__ import annotations

from collections.abc import Sequence

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
    legal = position.legal_moves()
    for reading in readings:
        moves = [move for move in legal if reading.fits(position, move)]
        if len(moves) == 1 or (moves and reading.is_pass):  # every pass leaves the same position
            return moves[0]
        if moves:
            choices = ", ".join(sorted(format_san(position, move) for move in moves))
            raise AmbiguousMoveError(f"{text!r} is ambiguous: write one of {choices}")
    raise refusal(position, readings[0], text)
