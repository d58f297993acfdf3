"""Who loses by repetition where that is adjudicated (Maka sheet 7.5).

A side loses if it, and not the other, checked or attacked with every ply since the position first
occurred. Nothing is captured between two occurrences, so the men are the same throughout.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import captures, legal_moves, stood_before, victims
from makachess.core.kernel.packed_move import destination_of, is_pass, origin_of

Pair = tuple[int, int]
"""The cells of a man and of an enemy it could take."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """Which colour loses by a repetition, None for a draw, and why."""

    loser: int | None
    reason: str


DRAW = Ruling(None, "repetition")


@dataclass(slots=True)
class _CycleRecord:
    """What each colour did with all of its plies so far, going backwards."""

    checks: list[bool] = field(default_factory=lambda: [True, True])
    attacks: list[bool] = field(default_factory=lambda: [True, True])
    passes: bool = True

    def is_harmless(self) -> bool:
        """Whether the ruling is a draw, whatever the earlier plies were."""
        return not self.passes and not any(self.checks) and not any(self.attacks)


def judge_repetition(board: Board, plies: int, *, first_pass_loses: bool) -> Ruling:
    """The ruling on the last plies, which must lead from a position back to itself.

    The board is walked back and left as it was.
    """
    packed_moves = [board.move_made(ago) for ago in range(1, plies + 1)]
    record, taken_back = _CycleRecord(), 0
    while taken_back < plies and not record.is_harmless():
        _look_at(board, packed_moves[taken_back], record)
        taken_back += 1
    for packed in reversed(packed_moves[:taken_back]):
        push(board, packed)
    first_mover = board.side ^ (plies & 1)
    return _rule(record, first_mover if first_pass_loses else None)


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


def _look_at(board: Board, packed: int, record: _CycleRecord) -> None:
    """Take the last ply back and note what it did."""
    color = board.side ^ 1
    origin, goal = origin_of(packed), destination_of(packed)
    if record.checks[color]:
        record.checks[color] = _checks(board, color)
    wants_pairs = record.attacks[color]
    after = _pairs(board, color) if wants_pairs else set()
    board.pop()
    record.passes = record.passes and is_pass(packed)
    if wants_pairs:
        before = {(goal if man == origin else man, enemy) for man, enemy in _pairs(board, color)}
        record.attacks[color] = not after <= before


def _checks(board: Board, color: int) -> bool:
    """Whether a colour could take all enemy royals at once if it were its turn."""
    royals = board.royals_of(color ^ 1)
    return any(
        sum(board.is_royal(cell) for cell in victims(board, packed)) == royals
        for packed in captures(board, color)
    )


def _pairs(board: Board, color: int) -> set[Pair]:
    """Who of a colour could take whom if it were its turn."""
    return {
        (origin_of(packed), cell)
        for packed in captures(board, color)
        for cell in victims(board, packed)
    }


def _rule(record: _CycleRecord, first_passer: int | None) -> Ruling:
    """The rulings in their order: (a) check, (b) passes, (c) attack, (d) a draw."""
    if record.checks[0] != record.checks[1]:
        return Ruling(record.checks.index(True), "perpetual check")
    if record.passes:
        return DRAW if first_passer is None else Ruling(first_passer, "passes")
    if record.attacks[0] != record.attacks[1]:
        return Ruling(record.attacks.index(True), "perpetual attack")
    return DRAW
