"""The search: alpha-beta on the principal variation, with quiescence, for any variant's tables.

Scores are centipawns for the side to move; MATE less the number of plies is a won game. The
driver in core.engine calls `run` with rising depth; `stop`, set from any thread, ends it at once.
"""

# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if cython.compiled:
    from cython.cimports.makachess.core.kernel.attacks import is_attacked, is_in_check
    from cython.cimports.makachess.core.kernel.board import Board
    from cython.cimports.makachess.core.kernel.constants import (
        AT_LEAST,
        AT_MOST,
        CELLS,
        EXACT,
        MATE,
        MATE_BOUND,
        MAX_PLY,
        MOST_MOVES,
        ROOM,
        UNDO_FIELDS,
    )
    from cython.cimports.makachess.core.kernel.hashtable import HashTable
    from cython.cimports.makachess.core.kernel.memory import Ints, Words
    from cython.cimports.makachess.core.kernel.movegen import generate
    from cython.cimports.makachess.core.kernel.ordering import Ordering, gain_of, is_capture
else:
    from makachess.core.kernel.attacks import is_attacked, is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import (
        AT_LEAST,
        AT_MOST,
        CELLS,
        EXACT,
        MATE,
        MATE_BOUND,
        MAX_PLY,
        MOST_MOVES,
        ROOM,
        UNDO_FIELDS,
    )
    from makachess.core.kernel.hashtable import HashTable
    from makachess.core.kernel.memory import Ints, Words
    from makachess.core.kernel.movegen import generate
    from makachess.core.kernel.ordering import Ordering, gain_of, is_capture


class Search:
    """A searcher of one board; `poll` is called now and then and may set `stop`."""

    def __init__(
        self,
        board: Board,
        table: HashTable,
        ordering: Ordering,
        poll: Callable[[], None],
        move_limit: int,
        no_move_loses: bool,
    ) -> None:
        self.board = board
        self.table = table
        self.ordering = ordering
        self.poll = poll
        self.move_limit = move_limit
        self.no_move = -MATE if no_move_loses else 0
        self.stop = 0
        self.nodes = 0
        self.node_limit = 0  # 0: none
        self.poll_every = 2048 if cython.compiled else 64
        self.next_poll = self.poll_every
        self.root_ply = board.ply
        self.line_kept = Words(MAX_PLY * MAX_PLY)
        self.line = self.line_kept.data
        self.line_end_kept = Ints([0] * MAX_PLY)
        self.line_end = self.line_end_kept.data
        self.barred_kept = Words(64)
        self.barred = self.barred_kept.data
        self.barred_count = 0

    def run(self, depth: cython.int, alpha: cython.int, beta: cython.int, barred: list[int]) -> int:
        """The score of the position to a depth, without the barred moves at the root."""
        score: cython.int
        i: cython.int
        self.barred_count = min(len(barred), 64)
        for i in range(self.barred_count):
            self.barred[i] = barred[i]
        with cython.nogil:
            score = self._search(depth, alpha, beta, 0, 0, False)
        return score

    def best_line(self) -> list[int]:
        """The principal variation of the last run, as words."""
        return [self.line[i] for i in range(self.line_end[0])]

    def _look_up(self) -> None:
        """Every so many nodes, let the driver look at its clock."""
        self.nodes += 1
        if self.nodes == self.node_limit:
            self.stop = 1
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + self.poll_every
            with cython.gil:
                self.poll()

    def _static(self) -> cython.int:
        return -self.board.score if self.board.side else self.board.score

    def _search(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        may_pass: cython.bint,
    ) -> cython.int:
        at: cython.longlong
        first: cython.longlong = 0
        packed: cython.longlong
        score: cython.int
        bound: cython.int
        checked: cython.bint
        side: cython.int = self.board.side
        self.line_end[ply] = ply
        if not self.board.royals[side]:
            return ply - MATE
        if ply and self._is_drawn():
            return 0
        checked = is_in_check(self.board, side)
        if checked:
            depth += 1
        if depth <= 0 or ply >= MAX_PLY - 2 or top + MOST_MOVES > ROOM:
            return self._quiesce(alpha, beta, ply, top, 0)
        self._look_up()
        if self.stop:
            return 0
        at = self.table.find(self.board.key)
        if at >= 0:
            first = self.table.entries[at + 1]
            packed = self.table.entries[at + 2]
            score = _from_table((packed >> 24) - 2 * MATE, ply)
            bound = packed & 255
            if ply and beta - alpha == 1 and ((packed >> 16) & 255) - 8 >= depth:
                if bound & AT_LEAST and score >= beta:
                    return score
                if bound & AT_MOST and score <= alpha:
                    return score
        if may_pass and not checked and depth >= 3 and beta - alpha == 1 and beta < MATE_BOUND:
            score = self._null_move(depth, beta, ply, top)
            if score >= beta:
                return score
        return self._search_moves(depth, alpha, beta, ply, top, first, checked)

    def _null_move(
        self, depth: cython.int, beta: cython.int, ply: cython.int, top: cython.int
    ) -> cython.int:
        """What is left if the turn is passed: if even that is enough, the position is good enough.

        Not with few men, where having to move can hurt.
        """
        score: cython.int
        if self._static() < beta or self.board.men_count[self.board.side] < 5:
            return -MATE
        self.board.make_null()
        score = -self._search(depth - 3 - depth // 6, -beta, 1 - beta, ply + 1, top, False)
        self.board.unmake_null()
        if self.stop:
            return -MATE
        return beta if score >= MATE_BOUND else score

    def _search_moves(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        first: cython.longlong,
        checked: cython.bint,
    ) -> cython.int:
        i: cython.int
        score: cython.int
        tried: cython.int = 0
        best: cython.int = -MATE - 1
        floor: cython.int = alpha
        move: cython.longlong
        best_move: cython.longlong = 0
        quiet: cython.bint
        side: cython.int = self.board.side
        end: cython.int = generate(self.board, top, False)
        self.ordering.rank(self.board, top, end, first, ply)
        for i in range(top, end):
            move = self.ordering.pick(self.board, i, end)
            if ply == 0 and self.barred_count and self._is_barred(move):
                continue
            quiet = not checked and not is_capture(self.board, move) and not (move >> 40) & 255
            self.board.make(move)
            if is_in_check(self.board, side):
                self.board.unmake()
                continue
            tried += 1
            score = self._search_one(depth, alpha, beta, ply, end, tried, quiet)
            self.board.unmake()
            if self.stop:
                return 0
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    self._keep_line(ply, move)
                    if score >= beta:
                        if not is_capture(self.board, move):
                            self.ordering.reward(self.board, move, depth, ply)
                        break
        if not tried:
            if ply == 0 and self.barred_count:
                return -MATE
            return ply - MATE if checked else self.no_move + (ply if self.no_move else 0)
        if ply or not self.barred_count:
            self.table.store(
                self.board.key,
                best_move,
                depth,
                _to_table(best, ply),
                AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST,
            )
        return best

    def _search_one(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        tried: cython.int,
        quiet: cython.bint,
    ) -> cython.int:
        """The move just made: the first with a full window, later ones first with doubt."""
        score: cython.int
        less: cython.int = 0
        if tried == 1:
            return -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        if quiet and depth >= 3 and tried > 3 and not is_in_check(self.board, self.board.side):
            less = 1 + (tried > 12) + (depth > 6)
        score = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1, top, True)
        if less and score > alpha:
            score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1, top, True)
        if alpha < score < beta:
            score = -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        return score

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
        gain: cython.int
        score: cython.int
        best: cython.int
        move: cython.longlong
        side: cython.int = self.board.side
        self._look_up()
        self.line_end[ply] = ply
        if self.stop:
            return 0
        if not self.board.royals[side]:
            return ply - MATE
        best = self._static()
        if best >= beta or ply >= MAX_PLY - 2 or depth > 24 or top + MOST_MOVES > ROOM:
            return best
        alpha = max(alpha, best)
        end = generate(self.board, top, True)
        self.ordering.rank(self.board, top, end, 0, ply)
        for i in range(top, end):
            move = self.ordering.pick(self.board, i, end)
            gain = gain_of(self.board, move)
            if best + gain + 150 <= alpha or self._is_wasteful(move, gain):
                continue
            self.board.make(move)
            if is_in_check(self.board, side):
                self.board.unmake()
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

    def _is_wasteful(self, move: cython.longlong, gain: cython.int) -> cython.bint:
        """Whether a capture loses its captor, changed as it is, for less than that is worth."""
        promotion: cython.int = (move >> 40) & 255
        goal: cython.int = (move >> 10) & 1023
        code: cython.int = self.board.sq[move & 1023]
        worth: cython.int
        if promotion:
            code = 2 * promotion + (code & 1)
        worth = self.board.worth[code * CELLS + goal]
        if self.board.side:
            worth = -worth
        return gain < worth and is_attacked(self.board, goal, self.board.side ^ 1)

    def _is_drawn(self) -> cython.bint:
        """Whether the position has stood before, or the move counter has run out."""
        i: cython.int = self.board.ply - 4
        least: cython.int = max(0, self.board.ply - self.board.halfmove)
        if self.move_limit and self.board.halfmove >= self.move_limit:
            return True
        while i >= least:
            if self.board.undo[i * UNDO_FIELDS + 1] == self.board.key:
                return True
            i -= 2
        return False

    def _is_barred(self, move: cython.longlong) -> cython.bint:
        i: cython.int
        for i in range(self.barred_count):
            if self.barred[i] == move:
                return True
        return False

    def _keep_line(self, ply: cython.int, move: cython.longlong) -> None:
        """The best line from here: the move, then the best line found after it."""
        i: cython.int
        self.line[ply * MAX_PLY + ply] = move
        for i in range(ply + 1, self.line_end[ply + 1]):
            self.line[ply * MAX_PLY + i] = self.line[(ply + 1) * MAX_PLY + i]
        self.line_end[ply] = max(self.line_end[ply + 1], ply + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _to_table(score: cython.int, ply: cython.int) -> cython.int:
    """Wins are kept as plies from the position, not from the root."""
    if score >= MATE_BOUND:
        return score + ply
    if score <= -MATE_BOUND:
        return score - ply
    return score


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _from_table(score: cython.int, ply: cython.int) -> cython.int:
    if score >= MATE_BOUND:
        return score - ply
    if score <= -MATE_BOUND:
        return score + ply
    return score
