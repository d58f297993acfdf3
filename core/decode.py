"""Packed moves of the kernel -> moves as values."""

from __future__ import annotations

from makachess.core.cells import square_of
from makachess.core.kernel import constants as K
from makachess.core.kernel.board import Board
from makachess.core.kernel.legality import victims
from makachess.core.kernel.packed_move import (
    destination_of,
    further_steps,
    kind_of,
    origin_of,
    promotion_of,
)
from makachess.core.move import Move, MoveKind
from makachess.core.reserve import Promotions

_KINDS = {
    K.TAKE_PASSANT: MoveKind.EN_PASSANT,
    K.CASTLE: MoveKind.CASTLING,
    K.PASS_TURN: MoveKind.PASS,
    K.COMPOUND: MoveKind.COMPOUND,
}


def decode(board: Board, types: tuple[str, ...], packed: int, prefix: Promotions) -> Move:
    """The move a packed move stands for on a board, after the delayed promotions of `prefix`."""
    promotion, kind = promotion_of(packed), _KINDS.get(kind_of(packed), MoveKind.NORMAL)
    steps = further_steps(packed) if kind is MoveKind.COMPOUND else ()
    return Move(
        origin=square_of(origin_of(packed)),
        destination=square_of(destination_of(packed)),
        victims=tuple(map(square_of, victims(board, packed))),
        promotion=types[promotion - 1] if promotion else "",
        kind=kind,
        parts=tuple((square_of(a), square_of(b)) for a, b in steps),
        prefix=prefix,
    )
