"""Which move to try first: the table's, then gains, then killers, then what has cut off before."""

# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
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
    from cython.cimports.makachess.core.kernel.memory import Ints, Words
else:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import CASTLE, CELLS, MAX_PLY, ROOM
    from makachess.core.kernel.memory import Ints, Words


def is_capture(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move takes anything."""
    destination: cython.int = (move >> 10) & 1023
    if destination != (move & 1023) and board.sq[destination]:
        return True
    return ((move >> 20) & 1023) != 0 and ((move >> 48) & 15) < CASTLE


def gain_of(board: Board, move: cython.longlong) -> cython.int:
    """What a move changes in the score of the side to move, its own change of type included."""
    origin: cython.int = move & 1023
    destination: cython.int = (move >> 10) & 1023
    first: cython.int = (move >> 20) & 1023
    second: cython.int = (move >> 30) & 1023
    promotion: cython.int = (move >> 40) & 255
    code: cython.int = board.sq[origin]
    becomes: cython.int = 2 * promotion + (code & 1) if promotion else code
    gain: cython.int = board.worth[becomes * CELLS + destination]
    gain -= board.worth[code * CELLS + origin]
    if destination != origin and board.sq[destination]:
        gain -= board.worth[board.sq[destination] * CELLS + destination]
    if first and ((move >> 48) & 15) < CASTLE:
        gain -= board.worth[board.sq[first] * CELLS + first]
        if second:
            gain -= board.worth[board.sq[second] * CELLS + second]
    return -gain if board.side else gain


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

    def rank(
        self,
        board: Board,
        top: cython.int,
        end: cython.int,
        first: cython.longlong,
        ply: cython.int,
    ) -> None:
        """Rank the moves from top to end; `first` is the one to try before all others."""
        i: cython.int
        for i in range(top, end):
            if board.moves[i] == first:
                self.ranks[i] = 1 << 30
            else:
                self.ranks[i] = self._rank_of(board, board.moves[i], ply)

    def _rank_of(self, board: Board, move: cython.longlong, ply: cython.int) -> cython.int:
        code: cython.int
        worth: cython.int
        if is_capture(board, move) or (move >> 40) & 255:
            code = board.sq[move & 1023]
            worth = board.worth[code * CELLS + (move & 1023)]
            # Among equal gains the cheaper captor first.
            return (1 << 24) + 8 * gain_of(board, move) - (-worth if board.side else worth) // 4
        if move == self.killers[2 * ply]:
            return (1 << 23) + 1
        if move == self.killers[2 * ply + 1]:
            return 1 << 23
        code = board.sq[move & 1023]
        return self.history[code * CELLS + ((move >> 10) & 1023)]

    def pick(self, board: Board, at: cython.int, end: cython.int) -> cython.longlong:
        """Bring the best of the moves from `at` to end to the front, and return it."""
        i: cython.int
        best: cython.int = at
        rank: cython.int
        move: cython.longlong
        for i in range(at + 1, end):
            if self.ranks[i] > self.ranks[best]:
                best = i
        move = board.moves[best]
        rank = self.ranks[best]
        board.moves[best] = board.moves[at]
        self.ranks[best] = self.ranks[at]
        board.moves[at] = move
        self.ranks[at] = rank
        return move

    def reward(
        self, board: Board, move: cython.longlong, depth: cython.int, ply: cython.int
    ) -> None:
        """Remember a quiet move that refuted the position (called with it not made)."""
        at: cython.int = board.sq[move & 1023] * CELLS + ((move >> 10) & 1023)
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.history[at] += depth * depth
        if self.history[at] > 1 << 20:
            self.history[at] = 1 << 19
