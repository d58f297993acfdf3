"""From a move text in any notation to the legal move it means, or the reason there is none."""

from __future__ import annotations

from collections.abc import Sequence

from makachess.core.base_position import BasePosition
from makachess.core.errors import AmbiguousMoveError, IllegalMoveError
from makachess.core.move import Move
from makachess.core.notation.coordinates import Reading
from makachess.core.notation.reading import read_move, read_san, readings
from makachess.core.notation.refusal import refusal
from makachess.core.notation.san import format_san


def parse_move(position: BasePosition, text: str, *, explain: bool = True) -> Move:
    """The legal move that a coordinate or SAN text means.

    A piece stays what it is if the text does not say what it becomes. Raises InvalidMoveError (no
    move in any notation), IllegalMoveError or AmbiguousMoveError, each saying why; unless they are
    to `explain` it, which takes longest, illegal moves are just refused.
    """
    return _find(position, readings(read_move, position.variant, text), text, explain=explain)


def says_nothing(position: BasePosition, text: str, move: Move) -> bool:
    """Whether the end of a text declines a promotion that the move it means does not have.

    So it is with `Nf3=` and `Nf3N` in chess, where these are annotations.
    """
    return (
        not move.promotion
        and readings(read_move, position.variant, text)[0].pattern.promotion != ""
        and not any(m.promotion and m.word == move.word for m in position.legal_moves())
    )


def parse_san(position: BasePosition, text: str) -> Move:
    """The legal move that a SAN text means; raises as `parse_move` does."""
    return _find(position, readings(read_san, position.variant, text), text)


def _find(
    position: BasePosition, found: Sequence[Reading], text: str, *, explain: bool = True
) -> Move:
    for reading in found:
        moves = position.fitting(reading)
        if len(moves) == 1:
            return moves[0]
        if moves and reading.pattern.is_pass:  # every pass leaves the same position
            return moves[0]
        pattern = reading.pattern
        if pattern.is_null and not pattern.prefix and position.allows_null():
            return Move.null()
        if moves:
            choices = ", ".join(sorted(format_san(position, move) for move in moves))
            raise AmbiguousMoveError(f"{text!r} is ambiguous: write one of {choices}")
    if not explain:
        raise IllegalMoveError(f"{text!r} is not legal here")
    raise refusal(position, found[0].pattern, text)
