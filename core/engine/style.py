"""Styles of play: which of some moves that are nearly as good as each other a player likes best."""

from __future__ import annotations

from makachess.core.engine.evaluation import average_piece
from makachess.core.move import Move
from makachess.core.position import Position

BALANCED = "balanced"  # neither of the others
STYLES = (BALANCED, "calm", "wild")
SHARE = 0.1  # of an average piece: what one reason to like a move is worth


def liking(style: str, position: Position, move: Move) -> float:
    """Centipawns that a move is worth more to a player of a style; 0 in a balanced one.

    A wild player likes checks, captures and advances, a calm one none of them.
    """
    if style == BALANCED:
        return 0.0
    forward = 1 if position.turn == "white" else -1
    reasons = (
        move.is_capture,
        position.gives_check(move),
        (move.destination.rank - move.origin.rank) * forward > 0,
    )
    sign = 1 if style == "wild" else -1
    return sign * SHARE * average_piece(position.variant) * sum(reasons)
