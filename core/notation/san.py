"""SAN: one text for every legal move.

Beside the forms of chess, victims in passing are legs (`L!xe5-d4`), a pass is `L!d2--`, compound
first moves are joined with commas (`b3,e4`), as King and Rook are where the King could go there
without castling, too (`Kg1,Rf1`), a chosen delayed promotion comes first (`b10=N,Nd3`), and a null
move is `--`.
"""

from __future__ import annotations

from collections.abc import Sequence

from makachess.core.base_position import BasePosition
from makachess.core.castling import castling_texts
from makachess.core.kernel.packed import destination_of
from makachess.core.move import NULL, Move, MoveKind
from makachess.core.squares import SQUARE_NAMES, Square

_SIGNS = ("", "+", "#")


def format_san(position: BasePosition, move: Move) -> str:
    """The SAN of a legal or null move; raises IllegalMoveError for any other."""
    if move.is_null:
        return NULL
    piece, twins, threat = position.context(move)
    variant = position.variant
    letter = "" if piece == variant.pawn else piece
    if move.is_plain:
        goal = SQUARE_NAMES[destination_of(move.word)]
        text = letter + (_disambiguation(move, twins) if twins else "") + goal
    elif move.kind is MoveKind.CASTLING:
        text = _format_castling(position, move, letter, twins)
    else:
        text = _format_core(move, letter, twins)
    return text + _SIGNS[threat]


def _format_castling(
    position: BasePosition, move: Move, letter: str, twins: Sequence[Square]
) -> str:
    text = castling_texts(position.variant).get((move.origin, move.destination))
    origin = _disambiguation(move, twins) if twins else ""
    return ",".join(
        [
            *(f"{square}={kind}" for square, kind in move.prefix),
            text or f"{letter}{origin}{move.destination}",
            *(f"{(position.piece_at(home) or '').upper()}{goal}" for home, goal in move.parts),
        ]
    )


def _format_core(move: Move, letter: str, twins: Sequence[Square]) -> str:
    """All but the sign of check or mate."""
    before = "".join(f"{square}={kind}," for square, kind in move.prefix)
    after = f"={move.promotion}" if move.promotion else ""
    return before + _format_way(move, letter, twins) + after


def _format_way(move: Move, letter: str, twins: Sequence[Square]) -> str:
    kind = move.kind
    if kind is MoveKind.PASS:
        return f"{letter}{move.origin}--"
    if kind is MoveKind.COMPOUND:
        return ",".join(str(goal) for goal in (move.destination, *(goal for _, goal in move.parts)))
    is_pawns = not letter and move.is_capture
    origin = _disambiguation(move, twins, must_have_file=is_pawns) if twins or is_pawns else ""
    return letter + origin + _format_path(move)


def _format_path(move: Move) -> str:
    """What follows the mover: `d5`, `xd5`, `xe5xf6`, `xe5-d4`."""
    goal = SQUARE_NAMES[destination_of(move.word)]
    taken = len(move.victims)
    if not taken:
        return goal
    stops = move.waypoints[1:]
    if len(stops) == 1:
        return "x" + goal
    return "".join(f"{'x' if i < taken else '-'}{stop}" for i, stop in enumerate(stops))


def _disambiguation(move: Move, others: Sequence[Square], *, must_have_file: bool = False) -> str:
    """The shortest of file, rank and square that no other origin shares."""
    origin = move.origin
    square = str(origin)
    if all(other.file != origin.file for other in others):
        return square[0]
    if all(other.rank != origin.rank for other in others) and not must_have_file:
        return square[1:]
    return square
