"""In which order moves are searched: the likeliest first, each kind generated when reached.

The hash move comes first, then captures that do not lose, killers and counter-move, quiet moves,
and finally losing captures. Most nodes end early, and the many quiet moves are never generated.

Killers are quiet moves that cut off at the same ply, a counter-move the one that refuted the same
move of the opponent; history counts how often a piece's move to a square was good.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.memory import Int32Array, Int64Array
    from makachess.core.kernel.moves import generate, is_pseudo_legal
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.search.exchange import gain_of, loses


LOSING = cython.declare(cython.int, -(1 << 20))  # captures that lose in the exchange come last
CALM = cython.declare(cython.int, 1 << 22)  # ranks below are those of quiet moves
HISTORY = cython.declare(cython.int, 16384)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_capture(board: Board, move: cython.longlong) -> cython.bint:
    destination: cython.int = destination_of(move)
    if destination != origin_of(move) and board.sq[destination]:
        return True
    return has_further(move) and kind_of(move) < CASTLE


def is_quiet(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move neither takes anything nor changes its piece more than others of it would."""
    if promotion_of(move) and not board.tables.changes[board.sq[origin_of(move)]] & TURNS:
        return False
    return not _is_capture(board, move)


class Ordering:
    """Ranks of the moves being searched, killers by ply, counters and history by piece and goal.

    `tried` are the quiet moves of each ply that did not cut off.
    """

    def __init__(self, codes: int) -> None:
        self.ranks_kept = Int32Array([], ROOM)
        self.ranks = self.ranks_kept.data
        self.history_kept = Int32Array([], codes * CELLS)
        self.history = self.history_kept.data
        self.counters_kept = Int64Array(codes * CELLS)
        self.counters = self.counters_kept.data
        self.cells = codes * CELLS
        if not cython.compiled:
            self.killers = [0] * (2 * MAX_PLY)
            self.tried = [0] * (MOST_QUIETS * MAX_PLY)

    def fade(self) -> None:
        """Age the history for a new search, and forget the killers."""
        for i in range(self.cells):
            self.history[i] = self.history[i] // 8
        for i in range(2 * MAX_PLY):
            self.killers[i] = 0

    def rank_gains(
        self, board: Board, top: cython.int, end: cython.int, least: cython.int
    ) -> cython.int:
        """Rank captures by what they gain, drop those that gain too little; returns the new end."""
        kept: cython.int = top
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
        best: cython.int = at
        most: cython.int = self.ranks[at]
        for i in range(at + 1, end):
            if self.ranks[i] > most:
                most = self.ranks[i]
                best = i
        return best

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
    """The piece that moved last and where it stands now, as one index."""
    goal: cython.int = destination_of(board.undo[board.ply - 1].move)
    return board.sq[goal] * CELLS + goal


# The stages of a node.
KNOWN = cython.declare(cython.int, 0)
GENERATE = cython.declare(cython.int, 1)  # the captures
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
        if not cython.compiled:
            self.stage = [0] * MAX_PLY
            self.at = [0] * MAX_PLY
            self.end = [0] * MAX_PLY
            self.loser = [0] * MAX_PLY
            self.losers_end = [0] * MAX_PLY
            self.count = [0] * MAX_PLY
            self.given = [0] * (GIVEN * MAX_PLY)

    def begin(self, ply: cython.int, top: cython.int, known: cython.longlong) -> None:
        """Open a node whose moves are written from `top` on; `known` is the hash move or 0."""
        self.stage[ply] = KNOWN
        self.at[ply] = top
        self.end[ply] = top
        self.count[ply] = 0
        self.given[GIVEN * ply] = known
        for i in range(1, GIVEN):
            self.given[GIVEN * ply + i] = 0

    def next(self, ply: cython.int, gains_only: cython.bint) -> cython.longlong:
        """The next move, 0 when none is left; with `gains_only` no quiet one but the hash move."""
        if self.stage[ply] == KNOWN:
            self.stage[ply] = GENERATE
            if self._give(ply, 1, self.given[GIVEN * ply]):
                return self.given[GIVEN * ply]
        if self.stage[ply] == GENERATE:
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
        if self.at[ply] == self.end[ply]:
            return 0
        move = self.ordering.pick(self.board, self.at[ply], self.end[ply])
        if self.ordering.ranks[self.at[ply]] < 0:
            return 0
        self.at[ply] += 1
        return move

    def _next_refutation(self, ply: cython.int) -> cython.longlong:
        while self.count[ply] < REFUTERS:
            move = self.ordering.refutation(self.board, ply, self.count[ply])
            self.count[ply] += 1
            if move and is_quiet(self.board, move) and self._give(ply, self.count[ply] + 1, move):
                return move
        return 0

    def _generate_others(self, ply: cython.int) -> None:
        """Generate the quiet moves that have not been given yet."""
        kept: cython.int = self.end[ply]
        self.at[ply] = kept
        for i in range(kept, generate(self.board, kept, False)):
            move = self.board.moves[i]
            plain = is_plain(move) and not self.board.sq[destination_of(move)]  # as nearly all are
            if (plain or not _is_capture(self.board, move)) and not self._is_given(ply, move):
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
            return FIRST  # the hash move, which moves more than one piece
        return self.ordering.rank_of_gain(self.board, move, gain_of(self.board, move))

    def _rank(self, ply: cython.int, move: cython.longlong) -> cython.int:
        """The rank of a move that takes nothing."""
        if not is_quiet(self.board, move) or move == self.given[GIVEN * ply]:
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
