"""The search: alpha-beta on the principal variation, with quiescence, for any variant's tables.

Scores are centipawns for the side to move; MATE less the number of plies is a won game. The
driver in core.engine calls `run` with rising depth; `stop`, set from any thread, ends it at once.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if cython.compiled:
    from cython.cimports.makachess.core.kernel.attacks import is_endangered
    from cython.cimports.makachess.core.kernel.board import Board
    from cython.cimports.makachess.core.kernel.constants import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        MATE,
        MATE_BOUND,
        MAX_PLY,
        MOST_MOVES,
        ROOM,
    )
    from cython.cimports.makachess.core.kernel.delayed import settle
    from cython.cimports.makachess.core.kernel.exchange import exchange
    from cython.cimports.makachess.core.kernel.hashtable import HashTable
    from cython.cimports.makachess.core.kernel.memory import Words
    from cython.cimports.makachess.core.kernel.movegen import (
        generate,
        has_stood,
        is_pseudo_legal,
    )
    from cython.cimports.makachess.core.kernel.ordering import Ordering, is_capture
    from cython.cimports.makachess.core.kernel.quiescence import Quiescence
    from cython.cimports.makachess.core.kernel.selectivity import (
        futile_margin,
        losing_margin,
        null_reduction,
        quiet_moves_enough,
        reduction_of,
        safe_margin,
    )
else:
    from makachess.core.kernel.attacks import is_endangered
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        MATE,
        MATE_BOUND,
        MAX_PLY,
        MOST_MOVES,
        ROOM,
    )
    from makachess.core.kernel.delayed import settle
    from makachess.core.kernel.exchange import exchange
    from makachess.core.kernel.hashtable import HashTable
    from makachess.core.kernel.memory import Words
    from makachess.core.kernel.movegen import (
        generate,
        has_stood,
        is_pseudo_legal,
    )
    from makachess.core.kernel.ordering import Ordering, is_capture
    from makachess.core.kernel.quiescence import Quiescence
    from makachess.core.kernel.selectivity import (
        futile_margin,
        losing_margin,
        null_reduction,
        quiet_moves_enough,
        reduction_of,
        safe_margin,
    )

CALM = cython.declare(cython.int, 1 << 22)  # ranks below are those of quiet moves


class Search(Quiescence):
    """A searcher of one board, its table and its ordering kept from move to move."""

    def __init__(
        self,
        board: Board,
        table: HashTable,
        ordering: Ordering,
        poll: Callable[[], None],
        move_limit: int,
        no_move_loses: bool,
        man: int,
    ) -> None:
        super().__init__(board, ordering, poll, man)
        self.table = table
        self.move_limit = move_limit
        self.no_move = -MATE if no_move_loses else 0
        self.barred_kept = Words(64)
        self.barred = self.barred_kept.data
        self.barred_count = 0
        self.root_depth = 0

    def run(self, depth: cython.int, alpha: cython.int, beta: cython.int, barred: list[int]) -> int:
        """The score of the position to a depth, without the barred moves at the root."""
        score: cython.int
        i: cython.int
        self.root_depth = depth
        self.barred_count = min(len(barred), 64)
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
        if self.board.winning:
            return MATE - ply
        if ply and self._is_drawn():
            return 0
        if ply and not self.board.tables.checkmate and is_endangered(self.board, side ^ 1):
            return MATE - ply - 1  # the last royal can be taken
        checked = is_endangered(self.board, side)
        if checked and ply < 2 * self.root_depth:
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
        if not checked and beta - alpha == 1 and abs(beta) < MATE_BOUND:
            if depth <= 6 and self._static() - safe_margin(depth, self.man) >= beta:
                return self._static()
            if may_pass and depth >= 3 and not self.board.choices:
                score = self._null_move(depth, beta, ply, top)
                if score >= beta:
                    return score
        if not first and depth >= 5:
            depth -= 1  # nothing is known of this position yet: a cheaper look comes first
        return self._search_moves(depth, alpha, beta, ply, top, first, checked)

    def _null_move(
        self, depth: cython.int, beta: cython.int, ply: cython.int, top: cython.int
    ) -> cython.int:
        """What is left if the turn is passed: if even that is enough, the position is good enough.

        Not with few men, where having to move can hurt.
        """
        score: cython.int
        surplus: cython.int = self._static() - beta
        if surplus < 0 or self.board.men_count[self.board.side] < 5:
            return -MATE
        self.board.make_null()
        if self.board.tables.reserve:
            settle(self.board, top)
        depth -= null_reduction(depth, surplus, self.man)
        score = -self._search(depth, -beta, 1 - beta, ply + 1, top, False)
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
        less: cython.int
        quiets: cython.int = 0
        needed: cython.int = alpha - self._static()
        calm: cython.bint = not checked and not self.board.choices
        hopeless: cython.bint = calm and beta - alpha == 1 and self._is_hopeless(depth, needed)
        alone: cython.bint = first != 0 and is_pseudo_legal(self.board, first, top)
        end: cython.int
        if alone:
            self.board.moves[top] = first
            self.ordering.ranks[top] = 0
            end = top + 1
        else:
            end = generate(self.board, top, hopeless)
            self.ordering.rank(self.board, top, end, ply)
        i = top - 1
        while True:
            i += 1
            if i == end and alone:  # the table's move was not enough: now all the others
                alone = False
                end = self._other_moves(top, hopeless, ply)
            if i == end:
                break
            move = self.board.moves[i] if i == top and alone else self._next_move(i, end, quiets)
            quiets += self.ordering.ranks[i] < CALM
            if ply == 0 and self.barred_count and self._is_barred(move):
                continue
            less = 0
            if tried and calm and best > -MATE_BOUND:
                less = self._doubt(i, depth, needed, tried, end - top)
                less = max(less, 0) if ply == 0 else less
                if less < 0 and (depth < 2 or not self.board.tables.checkmate):
                    break  # what is left ranks lower still
            if not self._make(move, less < 0, end):
                continue
            tried += 1
            score = self._search_one(depth, alpha, beta, ply, end, tried, less)
            self.board.unmake()
            if self.stop:
                return 0
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    needed += score - alpha
                    alpha = score
                    self._keep_line(ply, move)
                    if score >= beta:
                        if not is_capture(self.board, move):
                            self.ordering.reward(self.board, top, i, depth, ply)
                        break
        if not tried:
            return self._static() if hopeless else self._without_moves(ply, checked)
        if ply or not self.barred_count:
            self.table.store(
                self.board.key,
                best_move,
                depth,
                _to_table(best, ply),
                AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST,
            )
        return best

    def _is_hopeless(self, depth: cython.int, needed: cython.int) -> cython.bint:
        """Whether we are so far behind, so near the leaves, that only captures can help."""
        near: cython.int = 1 if self.board.tables.checkmate else 3  # a quiet move may mate
        if depth > near or abs(self._static() + needed) >= MATE_BOUND:
            return False
        return needed >= futile_margin(depth, self.man)

    def _without_moves(self, ply: cython.int, checked: cython.bint) -> cython.int:
        """The score of a node in which no move could be made."""
        if (checked and self.board.tables.checkmate) or (ply == 0 and self.barred_count):
            return ply - MATE
        return self.no_move + ply if self.no_move else 0

    def _other_moves(self, top: cython.int, hopeless: cython.bint, ply: cython.int) -> cython.int:
        """The moves but for the one at `top`, which has been tried, ranked; returns their end."""
        i: cython.int
        end: cython.int = generate(self.board, top + 1, hopeless)
        for i in range(top + 1, end):
            if self.board.moves[i] == self.board.moves[top]:
                end -= 1
                self.board.moves[i] = self.board.moves[end]
                break
        self.ordering.rank(self.board, top + 1, end, ply)
        return end

    def _next_move(self, at: cython.int, end: cython.int, quiets: cython.int) -> cython.longlong:
        """The best move left; after some quiet ones their order matters too little."""
        if quiets > 6:
            return self.board.moves[at]
        return self.ordering.pick(self.board, at, end)

    def _doubt(
        self,
        at: cython.int,
        depth: cython.int,
        needed: cython.int,
        tried: cython.int,
        moves: cython.int,
    ) -> cython.int:
        """Plies less for the move at `at`, not the first one; -1 if it can be left out.

        `needed` is what must be gained to reach alpha; nobody is in check.
        """
        move: cython.longlong = self.board.moves[at]
        losing: cython.bint
        if is_capture(self.board, move) or (move >> 40) & 255:
            losing = self.ordering.ranks[at] < 0 and depth <= 5
            if losing and exchange(self.board, move) < -losing_margin(depth, self.man):
                return -1
            return 0
        if depth <= 4 and tried >= quiet_moves_enough(depth, moves):
            return -1
        if depth <= 5 and needed >= futile_margin(depth, self.man):
            return -1
        if depth < 3 or tried < 3:
            return 0
        return reduction_of(depth, tried, self.ordering.history_of(self.board, move))

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
        """The move just made: the first with a full window, later ones first with doubt."""
        score: cython.int
        if tried == 1:
            return -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        if less < 0 or (less and is_endangered(self.board, self.board.side)):
            less = 0
        score = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1, top, True)
        if less and score > alpha:
            score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1, top, True)
        if alpha < score < beta:
            score = -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        return score

    def _is_drawn(self) -> cython.bint:
        """Whether the position has stood before, or the move counter has run out."""
        if self.move_limit and self.board.halfmove >= self.move_limit:
            return True
        return has_stood(self.board)

    def _is_barred(self, move: cython.longlong) -> cython.bint:
        i: cython.int
        for i in range(self.barred_count):
            if self.barred[i] == move:
                return True
        return False


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
