"""The shared state of a search: board, node count, stop flag, principal variation."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:
    from makachess.core.kernel.arrays import Int32Array, Int64Array
    from makachess.core.kernel.attacks import is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import choice_gain, settle
    from makachess.core.kernel.legality import may_stand
    from makachess.core.kernel.packed import MATE_BOUND, MAX_PLY
    from makachess.core.kernel.search.margins import Margins
    from makachess.core.kernel.search.ordering import Ordering
    from makachess.core.kernel.search.oversight import Oversight

NEVER = cython.declare(cython.longlong, 1 << 62)  # more nodes than any search has


class SearchState:
    """One thread's search on one board; `poll` is called now and then and may set `stop`.

    A thread without `poll` looks at `stop` alone, and so never waits for the interpreter.
    `static` is the static score of each node on the way to the one being searched, by ply.
    """

    def __init__(
        self, board: Board, ordering: Ordering, poll: Callable[[], None] | None, margins: Margins
    ) -> None:
        self.board = board
        self.ordering = ordering
        self.poll = poll
        self.margins = margins
        self.stop = 0
        self.nodes = 0
        self.deepest = 0  # plies that the quiescence of this run has come to
        self.node_limit = 0  # 0: none
        self.calm_from = 0  # the node from which a quiescence only takes back
        self.poll_every = 2048 if cython.compiled else 64
        self.next_poll = self.poll_every if poll is not None else NEVER
        self.static_kept = Int32Array([0] * MAX_PLY)
        self.static = self.static_kept.data
        self.line_kept = Int64Array(MAX_PLY * MAX_PLY)
        self.line = self.line_kept.data
        self.line_end_kept = Int32Array([0] * MAX_PLY)
        self.line_end = self.line_end_kept.data
        self.oversight = Oversight(board)

    def best_line(self) -> list[int]:
        """The principal variation of the last run, as packed moves."""
        return [self.line[i] for i in range(self.line_end[0])]

    def count(self) -> None:
        """Count a node; every so many, let the driver check its clock."""
        self.nodes += 1
        if self.nodes == self.node_limit:
            self.stop = 1
        if self.nodes >= self.next_poll:
            self.next_poll = self.nodes + self.poll_every
            with cython.gil:
                if self.poll is not None:
                    self.poll()

    def static_score(self) -> cython.int:
        """The static score for the side to move, with the best choice it has; never a mate's."""
        score: cython.int = self.board.static_score()
        if self.board.choices:
            score += choice_gain(self.board)
        if -MATE_BOUND < score < MATE_BOUND:
            return score
        # A board full of strong men, or a model's high opinion of them, counts for more.
        return MATE_BOUND - 1 if score > 0 else 1 - MATE_BOUND

    def estimate(self, ply: cython.int, checked: cython.bint) -> None:
        """Note the static score of a node; in check it is that of the side's turn before."""
        if checked:
            self.static[ply] = self.static[ply - 2] if ply > 1 else 0
        else:
            self.static[ply] = self.static_score()

    def make(self, move: cython.longlong, for_check: cython.bint, top: cython.int) -> cython.bint:
        """Make a move, unless it is illegal or was kept only as a possible check and gives none.

        One that is overlooked is made only if it gives check.
        """
        side: cython.int = self.board.side
        for_check = for_check or (self.oversight.rate > 0 and self.oversight.hides(move))
        self.board.make(move)
        if not may_stand(self.board) or (for_check and not is_in_check(self.board, side ^ 1)):
            self.board.unmake()
            return False
        self.count()
        if self.board.tables.reserve:
            settle(self.board, top)
        return True

    def keep_line(self, ply: cython.int, move: cython.longlong) -> None:
        """Update the principal variation: the move, then the best line after it."""
        i: cython.int
        self.line[ply * MAX_PLY + ply] = move
        for i in range(ply + 1, self.line_end[ply + 1]):
            self.line[ply * MAX_PLY + i] = self.line[(ply + 1) * MAX_PLY + i]
        self.line_end[ply] = max(self.line_end[ply + 1], ply + 1)
