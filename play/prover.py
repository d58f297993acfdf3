"""What is won by force, proved by trying everything: slow and plain, and nothing is left out.

It shares the move generator with the engine and nothing of its search: no table, no selectivity,
no evaluation but counting the pieces at values it is given. A forced end is an AND/OR proof; a gain
is plain alpha-beta, all moves to a depth and then all that change the material.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from makachess.core import Move, Position
from makachess.core.engine.search_board import searchable_board
from makachess.core.kernel.delayed import push
from makachess.core.kernel.legality import has_legal_move, in_check, legal_moves
from makachess.core.kernel.memory import Worth
from makachess.core.kernel.moves import has_lost
from makachess.core.kernel.packed import CELLS, pack_score
from makachess.core.legal_moves import LegalMoves
from makachess.core.spec import Variant

WON = 1_000_000
DEEPEST = 100  # plies beyond the depth of a score, where checks are answered by checks

T = TypeVar("T")


class TooHard(Exception):
    """A proof would have to look at more positions than it was allowed, or too deep."""


class Prover:
    """Proofs about one position, each of which may look at `most` further positions.

    `values` are the centipawns of a type by its id, for counting gains.
    """

    def __init__(
        self, position: Position, values: Mapping[str, int] | None = None, most: int | None = None
    ) -> None:
        self.board = searchable_board(position, _worth(position.variant, values or {}))
        self.ending = position.variant.ending
        legal = LegalMoves(position.variant, self.board)
        self.packed_moves = {legal.read(packed): packed for packed in legal_moves(self.board)}
        self.most = most
        self.left = most
        # What worked elsewhere is tried first, which saves time and no proof.
        self.worked: dict[Hashable, Any] = {}
        self.scores: dict[tuple[Move, int], int] = {}

    def winning_moves(self, n: int) -> list[Move]:
        """The first moves after which the game is won in n moves at most, whatever is replied."""
        self.left = self.most
        return [move for move in self.packed_moves if self.wins(move, n)]

    def wins(self, move: Move, n: int) -> bool:
        """Whether the game is won in n moves at most, whatever is replied to a first move."""
        return self._after(self.packed_moves[move], self._is_lost, n - 1)

    def score(self, move: Move, depth: int) -> int:
        """The material balance that a first move leads to, all moves being followed for a depth."""
        if (move, depth) not in self.scores:
            self.scores[move, depth] = self._score_after(move, depth, -WON, WON)
        return self.scores[move, depth]

    def reaches(self, move: Move, depth: int, balance: int) -> bool:
        """Whether a first move leads to that balance at least; sooner known than its score."""
        return self._score_after(move, depth, balance - 1, balance) >= balance

    def best(self, depth: int) -> tuple[Move, int]:
        """The first move that leads to the best balance, or one of those that do, and that."""
        self.left = self.most
        best, alpha = 0, -WON - 1
        for _, packed in self._ranked(self.packed_moves.values()):
            score = -self._after(packed, self._score, depth - 1, -WON, -alpha)
            if score > alpha:
                best, alpha = packed, score
        return next(move for move, packed in self.packed_moves.items() if packed == best), alpha

    def gain(self, moves: Sequence[Move], depth: int, margin: int) -> int | None:
        """What each of these first moves wins, if that is `margin` more than any other leads to.

        None if another move is nearly as good, or if one of these wins the game itself.
        """
        self.left = self.most
        before = self.balance()
        least = min(self.score(move, depth) for move in moves)
        rivals = [move for move in self.packed_moves if move not in moves]
        bound = least - margin
        if least == WON or any(self.reaches(move, depth, bound + 1) for move in rivals):
            return None
        return least - before

    def _score_after(self, move: Move, depth: int, alpha: int, beta: int) -> int:
        return -self._after(self.packed_moves[move], self._score, depth - 1, -beta, -alpha)

    def _after(self, packed: int, question: Callable[..., T], *details: int) -> T:
        push(self.board, packed)
        answer = question(*details)
        self.board.pop()
        return answer

    def _count(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise TooHard

    def _verdict(self) -> int:
        """1 if the side to move has won whatever could be moved, -1 if it has lost, else 0."""
        board = self.board
        for side, verdict in ((board.side, -1), (board.side ^ 1, 1)):
            if not board.royals_of(side) or has_lost(board, side):
                return verdict
        return 1 if board.winning else 0

    def _without_moves(self) -> int:
        loses = self.ending.no_move_loses or in_check(self.board, self.board.side)
        return -WON if loses else 0

    def _is_won(self, n: int) -> bool:
        """Whether the side to move can end the game in its favour with at most n moves."""
        if verdict := self._verdict():
            return verdict > 0
        return self._any(legal_moves(self.board), self._is_lost, n - 1)

    def _is_lost(self, n: int) -> bool:
        """Whether the side to move has lost, or will whatever it does, to at most n moves."""
        self._count()
        if verdict := self._verdict():
            return verdict < 0
        if n == 0 and not (self.ending.no_move_loses or in_check(self.board, self.board.side)):
            return False  # if there are no replies, that is stalemate
        replies = legal_moves(self.board)
        if not replies or n == 0:
            return not replies and self._without_moves() == -WON
        return not self._any(replies, self._is_not_won, n)

    def _is_not_won(self, n: int) -> bool:
        return not self._is_won(n)

    def _any(self, packed_moves: Sequence[int], question: Callable[[int], bool], n: int) -> bool:
        """Whether the answer is yes after any of the moves."""
        board = self.board
        for packed in _first(packed_moves, self.worked.get((question, n))):
            push(board, packed)
            answer = question(n)
            board.pop()
            if answer:
                self.worked[question, n] = packed
                return True
        return False

    def _score(self, depth: int, alpha: int, beta: int) -> int:
        """Alpha-beta over all moves; at depth 0 only over those that change the material."""
        self._count()
        if depth < -DEEPEST:
            raise TooHard
        if verdict := self._verdict():
            return verdict * WON
        best = -WON
        quiet = depth <= 0 and not in_check(self.board, self.board.side)
        if quiet:
            best = self.balance()
            if best >= beta and has_legal_move(self.board):
                return best
            alpha = max(alpha, best)
        packed_moves = legal_moves(self.board)
        if not packed_moves:
            return self._without_moves()
        ranked: Sequence[tuple[int, int]] = self._ranked(packed_moves)
        if quiet:
            ranked = [(change, packed) for change, packed in ranked if change]
        elif depth > 0:
            ranked = _first(ranked, self.worked.get(depth))
        for pair in ranked:
            if alpha >= beta:
                break
            score = -self._after(pair[1], self._score, depth - 1, -beta, -alpha)
            if score > best:
                best = score
                alpha = max(alpha, best)
            if best >= beta:
                self.worked[depth] = pair
        return best

    def _ranked(self, packed_moves: Iterable[int]) -> list[tuple[int, int]]:
        """The moves with what each changes in the material, the greatest gain first."""
        board, sign, before = self.board, -1 if self.board.side else 1, self.board.centipawns()
        pairs = []
        for packed in packed_moves:
            push(board, packed)
            pairs.append((sign * (board.centipawns() - before), packed))
            board.pop()
        return sorted(pairs, reverse=True)

    def balance(self) -> int:
        """The material balance for the side to move."""
        return -self.board.centipawns() if self.board.side else self.board.centipawns()


def path(move: Move) -> Hashable:
    """A move without what the mover becomes: siblings in a choice of promotion share it."""
    return (move.origin, move.victims, move.destination, move.parts)


def _first(items: Sequence[T], item: T | None) -> Sequence[T]:
    """The items with one of them moved to the front, if it is there."""
    if item is None or item not in items:
        return items
    return [item, *(other for other in items if other != item)]


def _worth(variant: Variant, values: Mapping[str, int]) -> Worth:
    """What pieces are worth, as the kernel reads it: the same on every cell."""
    codes = 2 + 2 * len(variant.pieces)
    flat, price = [0] * (CELLS * codes), [0] * codes
    for index, kind in enumerate(variant.pieces):
        code = 2 + 2 * index
        worth = values.get(kind, 0)
        price[code] = price[code + 1] = pack_score(worth, worth, 0)
        flat[code * CELLS : (code + 1) * CELLS] = [pack_score(worth, worth, 0)] * CELLS
        flat[(code + 1) * CELLS : (code + 2) * CELLS] = [pack_score(-worth, -worth, 0)] * CELLS
    return Worth(flat, price)
