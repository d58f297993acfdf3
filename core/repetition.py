"""What a repeated position comes to where the way to it is judged (Maka sheet 7.5).

A side that alone checked, or alone attacked, with every one of its plies since the position stood
first has lost. No capture can lie between the occurrences, so the men are the same all the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from makachess.core.kernel.board import Board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import captures, legal_moves, stood_before
from makachess.core.words import destination_of, is_pass, origin_of, victims

Pair = tuple[int, int]
"""The cells of a man and of an enemy it could take."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The colour that loses, None for a draw, and for what."""

    loser: int | None
    reason: str


DRAW = Verdict(None, "repetition")


@dataclass(slots=True)
class _Conduct:
    """What the two colours have done with each ply looked at so far."""

    checks: list[bool] = field(default_factory=lambda: [True, True])
    attacks: list[bool] = field(default_factory=lambda: [True, True])
    passes: bool = True

    def is_blameless(self) -> bool:
        """Whether no ply that is still to be looked at can change the verdict from a draw."""
        return not self.passes and not any(self.checks) and not any(self.attacks)


def judge_repetition(board: Board, plies: int, *, first_pass_loses: bool) -> Verdict:
    """The verdict on so many last plies, which lead from a position to itself.

    The board is walked back and left as it was.
    """
    words = [board.move_made(ago) for ago in range(1, plies + 1)]
    conduct, taken_back = _Conduct(), 0
    while taken_back < plies and not conduct.is_blameless():
        _look_at(board, words[taken_back], conduct)
        taken_back += 1
    for word in reversed(words[:taken_back]):
        push(board, word)
    first_mover = board.side ^ (plies & 1)
    return _verdict(conduct, first_mover if first_pass_loses else None)


def judge_closing_moves(board: Board, *, first_pass_loses: bool) -> dict[int, tuple[Verdict, int]]:
    """For each legal move, as a word, that would bring back an earlier position: the verdict.

    With it, how many times the position has stood then.
    """
    found = {}
    for word in legal_moves(board):
        push(board, word)
        if stood := stood_before(board):
            plies = board.ply - stood[0]
            verdict = judge_repetition(board, plies, first_pass_loses=first_pass_loses)
            found[word] = verdict, len(stood) + 1
        board.pop()
    return found


def _look_at(board: Board, word: int, conduct: _Conduct) -> None:
    """Take the last ply back and note what it did."""
    color = board.side ^ 1
    origin, goal = origin_of(word), destination_of(word)
    if conduct.checks[color]:
        conduct.checks[color] = _checks(board, color)
    wants_pairs = conduct.attacks[color]
    after = _pairs(board, color) if wants_pairs else set()
    board.pop()
    conduct.passes = conduct.passes and is_pass(word)
    if wants_pairs:
        before = {(goal if man == origin else man, enemy) for man, enemy in _pairs(board, color)}
        conduct.attacks[color] = not after <= before


def _checks(board: Board, color: int) -> bool:
    """Whether a colour could take all enemy royals at once if it were its turn."""
    royals = board.royals_of(color ^ 1)
    return any(
        sum(board.is_royal(cell) for cell in victims(board, word)) == royals
        for word in captures(board, color)
    )


def _pairs(board: Board, color: int) -> set[Pair]:
    """Who of a colour could take whom if it were its turn."""
    return {
        (origin_of(word), cell) for word in captures(board, color) for cell in victims(board, word)
    }


def _verdict(conduct: _Conduct, first_passer: int | None) -> Verdict:
    """The rulings in their order: (a) check, (b) passes, (c) attack, (d) a draw."""
    if conduct.checks[0] != conduct.checks[1]:
        return Verdict(conduct.checks.index(True), "perpetual check")
    if conduct.passes:
        return DRAW if first_passer is None else Verdict(first_passer, "passes")
    if conduct.attacks[0] != conduct.attacks[1]:
        return Verdict(conduct.attacks.index(True), "perpetual attack")
    return DRAW
