"""Staged move picker: the likeliest moves first, each stage generated only when reached.

The hash move comes first, then captures that do not lose, killers and counter-move, quiet moves,
and finally losing captures. Most nodes end early, and the many quiet moves are never generated.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.arrays import Int32Array, Int64Array
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.moves import generate, is_pseudo_legal
    from makachess.core.kernel.packed import MAX_PLY
    from makachess.core.kernel.packed_move import destination_of, is_plain, is_special, promotion_of
    from makachess.core.kernel.search.exchange import gain_of
    from makachess.core.kernel.search.ordering import Ordering, is_capture, is_quiet

# The stages of a node.
KNOWN = cython.declare(cython.int, 0)
CAPTURES = cython.declare(cython.int, 1)
GAINS = cython.declare(cython.int, 2)
REFUTATIONS = cython.declare(cython.int, 3)
QUIETS = cython.declare(cython.int, 4)
LOSERS = cython.declare(cython.int, 5)

REFUTERS = cython.declare(cython.int, 3)  # two killers and a counter
GIVEN = cython.declare(cython.int, 2 + REFUTERS)  # moves a ply: the hash move, then those given
SORTED = cython.declare(cython.int, 12)  # quiet moves after these are left unsorted
FIRST = cython.declare(cython.int, 1 << 28)  # a rank before all others
EARLY = cython.declare(cython.int, 1 << 21)  # one before all that history gives


class Picker:
    """The moves of all nodes on the way to the one being searched, by ply.

    board.moves holds a node's captures, those that lose last, then its quiet moves; from
    `end[ply]` on it is free for the nodes below.
    """

    def __init__(self, board: Board, ordering: Ordering) -> None:
        self.board = board
        self.ordering = ordering
        self.stage_kept = Int32Array([0] * MAX_PLY)
        self.stage = self.stage_kept.data
        self.at_kept = Int32Array([0] * MAX_PLY)
        self.at = self.at_kept.data
        self.end_kept = Int32Array([0] * MAX_PLY)
        self.end = self.end_kept.data
        self.loser_kept = Int32Array([0] * MAX_PLY)
        self.loser = self.loser_kept.data
        self.losers_end_kept = Int32Array([0] * MAX_PLY)
        self.losers_end = self.losers_end_kept.data
        self.count_kept = Int32Array([0] * MAX_PLY)
        self.count = self.count_kept.data
        self.given_kept = Int64Array(GIVEN * MAX_PLY)
        self.given = self.given_kept.data

    def begin(self, ply: cython.int, top: cython.int, known: cython.longlong) -> None:
        """Open a node whose moves are written from `top` on; `known` is the hash move or 0."""
        i: cython.int
        self.stage[ply] = KNOWN
        self.at[ply] = top
        self.end[ply] = top
        self.count[ply] = 0
        self.given[GIVEN * ply] = known
        for i in range(1, GIVEN):
            self.given[GIVEN * ply + i] = 0

    def next(self, ply: cython.int, gains_only: cython.bint) -> cython.longlong:
        """The next move, 0 when none is left; with `gains_only` no quiet one but the hash move."""
        move: cython.longlong
        if self.stage[ply] == KNOWN:
            self.stage[ply] = CAPTURES
            if self._give(ply, 1, self.given[GIVEN * ply]):
                return self.given[GIVEN * ply]
        if self.stage[ply] == CAPTURES:
            self._generate_captures(ply)
        if self.stage[ply] == GAINS:
            move = self._next_gain(ply)
            if move:
                return move
            self.loser[ply] = self.at[ply]
            self.losers_end[ply] = self.end[ply]
            self.stage[ply] = LOSERS if gains_only else REFUTATIONS
        if self.stage[ply] == REFUTATIONS:
            move = self._next_refutation(ply)
            if move:
                return move
            self._generate_others(ply)
        if self.stage[ply] == QUIETS:
            if self.at[ply] < self.end[ply]:
                return self._next_quiet(ply)
            self.stage[ply] = LOSERS
        return self._next_loser(ply)

    def is_losing(self, ply: cython.int) -> cython.bint:
        """Whether the move given last loses in the exchange, as all that follow do."""
        return self.stage[ply] == LOSERS

    def is_late(self, ply: cython.int) -> cython.bint:
        """Whether all moves of the node are generated, and the likeliest have been given."""
        return self.stage[ply] >= QUIETS

    def _give(self, ply: cython.int, place: cython.int, move: cython.longlong) -> cython.bint:
        """Note a remembered move as given, if it is pseudo-legal here and not given yet."""
        if not move or self._is_given(ply, move):
            return False
        if not is_pseudo_legal(self.board, move, self.end[ply]):
            return False
        self.given[GIVEN * ply + place] = move
        return True

    def _is_given(self, ply: cython.int, move: cython.longlong) -> cython.bint:
        at: cython.Py_ssize_t = GIVEN * ply + 1  # four moves from here: GIVEN - 1
        given: cython.p_longlong = self.given
        if given[at] == move or given[at + 1] == move:
            return True
        return given[at + 2] == move or given[at + 3] == move

    def _generate_captures(self, ply: cython.int) -> None:
        i: cython.int
        move: cython.longlong
        kept: cython.int = self.at[ply]
        for i in range(kept, generate(self.board, kept, True)):
            move = self.board.moves[i]
            if move != self.given[GIVEN * ply + 1]:
                self.board.moves[kept] = move
                self.ordering.ranks[kept] = self._rank_of_gain(ply, move)
                kept += 1
        self.end[ply] = kept
        self.stage[ply] = GAINS

    def _next_gain(self, ply: cython.int) -> cython.longlong:
        """The best capture that does not lose; losing ones are left for last."""
        move: cython.longlong
        if self.at[ply] == self.end[ply]:
            return 0
        move = self.ordering.pick(self.board, self.at[ply], self.end[ply])
        if self.ordering.ranks[self.at[ply]] < 0:
            return 0
        self.at[ply] += 1
        return move

    def _next_refutation(self, ply: cython.int) -> cython.longlong:
        move: cython.longlong
        while self.count[ply] < REFUTERS:
            move = self.ordering.refutation(self.board, ply, self.count[ply])
            self.count[ply] += 1
            if move and is_quiet(self.board, move) and self._give(ply, self.count[ply] + 1, move):
                return move
        return 0

    def _generate_others(self, ply: cython.int) -> None:
        """Generate the quiet moves that have not been given yet."""
        i: cython.int
        move: cython.longlong
        plain: cython.bint
        kept: cython.int = self.end[ply]
        self.at[ply] = kept
        for i in range(kept, generate(self.board, kept, False)):
            move = self.board.moves[i]
            plain = is_plain(move) and not self.board.sq[destination_of(move)]  # as nearly all are
            if (plain or not is_capture(self.board, move)) and not self._is_given(ply, move):
                self.board.moves[kept] = move
                self.ordering.ranks[kept] = (
                    self.ordering.history_of(self.board, move) if plain else self._rank(ply, move)
                )
                kept += 1
        self.end[ply] = kept
        self.count[ply] = 0
        self.stage[ply] = QUIETS

    def _rank_of_gain(self, ply: cython.int, move: cython.longlong) -> cython.int:
        if move == self.given[GIVEN * ply]:
            return FIRST  # the hash move, which moves more than one man
        return self.ordering.rank_of_gain(self.board, move, gain_of(self.board, move))

    def _rank(self, ply: cython.int, move: cython.longlong) -> cython.int:
        """The rank of a move that takes nothing."""
        k: cython.int
        if promotion_of(move) or move == self.given[GIVEN * ply]:
            return self._rank_of_gain(ply, move)
        if is_special(move):  # such a killer was not given early either
            for k in range(REFUTERS):
                if move == self.ordering.refutation(self.board, ply, k):
                    return EARLY - k
        return self.ordering.history_of(self.board, move)

    def _next_quiet(self, ply: cython.int) -> cython.longlong:
        """The quiet move with the best history; the later ones are not sorted."""
        at: cython.int = self.at[ply]
        self.at[ply] += 1
        self.count[ply] += 1
        if self.count[ply] > SORTED:
            return self.board.moves[at]
        return self.ordering.pick(self.board, at, self.end[ply])

    def _next_loser(self, ply: cython.int) -> cython.longlong:
        at: cython.int = self.loser[ply]
        if at == self.losers_end[ply]:
            return 0
        self.loser[ply] += 1
        return self.ordering.pick(self.board, at, self.losers_end[ply])
