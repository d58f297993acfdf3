"""The search: alpha-beta on the principal variation, with quiescence, for any variant's tables.

Scores are centipawns for the side to move; MATE less the number of plies is a won game. The
driver in core.engine calls `run` with rising depth; `stop`, set from any thread, ends it at once.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:
    from makachess.core.kernel.arrays import Int64Array
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.danger import is_still_endangered
    from makachess.core.kernel.delayed import settle
    from makachess.core.kernel.packed import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        MATE,
        MATE_BOUND,
        MAX_PLY,
        MOST_MOVES,
        MOST_QUIETS,
        OPEN,
        ROOM,
    )
    from makachess.core.kernel.search.loops import Loops
    from makachess.core.kernel.search.margins import Margins
    from makachess.core.kernel.search.ordering import Ordering, is_quiet
    from makachess.core.kernel.search.outcomes import Outcomes
    from makachess.core.kernel.search.picker import Picker
    from makachess.core.kernel.search.quiescence import quiesce
    from makachess.core.kernel.search.selectivity import (
        doubt,
        is_hopeless,
        retakes,
    )
    from makachess.core.kernel.search.state import SearchState
    from makachess.core.kernel.search.table import TranspositionTable


class Search:
    """Searches one board; the transposition table and ordering persist between moves."""

    def __init__(
        self,
        board: Board,
        table: TranspositionTable,
        ordering: Ordering,
        poll: Callable[[], None] | None,
        move_limit: int,
        no_move_loses: bool,
        margins: Margins,
        loops: Loops,
    ) -> None:
        self.board = board
        self.state = SearchState(board, ordering, poll, margins)
        self.picker = Picker(board, ordering)
        self.table = table
        self.outcomes = Outcomes(board, loops, move_limit, no_move_loses)
        self.barred_kept = Int64Array(64)
        self.barred = self.barred_kept.data
        self.barred_count = 0
        self.first = 0
        self.root_depth = 0
        self.best_score = 0
        self.loops = loops

    def run(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        barred: list[int],
        first: cython.longlong = 0,
    ) -> int:
        """The score of the position to a depth, without the barred moves at the root.

        With barred moves the table does not know the best one, so it may be given as the `first`.
        """
        score: cython.int
        i: cython.int
        self.root_depth = depth
        self.first = first
        self.state.deepest = depth
        self.barred_count = len(barred)
        if self.barred_count > self.barred_kept.size:
            self.barred_kept = Int64Array(self.barred_count)
            self.barred = self.barred_kept.data
        for i in range(self.barred_count):
            self.barred[i] = barred[i]
        with cython.nogil:
            score = self._search(depth, alpha, beta, 0, 0, False)
        return score

    def _search(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        may_pass: cython.bint,
    ) -> cython.int:
        first: cython.longlong = 0
        score: cython.int
        checked: cython.bint
        self.state.line_end[ply] = ply
        if self.state.stop:
            return 0
        if depth > 0:
            self.table.expect(self.board.key)
        score = self.outcomes.score_if_over(ply, depth, top)
        if score != OPEN:
            return score
        if ply:  # mate distance pruning
            alpha = max(alpha, ply - MATE)
            beta = min(beta, MATE - ply - 1)
            if alpha >= beta:
                return alpha
        checked = is_still_endangered(self.board, self.board.side, ply < 2)
        self.loops.note(checked)
        if checked and ply < 2 * self.root_depth:
            depth += 1
        if depth <= 0 or ply >= MAX_PLY - 2 or top + MOST_MOVES > ROOM:
            return quiesce(self.state, alpha, beta, ply, top, 0)
        if self.table.find(self.board.key):
            first = self.table.move
            if ply and beta - alpha == 1:
                score = self.table.score_of(depth, alpha, beta, ply)
                if score != OPEN:
                    return score
        if not ply and self.barred_count and self.first:
            first = self.first
        self.state.estimate(ply, checked)
        if not checked and beta - alpha == 1 and abs(beta) < MATE_BOUND:
            score = self._score_if_safe(depth, beta, ply, top, may_pass)
            if score != OPEN:
                return score
        if not first and depth >= 5 and (ply or not self.barred_count):
            depth -= 1  # internal iterative reduction: no hash move yet
        return self._search_moves(depth, alpha, beta, ply, top, first, checked)

    def _score_if_safe(
        self,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        may_pass: cython.bint,
    ) -> cython.int:
        """A score of at least beta if that is certain without searching the moves; else OPEN."""
        score: cython.int = self.state.static[ply]
        if depth <= 6 and score - self.state.margins.safety(depth) >= beta:
            return score
        if may_pass and depth >= 3 and not self.board.choices:
            score = self._null_move(depth, beta, ply, top)
            if score >= beta:
                return score
        return OPEN

    def _null_move(
        self, depth: cython.int, beta: cython.int, ply: cython.int, top: cython.int
    ) -> cython.int:
        """Null-move pruning: if even passing reaches beta, the position is good enough.

        Not with few men, because of zugzwang.
        """
        score: cython.int
        surplus: cython.int = self.state.static[ply] - beta
        if surplus < 0 or self.board.men_count[self.board.side] < 5:
            return -MATE
        self.board.make_null()
        if self.board.tables.reserve:
            settle(self.board, top)
        depth -= self.state.margins.null_reduction(depth, surplus)
        score = -self._search(depth, -beta, 1 - beta, ply + 1, top, False)
        self.board.unmake_null()
        if self.state.stop:
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
        score: cython.int
        less: cython.int
        longer: cython.bint
        end: cython.int
        quiet: cython.bint
        tried: cython.int = 0
        quiets: cython.int = 0
        best: cython.int = -MATE - 1
        floor: cython.int = alpha
        move: cython.longlong
        best_move: cython.longlong = 0
        needed: cython.int = alpha - self.state.static[ply]
        calm: cython.bint = not checked and not self.board.choices
        hopeless: cython.bint = (
            calm and beta - alpha == 1 and is_hopeless(self.state, depth, ply, needed)
        )
        self.picker.begin(ply, top, first)
        while True:
            move = self.picker.next(ply, hopeless)
            if not move:
                break
            if ply == 0 and self.barred_count and self._is_barred(move):
                continue
            less = 0
            quiet = is_quiet(self.board, move)
            if tried and calm and best > -MATE_BOUND:
                less = doubt(self.state, self.picker, move, quiet, depth, needed, tried, ply, top)
                less = max(less, 0) if ply == 0 else less
                if less < 0 and (depth < 2 or not self.board.tables.checkmate):
                    break  # what is left ranks lower still
            longer = beta - alpha > 1 and ply < 2 * self.root_depth and retakes(self.board, move)
            if not self.state.make(move, less < 0, self.picker.end[ply]):
                continue
            tried += 1
            end = self.picker.end[ply]
            score = self._search_one(depth + longer, alpha, beta, ply, end, tried, less)
            self.board.unmake()
            if self.state.stop:
                return 0
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    needed += score - alpha
                    alpha = score
                    self.state.keep_line(ply, move)
                    if ply == 0:
                        self.best_score = score
                    if score >= beta:
                        if quiet:
                            self.state.ordering.reward(self.board, move, depth, ply, quiets)
                        break
            if quiet and quiets < MOST_QUIETS:
                self.state.ordering.tried[MOST_QUIETS * ply + quiets] = move
                quiets += 1
        if not tried:
            if not ply and self.barred_count:
                return -MATE
            if hopeless:
                return self.state.static[ply]
            return self.outcomes.score_without_moves(ply)
        if hopeless and best <= -MATE_BOUND:
            best = self.state.static[ply]  # of the quiet moves, which may not lose
        if (ply or not self.barred_count) and self._is_telling(best, floor, beta):
            self.table.store(
                self.board.key,
                best_move,
                depth,
                best,
                AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST,
                ply,
            )
        return best

    def _is_telling(self, score: cython.int, alpha: cython.int, beta: cython.int) -> cython.bint:
        """Whether a score says something about a position, not only that no mate was found."""
        return abs(score) >= MATE_BOUND or (alpha < MATE_BOUND and beta > -MATE_BOUND)

    def _search_one(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        tried: cython.int,
        less: cython.int,
    ) -> cython.int:
        """Search the move just made: the first with a full window, later ones reduced first."""
        score: cython.int
        if tried == 1:
            return -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        if less < 0 or (less and is_still_endangered(self.board, self.board.side, ply < 1)):
            less = 0
        score = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1, top, True)
        if less and score > alpha:
            score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1, top, True)
        if alpha < score < beta:
            score = -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        return score

    def _is_barred(self, move: cython.longlong) -> cython.bint:
        i: cython.int
        for i in range(self.barred_count):
            if self.barred[i] == move:
                return True
        return False
