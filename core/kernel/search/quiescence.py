"""The end of every line searched: captures until the position is quiet, then its material.

What a search of captures and a search of all moves share is here too: the board, the count of
nodes, the way to stop it, and the best line found.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:
    from makachess.core.kernel.attacks import is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import MATE, MATE_BOUND, MAX_PLY, MOST_MOVES, ROOM
    from makachess.core.kernel.delayed import choice_gain, settle
    from makachess.core.kernel.legality import may_stand
    from makachess.core.kernel.memory import Int32Array, Int64Array
    from makachess.core.kernel.movegen import generate
    from makachess.core.kernel.search.ordering import Ordering


class Quiescence:
    """A search of captures on one board; `poll` is called now and then and may set `stop`.

    `man` is what an average man of the array is worth, in centipawns.
    """

    def __init__(
        self, board: Board, ordering: Ordering, poll: Callable[[], None], man: int
    ) -> None:
        self.board = board
        self.ordering = ordering
        self.poll = poll
        self.man = max(man, 1)
        self.stop = 0
        self.nodes = 0
        self.node_limit = 0  # 0: none
        self.poll_every = 2048 if cython.compiled else 64
        self.next_poll = self.poll_every
        self.line_kept = Int64Array(MAX_PLY * MAX_PLY)
        self.line = self.line_kept.data
        self.line_end_kept = Int32Array([0] * MAX_PLY)
        self.line_end = self.line_end_kept.data

    def best_line(self) -> list[int]:
        """The principal variation of the last run, as packed moves."""
        return [self.line[i] for i in range(self.line_end[0])]

    def _count(self) -> None:
        """Count a move made as a node; every so many, let the driver look at its clock."""
        self.nodes += 1
        if self.nodes == self.node_limit:
            self.stop = 1
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + self.poll_every
            with cython.gil:
                self.poll()

    def _static(self) -> cython.int:
        score: cython.int = -self.board.score if self.board.side else self.board.score
        return score + choice_gain(self.board) if self.board.choices else score

    def _make(self, move: cython.longlong, for_check: cython.bint, top: cython.int) -> cython.bint:
        """Make a move, unless it is illegal or, where only that would excuse it, gives no check."""
        side: cython.int = self.board.side
        self.board.make(move)
        if not may_stand(self.board) or (for_check and not is_in_check(self.board, side ^ 1)):
            self.board.unmake()
            return False
        self._count()
        if self.board.tables.reserve:
            settle(self.board, top)
        return True

    def _quiesce(
        self,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        depth: cython.int,
    ) -> cython.int:
        """Captures only, until the position is quiet enough to be judged by its material."""
        i: cython.int
        end: cython.int
        score: cython.int
        best: cython.int
        move: cython.longlong
        side: cython.int = self.board.side
        self.line_end[ply] = ply
        if self.stop:
            return 0
        if not self.board.royals[side]:
            return ply - MATE
        if self.board.winning:
            return MATE - ply
        best = self._static()
        if best >= beta or ply >= MAX_PLY - 2 or depth > 24 or top + MOST_MOVES > ROOM:
            return best
        alpha = max(alpha, best)
        if alpha >= MATE_BOUND:
            return best  # what is left to prove is a mate, and no capture is worth as much
        end = generate(self.board, top, True)
        end = self.ordering.rank_gains(self.board, top, end, alpha - best - self.man // 2)
        for i in range(top, end):
            move = self.ordering.pick(self.board, i, end)
            if self.ordering.ranks[i] < 0:
                break  # the captures left lose in the exchange
            if not self._make(move, False, end):
                continue
            score = -self._quiesce(-beta, -alpha, ply + 1, end, depth + 1)
            self.board.unmake()
            if self.stop:
                return 0
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self._keep_line(ply, move)
                    if score >= beta:
                        break
        return best

    def _keep_line(self, ply: cython.int, move: cython.longlong) -> None:
        """The best line from here: the move, then the best line found after it."""
        i: cython.int
        self.line[ply * MAX_PLY + ply] = move
        for i in range(ply + 1, self.line_end[ply + 1]):
            self.line[ply * MAX_PLY + i] = self.line[(ply + 1) * MAX_PLY + i]
        self.line_end[ply] = max(self.line_end[ply + 1], ply + 1)
