"""Who loses by repetition where that is adjudicated (Maka sheet 7.5).

A side loses if it, and not the other, checked or attacked with every ply since the position first
occurred. Nothing is captured between two occurrences, so the pieces are the same throughout.
"""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import captures, legal_moves, stood_before
from makachess.core.kernel.move_values import victims
from makachess.core.kernel.packed import is_pass
from makachess.core.kernel.perpetual import sole_attacker


@dataclass(frozen=True, slots=True)
class Ruling:
    """Which colour loses by a repetition, None for a draw, and why."""

    loser: int | None
    reason: str


DRAW = Ruling(None, "repetition")


def judge_repetition(board: Board, plies: int, *, first_pass_loses: bool) -> Ruling:
    """The ruling on the last plies, which must lead from a position back to itself.

    The board is walked back and left as it was.
    """
    packed_moves = [board.move_made(ago) for ago in range(1, plies + 1)]
    checker = _sole_checker(board, packed_moves)
    if checker is not None:
        return Ruling(checker, "perpetual check")
    if all(map(is_pass, packed_moves)):
        first_mover = board.side ^ (plies & 1)
        return Ruling(first_mover, "passes") if first_pass_loses else DRAW
    attacker = sole_attacker(board, board.ply - plies, 0)
    return DRAW if attacker < 0 else Ruling(attacker, "perpetual attack")


def judge_closing_moves(board: Board, *, first_pass_loses: bool) -> dict[int, tuple[Ruling, int]]:
    """Each legal move (packed) that brings back an earlier position, and the ruling on that.

    The number beside it is how often the position will have occurred.
    """
    found = {}
    for packed in legal_moves(board):
        push(board, packed)
        if stood := stood_before(board):
            plies = board.ply - stood[0]
            ruling = judge_repetition(board, plies, first_pass_loses=first_pass_loses)
            found[packed] = ruling, len(stood) + 1
        board.pop()
    return found


def _sole_checker(board: Board, packed_moves: list[int]) -> int | None:
    """The colour that alone checked with each of its plies, the last one first; None if none."""
    checkers, taken_back = {0, 1}, 0
    while taken_back < len(packed_moves) and checkers:
        color = board.side ^ 1
        if color in checkers and not _checks(board, color):
            checkers.remove(color)
        board.pop()
        taken_back += 1
    for packed in reversed(packed_moves[:taken_back]):
        push(board, packed)
    return checkers.pop() if len(checkers) == 1 else None


def _checks(board: Board, color: int) -> bool:
    """Whether a colour could take all enemy royals at once if it were its turn."""
    royals = board.royals_of(color ^ 1)
    return any(
        sum(board.is_royal(cell) for cell in victims(board, packed)) == royals
        for packed in captures(board, color)
    )
