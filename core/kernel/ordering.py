"""Which move to try first: the table's, then gains, then killers, then what has cut off before."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.makachess.core.kernel.board import Board
    from cython.cimports.makachess.core.kernel.constants import (
        CASTLE,
        CELLS,
        MAX_PLY,
        ROOM,
    )
    from cython.cimports.makachess.core.kernel.exchange import exchange, gain_of
    from cython.cimports.makachess.core.kernel.memory import Ints, Words
else:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import CASTLE, CELLS, MAX_PLY, ROOM
    from makachess.core.kernel.exchange import exchange, gain_of
    from makachess.core.kernel.memory import Ints, Words

LOSING = cython.declare(cython.int, -(1 << 20))  # captures that lose in the exchange come last
DOUBTFUL = cython.declare(cython.int, (1 << 23) + 1)  # ranks above are those of captures
HISTORY = cython.declare(cython.int, 16384)


def is_capture(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move takes anything."""
    destination: cython.int = (move >> 10) & 1023
    if destination != (move & 1023) and board.sq[destination]:
        return True
    return ((move >> 20) & 1023) != 0 and ((move >> 48) & 15) < CASTLE


class Ordering:
    """Ranks of the moves being searched, killers by ply, history by man and destination."""

    def __init__(self, codes: int) -> None:
        self.ranks_kept = Ints([0] * ROOM)
        self.ranks = self.ranks_kept.data
        self.history_kept = Ints([0] * (codes * CELLS))
        self.history = self.history_kept.data
        self.killers_kept = Words(2 * MAX_PLY)
        self.killers = self.killers_kept.data
        self.cells = codes * CELLS

    def fade(self) -> None:
        """Let an old search's history count for less in a new one, and its killers for nothing."""
        i: cython.int
        for i in range(self.cells):
            self.history[i] = self.history[i] // 8
        for i in range(2 * MAX_PLY):
            self.killers[i] = 0

    def rank(self, board: Board, top: cython.int, end: cython.int, ply: cython.int) -> None:
        """Rank the moves from top to end."""
        i: cython.int
        for i in range(top, end):
            self.ranks[i] = self._rank_of(board, board.moves[i], ply)

    def rank_gains(
        self, board: Board, top: cython.int, end: cython.int, least: cython.int
    ) -> cython.int:
        """Rank captures by what they gain, drop those that gain too little; returns the new end."""
        i: cython.int
        kept: cython.int = top
        move: cython.longlong
        for i in range(top, end):
            move = board.moves[i]
            if gain_of(board, move) > least:
                board.moves[kept] = move
                self.ranks[kept] = self._rank_of(board, move, 0)
                kept += 1
        return kept

    def _rank_of(self, board: Board, move: cython.longlong, ply: cython.int) -> cython.int:
        code: cython.int
        worth: cython.int
        gain: cython.int
        if is_capture(board, move) or (move >> 40) & 255:
            code = board.sq[move & 1023]
            worth = board.worth[code * CELLS + (move & 1023)]
            if board.side:
                worth = -worth
            gain = gain_of(board, move)
            # Among equal gains the cheaper captor first; odd if the exchange is still to be seen.
            return ((1 << 24) + 8 * gain - worth // 4) & -2 | (gain < worth)
        if move == self.killers[2 * ply]:
            return (1 << 23) + 1
        if move == self.killers[2 * ply + 1]:
            return 1 << 23
        code = board.sq[move & 1023]
        return self.history[code * CELLS + ((move >> 10) & 1023)]

    def pick(self, board: Board, at: cython.int, end: cython.int) -> cython.longlong:
        """Bring the best of the moves from `at` to end to the front, and return it.

        Whether a capture loses in the exchange is only looked at when its turn has come.
        """
        best: cython.int = self._best(at, end)
        rank: cython.int
        move: cython.longlong
        while self.ranks[best] > DOUBTFUL and self.ranks[best] & 1:
            if exchange(board, board.moves[best]) >= 0:
                break
            self.ranks[best] = LOSING + gain_of(board, board.moves[best])
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
        for i in range(at + 1, end):
            if self.ranks[i] > self.ranks[best]:
                best = i
        return best

    def reward(
        self,
        board: Board,
        top: cython.int,
        at: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> None:
        """Remember the quiet move at `at`, which was a refutation, and blame those before it."""
        i: cython.int
        move: cython.longlong = board.moves[at]
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self._learn(board, move, depth * depth)
        for i in range(top, at):
            if not is_capture(board, board.moves[i]):
                self._learn(board, board.moves[i], -depth * depth)

    def _learn(self, board: Board, move: cython.longlong, bonus: cython.int) -> None:
        """Shift a move's history towards the bonus, never beyond its bounds."""
        at: cython.int = board.sq[move & 1023] * CELLS + ((move >> 10) & 1023)
        bonus = max(-HISTORY // 8, min(bonus, HISTORY // 8))
        self.history[at] += bonus - self.history[at] * abs(bonus) // HISTORY

    def history_of(self, board: Board, move: cython.longlong) -> cython.int:
        """How well a quiet move has done, from -HISTORY to HISTORY."""
        return self.history[board.sq[move & 1023] * CELLS + ((move >> 10) & 1023)]
