"""Putting men on a board and taking them off, between the games that are played on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from makachess.core.errors import InvalidFenError
from makachess.core.men import Man, parse_man
from makachess.core.notation.fen import find_rights, format_fen, parse_fen
from makachess.core.notation.passed import is_noted
from makachess.core.spec import Variant
from makachess.core.squares import Square


def rearranged(variant: Variant, fen: str, changes: Mapping[Square, str | None]) -> str:
    """A FEN with other men on some squares, each as FEN writes it; None empties a square.

    Castling rights and e.p. squares last only as long as the men that they need. Raises
    InvalidFenError for a man or a square that the game does not have; whether the rest can be a
    position is for the reader of the FEN.
    """
    state = parse_fen(variant, fen)
    pieces = dict(state.pieces)
    for square, man in changes.items():
        _check_square(variant, square)
        pieces.pop(square, None)
        if man is not None:
            pieces[square] = _read_man(variant, man)
    rights = find_rights(variant, pieces)
    passed = "".join(map(str, state.ep))
    return format_fen(
        variant,
        replace(
            state,
            pieces=pieces,
            castling="".join(right for right in state.castling if right in rights),
            ep=state.ep if is_noted(variant, pieces, state.turn, passed) else (),
        ),
    )


def _check_square(variant: Variant, square: Square) -> None:
    if not (0 <= square.file < variant.files and 0 <= square.rank < variant.ranks):
        last = Square(variant.files - 1, variant.ranks - 1)
        raise InvalidFenError(
            f"{str(square)!r} is not on the board of {variant.name} (a1 to {last})"
        )


def _read_man(variant: Variant, text: str) -> Man:
    man = parse_man(text)
    if man[0] not in variant.pieces or text not in (man[0], man[0].lower()):
        raise InvalidFenError(
            f"{text!r} is not a piece of {variant.name} (which has {' '.join(variant.pieces)})"
        )
    return man
