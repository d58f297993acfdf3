"""Writing SAN: one text for every legal move.

Beside the forms of chess, victims in passing are legs (`L!xe5-d4`), a pass is `L!d2--`, compound
first moves are joined with commas (`b3,e4`), a chosen delayed promotion comes first (`b10=N,Nd3`).
"""

from __future__ import annotations

from makachess.core.errors import IllegalMoveError
from makachess.core.move import Move, MoveKind, Square
from makachess.core.notation.pattern import mover
from makachess.core.view import PositionView


def format_san(position: PositionView, move: Move) -> str:
    """The SAN of a legal move; raises IllegalMoveError for any other."""
    text = "".join(f"{square}={kind}," for square, kind in move.prefix) + _format_core(
        position, move
    )
    return text + (f"={move.promotion}" if move.promotion else "") + _check_sign(position, move)


def _format_core(position: PositionView, move: Move) -> str:
    rivals = [m for m in position.legal_moves() if m.destination == move.destination]
    if move not in rivals:
        raise IllegalMoveError(f"{str(move)!r} is not legal here")
    variant, kind = position.variant, mover(position, move)
    if move.kind is MoveKind.CASTLING and variant.castling_san:
        return "O-O" if move.destination.file > move.origin.file else "O-O-O"
    letter = "" if kind == variant.pawn else kind
    if move.kind is MoveKind.PASS:
        return f"{letter}{move.origin}--"
    if move.kind is MoveKind.COMPOUND:
        return ",".join(str(goal) for goal in (move.destination, *(goal for _, goal in move.parts)))
    path = _format_path(move)
    others = [
        m.origin
        for m in rivals
        if m.origin != move.origin
        and m.promotion == move.promotion
        and m.prefix == move.prefix
        and mover(position, m) == kind
        and _format_path(m) == path
    ]
    must_have_file = not letter and move.is_capture
    return letter + _disambiguation(move.origin, others, must_have_file=must_have_file) + path


def _format_path(move: Move) -> str:
    """What follows the mover: `d5`, `xd5`, `xe5xf6`, `xe5-d4`."""
    if not move.is_capture:
        return str(move.destination)
    stops = move.waypoints[1:]
    taken = max(1, len(move.victims)) if move.kind is not MoveKind.EN_PASSANT else 1
    return "".join(f"{'x' if i < taken else '-'}{stop}" for i, stop in enumerate(stops))


def _disambiguation(origin: Square, others: list[Square], *, must_have_file: bool) -> str:
    """The shortest of nothing, file, rank and square that no other origin shares."""
    square = str(origin)
    if not others and not must_have_file:
        return ""
    if all(other.file != origin.file for other in others):
        return square[0]
    if all(other.rank != origin.rank for other in others) and not must_have_file:
        return square[1:]
    return square


def _check_sign(position: PositionView, move: Move) -> str:
    if not position.variant.ending.checkmate or not position.gives_check(move):
        return ""
    return "#" if position.gives_mate(move) else "+"
