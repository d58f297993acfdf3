"""Move ordering: gains of captures; killers, counter-moves and history for quiet moves.

Killers are quiet moves that cut off at the same ply, a counter-move the one that refuted the same
move of the opponent; history counts how often a man's move to a square was good.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.arrays import Int32Array, Int64Array
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import (
        CASTLE,
        CELLS,
        MAX_PLY,
        MOST_QUIETS,
        ROOM,
    )
    from makachess.core.kernel.packed_move import (
        destination_of,
        has_further,
        kind_of,
        origin_of,
        promotion_of,
    )
    from makachess.core.kernel.packed_score import share_of, value_of
    from makachess.core.kernel.search.exchange import gain_of, loses

LOSING = cython.declare(cython.int, -(1 << 20))  # captures that lose in the exchange come last
CALM = cython.declare(cython.int, 1 << 22)  # ranks below are those of quiet moves
HISTORY = cython.declare(cython.int, 16384)


def is_capture(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move takes anything."""
    destination: cython.int = destination_of(move)
    if destination != origin_of(move) and board.sq[destination]:
        return True
    return has_further(move) and kind_of(move) < CASTLE


def is_quiet(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move neither takes anything nor changes its man."""
    return not promotion_of(move) and not is_capture(board, move)


class Ordering:
    """Ranks of the moves being searched, killers by ply, counters and history by man and goal."""

    def __init__(self, codes: int) -> None:
        self.ranks_kept = Int32Array([0] * ROOM)
        self.ranks = self.ranks_kept.data
        self.history_kept = Int32Array([0] * (codes * CELLS))
        self.history = self.history_kept.data
        self.counters_kept = Int64Array(codes * CELLS)
        self.counters = self.counters_kept.data
        self.killers_kept = Int64Array(2 * MAX_PLY)
        self.killers = self.killers_kept.data
        self.tried_kept = Int64Array(
            MOST_QUIETS * MAX_PLY
        )  # quiet moves that did not cut off, by ply
        self.tried = self.tried_kept.data
        self.cells = codes * CELLS

    def fade(self) -> None:
        """Age the history for a new search, and forget the killers."""
        i: cython.int
        for i in range(self.cells):
            self.history[i] = self.history[i] // 8
        for i in range(2 * MAX_PLY):
            self.killers[i] = 0

    # --- captures and promotions ----------------------------------------------------------------

    def rank_gains(
        self, board: Board, top: cython.int, end: cython.int, least: cython.int
    ) -> cython.int:
        """Rank captures by what they gain, drop those that gain too little; returns the new end."""
        i: cython.int
        gain: cython.int
        kept: cython.int = top
        move: cython.longlong
        for i in range(top, end):
            move = board.moves[i]
            gain = gain_of(board, move)
            if gain > least:
                board.moves[kept] = move
                self.ranks[kept] = self.rank_of_gain(board, move, gain)
                kept += 1
        return kept

    def rank_of_gain(self, board: Board, move: cython.longlong, gain: cython.int) -> cython.int:
        """The rank of a move that gains so much: among equal gains the cheaper captor first.

        It is odd if the exchange is still to be evaluated.
        """
        code: cython.int = board.sq[origin_of(move)]
        worth: cython.int = value_of(
            board.worth[code * CELLS + origin_of(move)],
            share_of(board.score, board.full, board.scale),
        )
        if board.side:
            worth = -worth
        return ((1 << 24) + 8 * gain - (worth >> 2)) & -2 | (gain < worth)

    def pick(self, board: Board, at: cython.int, end: cython.int) -> cython.longlong:
        """Bring the best of the moves from `at` to end to the front, and return it.

        A capture's exchange is evaluated only when its turn comes.
        """
        best: cython.int = self._best(at, end)
        rank: cython.int
        gain: cython.int
        move: cython.longlong
        while self.ranks[best] > CALM and self.ranks[best] & 1:
            gain = gain_of(board, board.moves[best])
            if not loses(board, board.moves[best], gain):
                break
            self.ranks[best] = LOSING + gain
            best = self._best(at, end)
        move = board.moves[best]
        rank = self.ranks[best]
        board.moves[best] = board.moves[at]
        self.ranks[best] = self.ranks[at]
        board.moves[at] = move
        self.ranks[at] = rank
        return move

    def _best(self, at: cython.int, end: cython.int) -> cython.int:
        i: cython.int
        best: cython.int = at
        most: cython.int = self.ranks[at]
        for i in range(at + 1, end):
            if self.ranks[i] > most:
                most = self.ranks[i]
                best = i
        return best

    # --- quiet moves ----------------------------------------------------------------------------

    def history_of(self, board: Board, move: cython.longlong) -> cython.int:
        """How well a quiet move has done, from -HISTORY to HISTORY."""
        return self.history[board.sq[origin_of(move)] * CELLS + destination_of(move)]

    def refutation(self, board: Board, ply: cython.int, k: cython.int) -> cython.longlong:
        """The k-th killer or counter-move; 0 if there is none."""
        if k < 2:
            return self.killers[2 * ply + k]
        return self.counters[_last_goal(board)] if board.ply else 0

    def reward(
        self,
        board: Board,
        move: cython.longlong,
        depth: cython.int,
        ply: cython.int,
        tried: cython.int,
    ) -> None:
        """Reward a quiet move that cut off, and penalise those tried before it."""
        i: cython.int
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        if board.ply:
            self.counters[_last_goal(board)] = move
        self._learn(board, move, depth * depth)
        for i in range(MOST_QUIETS * ply, MOST_QUIETS * ply + tried):
            self._learn(board, self.tried[i], -depth * depth)

    def _learn(self, board: Board, move: cython.longlong, bonus: cython.int) -> None:
        """Shift a move's history towards the bonus, never beyond its bounds."""
        at: cython.int = board.sq[origin_of(move)] * CELLS + destination_of(move)
        bonus = max(-HISTORY // 8, min(bonus, HISTORY // 8))
        self.history[at] += bonus - self.history[at] * abs(bonus) // HISTORY


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _last_goal(board: Board) -> cython.int:
    """The man that moved last and where it stands now, as one index."""
    goal: cython.int = destination_of(board.undo[board.ply - 1].move)
    return board.sq[goal] * CELLS + goal
