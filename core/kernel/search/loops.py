"""Repetitions in the search: a draw, unless one side alone gave perpetual check or attacked so.

Where repetitions are adjudicated (Maka sheet 7.5), a side that checked or attacked with each of its
moves must deviate before it loses: repeating is scored as some men lost, so that no false mates are
announced. Attacks are expensive to find, so near the leaves only checks are looked for.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.arrays import Int32Array, Int64Array
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.danger import is_endangered
    from makachess.core.kernel.legality import stood_at
    from makachess.core.kernel.packed import OPEN
    from makachess.core.kernel.perpetual import sole_attacker

from makachess.core.kernel.delayed import push

PLIES = cython.declare(cython.int, 1024)  # of a game that are remembered, a power of two
ATTACKS = cython.declare(cython.int, 2)  # the least depth at which attacks are looked for


class Loops:
    """Which positions of the game and of the line being searched had a royal in danger.

    `loss` is what a side that must deviate loses, in centipawns; 0 if every repetition is a draw.
    `judged` gives, for root moves that bring back a position, its value to the side then to move,
    or OPEN.
    """

    def __init__(self, board: Board, loss: int, judged: dict[int, int]) -> None:
        self.board = board
        self.loss = loss
        self.root = board.ply
        self.judged = len(judged)
        self.judged_kept = Int64Array(2 * len(judged))
        self.judgements = self.judged_kept.data
        for i, (move, score) in enumerate(judged.items()):
            self.judgements[2 * i] = move
            self.judgements[2 * i + 1] = score
        self.endangered_kept = Int32Array([0] * PLIES)
        self.endangered = self.endangered_kept.data
        if loss:
            self._recall()

    def _recall(self) -> None:
        """Walk back to the last capture and forward again, noting dangers on the way."""
        board = self.board
        moves = [board.move_made(ago) for ago in range(1, min(board.halfmove, board.ply) + 1)]
        for _ in moves:
            board.pop()
        for move in reversed(moves):
            self.note(is_endangered(board, board.side))
            push(board, move)

    def note(self, endangered: cython.bint) -> None:
        """Note whether the royals of the side to move are in danger."""
        self.endangered[self.board.ply & (PLIES - 1)] = endangered

    def was_endangered(self) -> cython.bint:
        """The same of the position before."""
        return self.endangered[(self.board.ply - 1) & (PLIES - 1)] != 0

    def score_if_closed(self, depth: cython.int, top: cython.int) -> cython.int:
        """The value of a repeated position to the side to move; board.moves is free from `top`.

        OPEN if it is new; also if the side to move must deviate and the earlier occurrence was in
        the game, so that its other moves have not been searched.
        """
        i: cython.int
        loser: cython.int
        first: cython.int = stood_at(self.board)
        if first < 0:
            return OPEN
        if not self.loss or self.board.ply - first >= PLIES:
            return 0
        if self.board.ply == self.root + 1:
            for i in range(self.judged):
                if self.judgements[2 * i] == self.board.undo[self.root].move:
                    return cython.cast(cython.int, self.judgements[2 * i + 1])
        loser = self._loser(first, depth, top)
        if loser < 0:
            return 0
        if loser != self.board.side:
            return self.loss
        return OPEN if first < self.root else -self.loss

    def _loser(self, first: cython.int, depth: cython.int, top: cython.int) -> cython.int:
        """The colour that must deviate, -1 if the position is a draw."""
        checked: cython.bint = self._was_endangered_always(first)
        if checked != self._was_endangered_always(first + 1):
            return self.board.side ^ checked
        return sole_attacker(self.board, first, top) if depth >= ATTACKS else -1

    def _was_endangered_always(self, first: cython.int) -> cython.bint:
        """Whether the side to move at a ply was in danger on each of its turns since."""
        at: cython.int = first
        while at < self.board.ply:
            if not self.endangered[at & (PLIES - 1)]:
                return False
            at += 2
        return True
