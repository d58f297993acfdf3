"""Writing SAN: one text for every legal move.

Beside the forms of chess, victims in passing are legs (`L!xe5-d4`), a pass is `L!d2--`, compound
first moves are joined with commas (`b3,e4`), a chosen delayed promotion comes first (`b10=N,Nd3`).
"""

from __future__ import annotations

from makachess.core.move import Move, MoveKind
from makachess.core.notation.pattern import mover
from makachess.core.squares import Square
from makachess.core.view import PositionView


def format_san(position: PositionView, move: Move) -> str:
    """The SAN of a legal move; raises IllegalMoveError for any other."""
    text = _format_core(position, move, position.twins(move))
    if move.prefix:
        text = "".join(f"{square}={kind}," for square, kind in move.prefix) + text
    if move.promotion:
        text += f"={move.promotion}"
    return text + _check_sign(position, move)


def _format_core(position: PositionView, move: Move, twins: list[Square]) -> str:
    variant, kind, man = position.variant, move.kind, mover(position, move)
    if kind is MoveKind.CASTLING and variant.castling_san:
        return "O-O" if move.destination.file > move.origin.file else "O-O-O"
    letter = "" if man == variant.pawn else man
    if kind is MoveKind.PASS:
        return f"{letter}{move.origin}--"
    if kind is MoveKind.COMPOUND:
        return ",".join(str(goal) for goal in (move.destination, *(goal for _, goal in move.parts)))
    must_have_file = not letter and move.is_capture
    origin = ""
    if twins or must_have_file:
        origin = _disambiguation(move.origin, twins, must_have_file=must_have_file)
    return letter + origin + _format_path(move)


def _format_path(move: Move) -> str:
    """What follows the mover: `d5`, `xd5`, `xe5xf6`, `xe5-d4`."""
    if not move.is_capture:
        return str(move.destination)
    stops = move.waypoints[1:]
    taken = max(1, len(move.victims)) if move.kind is not MoveKind.EN_PASSANT else 1
    return "".join(f"{'x' if i < taken else '-'}{stop}" for i, stop in enumerate(stops))


def _disambiguation(origin: Square, others: list[Square], *, must_have_file: bool) -> str:
    """The shortest of file, rank and square that no other origin shares."""
    square = str(origin)
    if all(other.file != origin.file for other in others):
        return square[0]
    if all(other.rank != origin.rank for other in others) and not must_have_file:
        return square[1:]
    return square


def _check_sign(position: PositionView, move: Move) -> str:
    if not position.variant.ending.checkmate or not position.gives_check(move):
        return ""
    return "#" if position.gives_mate(move) else "+"
