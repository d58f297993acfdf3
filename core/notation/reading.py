"""From a move text in any notation to the legal move it means, or the reason there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from makachess.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from makachess.core.kernel.move_values import Wanted
from makachess.core.move import Move
from makachess.core.notation.coordinates import (
    STAYS,
    MovePattern,
    Reading,
    parse_coordinates,
    reading_of,
)
from makachess.core.notation.refusal import refusal
from makachess.core.notation.san import format_san, read_san
from makachess.core.spec import Variant

if TYPE_CHECKING:
    from makachess.core.position import Position

LONGEST_MOVE = 200
"""Characters of a text that can mean a move: more than any has, compound moves included."""

_LONGEST = 64  # characters of a text that is worth remembering
_REMEMBERED = 8192  # texts: most games of chess are written with fewer


class FirstReadings(dict[str, "Wanted | None"]):
    """What each text means in a variant at first reading, for the kernel to compare moves with.

    It is None where there is more to it, or nothing. Texts are read when they are first asked for;
    where there are too many, all are forgotten.
    """

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self._variant = variant

    def __missing__(self, text: str) -> Wanted | None:
        if not isinstance(text, str):
            raise _not_text(text)
        try:
            _refuse_long(text)
            pattern, wanted = reading_of(self._variant, read_move(self._variant, text)[0])
        except InvalidMoveError:
            return None
        if pattern.prefix or text[-1] in "!?" or _may_stay(pattern):
            wanted = None
        if len(text) <= _LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = wanted
        return wanted


def _may_stay(pattern: MovePattern) -> bool:
    """Whether a text may say that the piece stays what it is, with a sign or its own id."""
    stated = pattern.promotion
    return stated == STAYS or (stated != "" and pattern.kind in ("", stated))


@lru_cache(maxsize=32)
def first_readings(variant: Variant) -> FirstReadings:
    """The first readings of texts in a variant, shared by all its positions."""
    return FirstReadings(variant)


def parse_move(position: Position, text: str, *, explain: bool = True) -> Move:
    """The legal move that a coordinate or SAN text means.

    A piece stays what it is if the text does not say what it becomes. Raises InvalidMoveError (no
    move in any notation), IllegalMoveError or AmbiguousMoveError, each saying why; unless they are
    to `explain` it, which takes longest, illegal moves are just refused.
    """
    return _find(position, _readings(read_move, position.variant, text), text, explain=explain)


def says_nothing(position: Position, text: str, move: Move) -> bool:
    """Whether the end of a text declines a promotion that the move it means does not have.

    So it is with `Nf3=` and `Nf3N` in chess, where these are annotations.
    """
    return (
        not move.promotion
        and _readings(read_move, position.variant, text)[0].pattern.states_promotion
        and not any(m.promotion and m.word == move.word for m in position.legal_moves())
    )


def parse_san(position: Position, text: str) -> Move:
    """The legal move that a SAN text means; raises as `parse_move` does."""
    return _find(position, _readings(read_san, position.variant, text), text)


def read_move(variant: Variant, text: str) -> tuple[MovePattern, ...]:
    """What a text can mean in any position, coordinates or SAN, the likeliest reading first.

    `states_promotion` of a reading tells whether it says what the piece becomes, or that it stays.
    Raises InvalidMoveError.
    """
    with suppress(InvalidMoveError):
        return (parse_coordinates(variant, text),)
    return read_san(variant, text)


def _read(
    read: Callable[[Variant, str], tuple[MovePattern, ...]], variant: Variant, text: str
) -> tuple[Reading, ...] | str:
    """What a text can mean, or why it means nothing: both are worth remembering."""
    try:
        _refuse_long(text)
        return tuple(reading_of(variant, pattern) for pattern in read(variant, text))
    except InvalidMoveError as error:
        return str(error)


_read_once = lru_cache(_REMEMBERED)(_read)


def _readings(
    read: Callable[[Variant, str], tuple[MovePattern, ...]], variant: Variant, text: str
) -> tuple[Reading, ...]:
    """The same, remembered; raises TypeError for what is no text."""
    if not isinstance(text, str):
        raise _not_text(text)
    found = (_read if len(text) > _LONGEST else _read_once)(read, variant, text)
    if isinstance(found, str):
        raise InvalidMoveError(found)
    return found


def _not_text(given: object) -> TypeError:
    return TypeError(f"{given!r} is not text: a move is written 'e2e4' or 'Nf3'")


def _refuse_long(text: str) -> None:
    if len(text) > LONGEST_MOVE:
        raise InvalidMoveError(
            f"{text[:57] + '...'!r} is not a move: none is longer than {LONGEST_MOVE} characters"
        )


def _find(
    position: Position, readings: Sequence[Reading], text: str, *, explain: bool = True
) -> Move:
    for reading in readings:
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
    raise refusal(position, readings[0].pattern, text)
