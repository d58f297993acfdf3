"""A game of the search against itself, and its positions that a model can learn from.

A position is kept if it is quiet: the side to move is not in check, and the move that the search
has found neither takes nor promotes nor gives check. It has not stood in the game before, and
neither side is as good as lost. What a score means is White's view of it, in centipawns.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_in_check
    from makachess.core.kernel.delayed import push
    from makachess.core.kernel.legality import generate_legal, has_legal_move, stood_at
    from makachess.core.kernel.memory import ByteArray
    from makachess.core.kernel.moves import is_dead, is_decided
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.search.picker import is_quiet
    from makachess.core.kernel.search.tree import Search

WINDOW = cython.declare(cython.int, 40)  # centipawns around the score of the depth before
FIRST_NODES = cython.declare(cython.longlong, 1000000)  # of depth 1, which is finished otherwise
MOST_SCORE = cython.declare(cython.int, 30000)  # of a mate, as it is noted

BY_RULES, ADJUDICATED, UNFAIR = 0, 1, 2


class SelfPlay:
    """Plays the game of a search's board out, with some nodes a move.

    One side ahead by `clear` for `clear_plies`, or neither by `level` for `level_plies` after ply
    `level_after`, ends it, as does ply `longest`. An opening that leaves a side `fair` ahead is not
    played on. Positions with a score beyond `bound` are not kept. `scores` has one for each move
    made, `kept` the numbers of the moves before which a position was kept, `points` are White's,
    doubled, if the game was `ADJUDICATED`.
    """

    def __init__(self, search: Search, nodes: int, **terms: int) -> None:
        self.search = search
        self.board = search.board
        self.table = search.table
        self.nodes = nodes
        self.clear = terms["clear"]
        self.clear_plies = terms["clear_plies"]
        self.level = terms["level"]
        self.level_plies = terms["level_plies"]
        self.level_after = terms["level_after"]
        self.longest = terms["longest"]
        self.fair = terms["fair"]
        self.bound = terms["bound"]
        self.occurrences = terms["occurrences"]
        self.move_limit = terms["move_limit"]
        self.corner = self.board.tables.last_cells[1]
        self.files = self.board.tables.files
        self.ranks = 1 + (self.board.tables.last_cells[0] - self.corner) // ROW
        squares: cython.int = self.files * self.ranks
        self.bits = (squares + 7) // 8
        self.boards_kept = ByteArray([0] * (2 * self.bits * (self.longest + 1)))
        self.boards = self.boards_kept.data
        self.types_kept = ByteArray([0] * (squares * (self.longest + 1)))
        self.types = self.types_kept.data
        self.pieces = self.points = self.ahead = self.even = 0
        self.best = 0
        self.score = 0
        self.scores: list[int] = []
        self.kept: list[int] = []

    def play(self) -> int:
        """Play to the end: BY_RULES, ADJUDICATED or, if it was not played at all, UNFAIR."""
        while not self._is_over():
            self._search()
            score: cython.int = -self.score if self.board.side else self.score
            score = max(-MOST_SCORE, min(score, MOST_SCORE))
            if not self.scores and abs(score) > self.fair:
                return UNFAIR
            if self._is_adjudicated(score):
                return ADJUDICATED
            self._make(score)
        return BY_RULES

    def packed_boards(self) -> bytes:
        """Of each position kept, a bit for each piece by its square, then for each of White's.

        Squares are counted along the ranks from a1, bits from the highest of a byte.
        """
        return bytes(self.boards[: 2 * self.bits * len(self.kept)])

    def packed_types(self) -> bytes:
        """The number of each piece's type, in the order of squares, of all positions kept."""
        return bytes(self.types[: self.pieces])

    def _is_over(self) -> cython.bint:
        """Whether the rules end the game here; why, and who has won, is not asked."""
        if is_decided(self.board) or not has_legal_move(self.board) or is_dead(self.board):
            return True
        if self.move_limit and self.board.halfmove >= self.move_limit:
            return True
        return self.occurrences > 0 and self._times_stood() >= self.occurrences

    def _times_stood(self) -> cython.int:
        times: cython.int = 1
        at: cython.int = self.board.ply - 2
        least: cython.int = max(self.board.since, self.board.ply - self.board.halfmove)
        while at >= least:
            times += self.board.undo[at].key == self.board.key
            at -= 2
        return times

    def _is_adjudicated(self, score: cython.int) -> cython.bint:
        """Whether scores have decided the game; sets the points."""
        sign: cython.int = (score > self.clear) - (score < -self.clear)
        self.ahead = self.ahead + sign if self.ahead * sign > 0 else sign
        even: cython.bint = abs(score) <= self.level and self.board.ply > self.level_after
        self.even = self.even + 1 if even else 0
        if abs(self.ahead) >= self.clear_plies:
            self.points = 2 if self.ahead > 0 else 0
            return True
        self.points = 1
        return self.even >= self.level_plies or self.board.ply >= self.longest

    def _search(self) -> None:
        """Search deeper and deeper until the nodes are used up: the best move and its score."""
        depth: cython.int = 1
        low: cython.int
        high: cython.int
        state = self.search.state
        self.board.make_room(SEARCH_PLIES)
        self.board.narrow_choices()
        self.board.fix_prices()
        state.ordering.fade()
        self.table.new_search()
        self.search.repetition_scores.root = self.board.ply
        state.nodes = 0
        state.stop = 0
        state.node_limit = FIRST_NODES
        self.best = 0
        while depth <= MAX_PLY // 2 and not state.stop:
            low = self.score - WINDOW if depth > 3 else -MATE - 1
            high = self.score + WINDOW if depth > 3 else MATE + 1
            self._run(depth, low, high)
            if not state.stop and depth > 3 and not low < self.score < high:
                self._run(depth, -MATE - 1, MATE + 1)
            if abs(self.score) >= MATE_BOUND and depth > 2 * (MATE - abs(self.score)) + 2:
                break
            state.node_limit = max(self.nodes, state.nodes + 1)
            depth += 1
        self.search.repetition_scores.judged = 0
        if not self.best:  # the captures of the first move have not ended
            self.best = self.board.moves[generate_legal(self.board, 0) - 1]

    def _run(self, depth: cython.int, low: cython.int, high: cython.int) -> None:
        score: cython.int = self.search.run(depth, low, high, [])
        state = self.search.state
        if state.stop:
            score = self.search.best_score
        if state.line_end[0]:
            self.best = state.line[0]
            self.score = score
        elif not state.stop:
            self.score = score  # below the window: as good as known

    def _make(self, score: cython.int) -> None:
        """Make the best move; keep the position before it if that is quiet."""
        pieces: cython.int = self.pieces
        calm: cython.bint = (
            abs(score) <= self.bound
            and is_quiet(self.board, self.best)
            and not self.board.choices
            and not is_in_check(self.board, self.board.side)
            and stood_at(self.board) < 0
        )
        if calm:
            pieces = self._write(len(self.kept))
        push(self.board, self.best)
        if calm and not is_in_check(self.board, self.board.side):
            self.pieces = pieces
            self.kept.append(len(self.scores))
        self.scores.append(score)

    def _write(self, number: cython.int) -> cython.int:
        """Write the position behind those kept; returns where its types end."""
        square: cython.int = 0
        start: cython.int = 2 * self.bits * number
        end: cython.int = self.pieces
        for i in range(start, start + 2 * self.bits):
            self.boards[i] = 0
        for rank in range(self.ranks):
            for file in range(self.files):
                code = self.board.sq[self.corner + rank * ROW + file]
                if code > WALL:
                    bit = 128 >> (square & 7)
                    self.boards[start + square // 8] |= bit
                    if not code & 1:
                        self.boards[start + self.bits + square // 8] |= bit
                    self.types[end] = code // 2 - 1
                    end += 1
                square += 1
        return end
