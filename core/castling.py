"""Castling, worked out from the array: where king and rook start and where they go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from makachess.core.betza import parse_betza
from makachess.core.pieces import array_pieces
from makachess.core.spec import Variant
from makachess.core.squares import Square

RIGHTS = "KQkq"
"""The castling rights in the order of their bits."""


@dataclass(frozen=True, slots=True)
class Castling:
    """One way to castle: the FEN letter of its right, both pieces, their squares, the conditions.

    The squares of `empty` must be vacant, this king and rook aside; those of `safe`, from the
    king's start to its goal, must not be attacked. Castlings with one rook share one right.
    """

    right: str  # of KQkq; K = the rook towards the last file
    color: str
    king: str
    rook: str
    king_from: Square
    king_to: Square
    rook_from: Square
    rook_to: Square
    empty: tuple[Square, ...]
    safe: tuple[Square, ...]


@lru_cache(maxsize=32)
def castlings(variant: Variant) -> tuple[Castling, ...]:
    """Every way to castle in a variant: White first, then K before Q, then the shorter way.

    Raises VariantError if the king's move text cannot be read.
    """
    found = [each for piece in sorted(variant.royals) for each in _castlings_of(variant, piece)]
    return tuple(sorted(found, key=lambda castling: RIGHTS.index(castling.right)))


def _castlings_of(variant: Variant, king: str) -> Iterator[Castling]:
    """The castlings of one royal type: it travels n squares, the rook lands on its far side.

    It must stop short of the corner, where the rook stands.
    """
    distances = sorted(set(parse_betza(variant.pieces[king].betza).castles))
    array = array_pieces(variant)
    for home, (kind, color) in array.items():
        for right, side, corner in (("K", 1, variant.files - 1), ("Q", -1, 0)):
            rook = array.get(Square(corner, home.rank))
            if kind != king or rook is None or rook[1] != color:
                continue
            for distance in distances:
                if distance < abs(corner - home.file):
                    yield _castling(right, color, (king, rook[0]), home, corner, distance * side)


def _castling(
    right: str, color: str, pieces: tuple[str, str], home: Square, corner: int, travel: int
) -> Castling:
    side = 1 if travel > 0 else -1
    goal = Square(home.file + travel, home.rank)
    rook_from = Square(corner, home.rank)
    rook_to = Square(goal.file - side, home.rank)
    between = {Square(f, home.rank) for f in range(home.file + side, corner, side)}
    return Castling(
        right=right if color == "white" else right.lower(),
        color=color,
        king=pieces[0],
        rook=pieces[1],
        king_from=home,
        king_to=goal,
        rook_from=rook_from,
        rook_to=rook_to,
        empty=tuple(sorted((between | {goal, rook_to}) - {home, rook_from})),
        safe=tuple(Square(home.file + i, home.rank) for i in range(0, travel + side, side)),
    )
