"""XBoard's spelling of moves and positions, for programs that speak its protocol.

As coordinates (`coordinates`), except: a board of exactly ten ranks counts them from 0, a promotion
is a small letter with its mark or a plus behind the move (`e7e8q`, `k10l9l!`, `d4e5+`), any pass is
`@@@@`. Compound first moves and delayed promotions, which XBoard cannot express, stay as in
coordinates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise

from makachess.core.base_position import BasePosition
from makachess.core.castling import RIGHTS
from makachess.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
)
from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import MovePattern
from makachess.core.notation.fen import mend_fen, parse_fen
from makachess.core.pieces import parse_piece
from makachess.core.promotion import changes_of
from makachess.core.spec import Variant
from makachess.core.squares import Square

NULL_MOVE = "@@@@"

_SQUARE = r"[a-s][0-9]{1,2}"
_LEG = re.compile(f"({_SQUARE})({_SQUARE})")
_MOVE = re.compile(
    rf"(?P<prefix>(?:{_SQUARE}=\+?[A-Z]['!]?,)*)(?P<legs>{_LEG.pattern}(?:,{_LEG.pattern})*)"
    r"(?P<suffix>=?\+?(?:[A-Za-z]['!]?)?)"
)

_CHOICE = re.compile(rf"({_SQUARE})=(\+?[A-Z]['!]?)")


def is_xboard_move(text: str) -> bool:
    """Whether a text has the form of a move in any variant."""
    return text == NULL_MOVE or _MOVE.fullmatch(text) is not None


def format_xboard(variant: Variant, move: Move) -> str:
    """A move as XBoard writes it, all its legs in one text; `parse_xboard` reads it back.

    All passes, and the null move, have one text, as they leave one position.

    >>> from makachess.variants import load
    >>> format_xboard(load("decimaka"), Move(Square(0, 2), Square(0, 4)))
    'a2a4'
    """
    if move.kind in (MoveKind.PASS, MoveKind.NULL):
        return NULL_MOVE
    pairs = [*pairwise(move.waypoints), *move.parts]
    legs = [_format_square(variant, a) + _format_square(variant, b) for a, b in pairs]
    legs[:0] = [f"{_format_square(variant, square)}={kind}" for square, kind in move.prefix]
    return ",".join(legs) + _suffix(variant, move.promotion)


def parse_square(variant: Variant, text: str) -> Square:
    """The square of a name in XBoard's numbering; raises InvalidMoveError."""
    if not re.fullmatch(_SQUARE, text):
        raise InvalidMoveError(f"{text!r} is not a square (a letter and a number, such as e4)")
    return _parse_square(variant, text)


def _format_square(variant: Variant, square: Square) -> str:
    return f"{chr(ord('a') + square.file)}{square.rank + _first_rank(variant)}"


def _parse_square(variant: Variant, text: str) -> Square:
    return Square(ord(text[0]) - ord("a"), int(text[1:]) - _first_rank(variant))


def _first_rank(variant: Variant) -> int:
    return 0 if variant.ranks == 10 else 1


def _suffix(variant: Variant, kind: str) -> str:
    """What stands for a promotion: chess-like games want an equals sign before the plus."""
    if not kind.startswith("+"):
        return kind.lower()
    plus = "=+" if variant.ending.checkmate else "+"
    return plus + (kind[1:].lower() if _has_several_plus(variant) else "")


@lru_cache(maxsize=32)
def _has_several_plus(variant: Variant) -> bool:
    """Whether a plus alone may not say what a piece promotes to."""
    rules = variant.promotion
    changes = (one.targets for _, _, one in changes_of(variant))
    return any(
        sum(kind.startswith("+") for kind in choices) > 1
        for choices in chain(rules.arrival.values(), changes)
    )


def parse_xboard(position: BasePosition, text: str, *, forgiving: bool = False) -> Move:
    """The legal or null move a text in XBoard's spelling means.

    Without a suffix it is the move that stays what it is, or else the only one there is;
    `forgiving` takes the only one whatever the suffix says, as some programs' moves need.
    Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError.
    """
    if text == NULL_MOVE:
        passes = [move for move in position.legal_moves() if move.kind is MoveKind.PASS]
        if position.allows_null():
            passes.append(Move.null())
        return _single(passes[:1], text)
    pattern = _read(position, text)
    near = [move for move in position.legal_moves() if pattern.fits_path(position, move)]
    chosen = [move for move in near if pattern.fits_promotion(position, move)]
    if not chosen:  # XBoard sends a letter without its mark
        chosen = [move for move in near if move.promotion[:1] == pattern.promotion]
    if not chosen and (not pattern.promotion or (forgiving and len(near) == 1)):
        chosen = near
    return _single(chosen, text)


def _single(moves: list[Move], text: str) -> Move:
    if not moves:
        raise IllegalMoveError(f"{text!r} is not legal here")
    if len(moves) > 1:
        raise AmbiguousMoveError(f"{text!r} does not say what it promotes to")
    return moves[0]


def _read(position: BasePosition, text: str) -> MovePattern:
    match = _MOVE.fullmatch(text)
    if match is None:
        raise InvalidMoveError(f"{text!r} is not a move in XBoard's form (such as e2e4, d4e5,e5f6)")
    variant, suffix = position.variant, match["suffix"]
    choices = _CHOICE.findall(match["prefix"])
    legs = [[_parse_square(variant, at) for at in leg] for leg in _LEG.findall(match["legs"])]
    pattern = MovePattern(
        promotion=suffix.removeprefix("=").upper() or suffix,
        prefix=tuple(sorted((_parse_square(variant, square), kind) for square, kind in choices)),
    )
    if any(a[1] != b[0] for a, b in pairwise(legs)):
        return replace(pattern, steps=tuple((home, goal) for home, goal in legs))
    file, rank = legs[0][0]
    # Some programs name empty squares on the way, too.
    taken = [goal for _, goal in legs[:-1] if _is_enemy(position, goal)]
    return replace(pattern, file=file, rank=rank, stops=(*taken, legs[-1][1]))


def _is_enemy(position: BasePosition, square: Square) -> bool:
    piece = position.piece_at(square)
    return piece is not None and parse_piece(piece)[1] != position.turn


def parse_xboard_fen(variant: Variant, text: str) -> tuple[str, str]:
    """The FEN that a position as XBoard writes it stands for, and a note on what was mended in it.

    XBoard omits fields it thinks a game does not need, and an e.p. square is reliable only as to
    its file; an impossible e.p. square is dropped. Raises InvalidFenError.
    """
    words = re.sub(r"\[[^]]*\]", "", text).split()
    if not words:
        raise InvalidFenError("FEN '': it is empty")
    placement, *fields = words
    side = fields.pop(0) if fields and not fields[0].isdigit() else "w"
    counters = [field for field in fields if field.isdigit()][:2]
    counters += ["0", "1"][len(counters) :]
    rest = [field for field in fields if not field.isdigit()]
    refused = None
    for castling, passed in _guesses(variant, rest):
        fen, note = mend_fen(variant, " ".join((placement, side, castling, passed, *counters)))
        try:
            parse_fen(variant, fen)
        except InvalidFenError as error:
            refused = refused or error
        else:
            return fen, note
    raise refused or InvalidFenError(f"FEN {text!r}: cannot be read")


def _guesses(variant: Variant, fields: list[str]) -> Iterator[tuple[str, str]]:
    """What the castling and e.p. fields may be, the likeliest first."""
    castling = "-"
    if fields and (fields[0] == "-" or not set(fields[0]) - set(RIGHTS)):
        castling, *fields = fields
    passed = fields[0] if fields else "-"
    yield castling, passed
    if re.fullmatch("[a-s][0-9]*", passed):
        squares = [f"{passed[0]}{rank}" for rank in range(1, variant.ranks + 1)]
        for square in squares:
            yield castling, square
        for near, far in pairwise(squares):
            yield castling, near + far
            yield castling, far + near
    yield castling, "-"
