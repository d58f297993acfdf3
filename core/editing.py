"""Positions made of others: with pieces put on the board or taken off, or the colours exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from makachess.core.castling import Right, rights
from makachess.core.errors import InvalidFenError
from makachess.core.kernel.board import exchanged_pieces
from makachess.core.kernel.packed import CELLS
from makachess.core.notation.fen import Setup, find_rights, format_fen, is_noted, parse_fen
from makachess.core.pieces import Piece, array_pieces, parse_piece
from makachess.core.spec import Variant, opponent
from makachess.core.squares import Square, cell_of, fault_of


def rearranged(variant: Variant, fen: str, changes: Mapping[Square, str | None]) -> str:
    """A FEN with other pieces on some squares, each as FEN writes it; None empties a square.

    Castling rights and e.p. squares last only as long as the pieces that they need. Raises
    InvalidFenError for a piece or a square that the game does not have; whether the rest can be a
    position is for the reader of the FEN.
    """
    state = parse_fen(variant, fen)
    pieces = dict(state.pieces)
    for square, piece in changes.items():
        if fault := fault_of(square, variant):
            raise InvalidFenError(fault)
        pieces.pop(square, None)
        if piece is not None:
            pieces[square] = _read_piece(variant, piece)
    possible = find_rights(variant, pieces)
    passed = "".join(map(str, state.ep))
    return format_fen(
        variant,
        replace(
            state,
            pieces=pieces,
            castling="".join(right for right in state.castling if right in possible),
            ep=state.ep if is_noted(variant, pieces, state.turn, passed) else (),
        ),
    )


def _read_piece(variant: Variant, text: str) -> Piece:
    piece = parse_piece(text)
    if piece[0] not in variant.pieces or text not in (piece[0], piece[0].lower()):
        raise InvalidFenError(
            f"{text!r} is not a piece of {variant.name} (which has {' '.join(variant.pieces)})"
        )
    return piece


def mirrored(variant: Variant, setup: Setup) -> Setup:
    """What a FEN says of the position with the colours exchanged, and the board turned to suit."""
    return _mirror_of(variant).setup(setup)


class _Mirror(NamedTuple):
    """Where each cell's image is, and each right with its image, as bits.

    There are no castling rights and e.p. squares where the array is not its own image.
    """

    images: list[int]
    castling: tuple[tuple[int, int], ...]
    is_image: bool

    def setup(self, setup: Setup) -> Setup:
        """What a FEN says of the mirrored position."""
        pieces, side, castling, (passed, more, piece), halfmove, fullmove = setup
        images = self.images
        if passed and not self.is_image:
            passed = more = piece = 0
        return Setup(
            exchanged_pieces(pieces, images),
            1 - side,
            sum(image for right, image in self.castling if castling & right),
            (images[passed], images[more], images[piece]),
            halfmove,
            fullmove,
        )


@lru_cache(maxsize=32)
def _mirror_of(variant: Variant) -> _Mirror:
    """The mirror in which the array is its own image; if there is none, the one for the ranks."""
    turned = next((turned for turned in (False, True) if _is_image(variant, turned=turned)), None)
    images = [0] * CELLS
    for square in (Square(f, r) for r in range(variant.ranks) for f in range(variant.files)):
        images[cell_of(square)] = cell_of(_opposite(variant, square, turned=bool(turned)))
    known = rights(variant).values() if turned is not None else ()
    bits = {frozenset(right.homes.items()): right.bit for right in known}
    castling = tuple((right.bit, bits.get(_image(variant, right, turned), 0)) for right in known)
    return _Mirror(images, castling, turned is not None)


def _image(variant: Variant, right: Right, turned: bool | None) -> frozenset[tuple[Square, Piece]]:
    """What a right needs, as the other side sees it."""
    return frozenset(
        (_opposite(variant, square, turned=bool(turned)), (kind, opponent(color)))
        for square, (kind, color) in right.homes.items()
    )


def _is_image(variant: Variant, *, turned: bool) -> bool:
    array = array_pieces(variant)
    return all(
        array.get(_opposite(variant, square, turned=turned)) == (kind, opponent(color))
        for square, (kind, color) in array.items()
    )


def _opposite(variant: Variant, square: Square, *, turned: bool) -> Square:
    """The square on the same rank as the enemy sees it; on the same file as well if `turned`."""
    file = variant.files - 1 - square.file if turned else square.file
    return Square(file, variant.ranks - 1 - square.rank)
