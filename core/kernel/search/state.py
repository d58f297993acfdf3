"""What the parts of a search share: margins, what a low level overlooks, nodes, line and stop."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:
    from makachess.core.kernel.attacks import can_check, is_still_endangered, is_still_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import choice_gain, settle
    from makachess.core.kernel.legality import may_stand
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.search.picker import Ordering


# How far from a bound a search prunes, and by how much it reduces, in forms common to alpha-beta
# engines. The figures are given, in hundredths: of an average piece of the array, since threats
# weigh more where pieces are stronger; of a ply; of a move.


class Margins:
    """What a search uses; `piece` is an average piece, in centipawns, the others `Tuning`'s."""

    def __init__(self, piece: int, **tuning: int) -> None:
        self.piece = max(piece, 1)
        self.futile = tuning["futile"]
        self.futile_ply = tuning["futile_ply"]
        self.safe_ply = tuning["safe_ply"]
        self.losing = tuning["losing"]
        self.losing_ply = tuning["losing_ply"]
        self.null = tuning["null"]
        self.null_ply = tuning["null_ply"]
        self.quiets = tuning["quiets"]
        self.quiets_square = tuning["quiets_square"]
        self.late = tuning["late"]
        self.late_tried = tuning["late_tried"]
        self.late_depth = tuning["late_depth"]

    def late_reduction(
        self, depth: cython.int, tried: cython.int, history: cython.int
    ) -> cython.int:
        """Late move reduction, in plies: more for later moves, less for those that often cut."""
        plies: cython.int = self.late
        plies += self.late_tried * ((tried > 8) + (tried > 20) + (tried > 50))
        plies += self.late_depth * ((depth > 5) + (depth > 9))
        plies = (plies + 50) // 100
        if history > 2000:
            plies -= 1
        return max(0, min(plies, depth - 2))

    def null_reduction(self, depth: cython.int, surplus: cython.int) -> cython.int:
        """Null-move reduction, in plies; `surplus` is how far above beta we stand."""
        return (self.null + self.null_ply * depth) // 100 + min(surplus // self.piece, 2)

    def quiet_moves_enough(self, depth: cython.int, moves: cython.int) -> cython.int:
        """Late move pruning: moves tried near the leaves before other quiet ones are skipped."""
        return (self.quiets + self.quiets_square * depth * depth) // 100 + moves // 8

    def futility(self, depth: cython.int) -> cython.int:
        """Futility pruning: how far below alpha a quiet move is not worth trying."""
        return self.piece * (self.futile + self.futile_ply * depth) // 100

    def safety(self, depth: cython.int) -> cython.int:
        """Reverse futility: how far above beta a position needs no search near the leaves."""
        return self.piece * self.safe_ply * depth // 100

    def loss(self, depth: cython.int) -> cython.int:
        """How much a capture may lose in the exchange and still be searched."""
        return self.piece * (self.losing + self.losing_ply * depth) // 100


# What a player of a low level overlooks: moves that are far away, go backward or turn a corner. A
# move is overlooked in the whole of a search or, being nearer in some lines, in the deeper ones: as
# by a person, who has not seen that a Bishop looks at the corner, whatever else is considered.
# Chance is a hash of the move and a `salt`, so that the same salt overlooks the same.

MOST_ODDS = cython.declare(cython.int, 800)  # of 1024: nothing is overlooked for certain


class Oversight:
    """Which moves of a search from the board's position are not thought of; at first none.

    After `set`, moves of the first `seen` plies always are; a higher `rate` hides more of the rest.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.root = board.ply
        self.rate = 0
        self.seen = 1
        self.salt = 0

    def set(self, rate: int, seen: int, salt: int) -> None:
        """Overlook moves from now on; without a first ply that is seen there would be no move."""
        self.rate = rate
        self.seen = max(seen, 1)
        self.salt = salt & 0x7FFFFFFF

    def hides(self, move: cython.longlong) -> cython.bint:
        """Whether a move of the side to move is not thought of.

        Evasions of a threat to the royal, and what takes a royal, always are.
        """
        ply: cython.int = self.board.ply - self.root
        if not self.rate or ply < self.seen or self._takes_royal(move):
            return False
        if _chance(move, self.salt) >= self._odds(move, ply):
            return False
        return not is_still_endangered(self.board, self.board.side, True)

    def _takes_royal(self, move: cython.longlong) -> cython.bint:
        royal: cython.p_int = self.board.tables.royal
        sq: cython.p_int = self.board.sq
        if royal[sq[destination_of(move)]]:
            return True
        return has_further(move) and royal[sq[first_of(move)]] + royal[sq[second_of(move)]] > 0

    def _odds(self, move: cython.longlong, ply: cython.int) -> cython.int:
        """In 1024, growing with the way of the move and with how deep in the line it stands."""
        distance: cython.int = _distance(origin_of(move), destination_of(move))
        points = min(distance - 1, 8)
        if (destination_of(move) < origin_of(move)) != (self.board.side == 1):
            points += 2  # backward
        if has_further(move):
            points += 3
        if promotion_of(move):
            points += 2
        last = self.board.undo[self.board.ply - 1].move if self.board.ply else 0
        if last:  # there one looks first
            points += _distance(destination_of(last), destination_of(move)) // 3
        if distance < 2 and points < 3:
            return 0  # next door
        return min(self.rate * points * (2 + ply - self.seen) // 2, MOST_ODDS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _distance(origin: cython.int, destination: cython.int) -> cython.int:
    """Steps from one cell to another; a leap aside of the eight directions counts one more."""
    ranks: cython.int = abs(destination // ROW - origin // ROW)
    files: cython.int = abs(destination % ROW - origin % ROW)
    aside: cython.bint = ranks > 0 and files > 0 and ranks != files
    return max(ranks, files) + aside


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _chance(move: cython.longlong, salt: cython.longlong) -> cython.int:
    """A number below 1024 that looks random, the same compiled or not."""
    plain: cython.longlong = without_choice(move)
    x: cython.longlong = (plain ^ (plain >> 25) ^ salt) & 0x7FFFFFFF
    x = (x * 40503 + 12345) & 0x7FFFFFFF
    x ^= x >> 15
    x = (x * 30011 + salt) & 0x7FFFFFFF
    x ^= x >> 13
    x = (x * 69069 + 1) & 0x7FFFFFFF
    return x >> 21


# A royal that is alone: tables judge each piece by itself. They see no difference between the
# squares from which a mate takes three moves and those from which it takes twenty; and what they
# say of the royals is about shelter from an army.

EDGE = cython.declare(cython.int, 6)  # centipawns for each half step from the middle
APART = cython.declare(cython.int, 8)  # centipawns for each step between the royals


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score_against_alone(board: Board, side: cython.int, strong: cython.int) -> cython.int:
    """What a side's pieces are worth, how near the edge the other royal is, and how near its own.

    OPEN if no piece is worth as much as a `strong` one: Pawns are to be escorted, not the royal
    hunted.
    """
    most: cython.int = 0
    score: cython.int = 0
    share: cython.longlong = share_of(board.score, board.full, board.scale)
    alone: cython.int = board.pieces[SIDE_PIECES * (side ^ 1)]
    corner: cython.int = board.tables.last_cells[1]  # a1
    ranks: cython.int = (board.tables.last_cells[0] - corner) // ROW
    file: cython.int = (alone - corner) % ROW
    rank: cython.int = (alone - corner) // ROW
    edge: cython.int = abs(2 * file - board.tables.files + 1) + abs(2 * rank - ranks)
    for i in range(SIDE_PIECES * side, SIDE_PIECES * side + board.piece_count[side]):
        code = board.sq[board.pieces[i]]
        if not board.tables.royal[code]:
            worth = abs(value_of(board.worth[code * CELLS + board.pieces[i]], share))
            most = max(most, worth)
            score += worth
    if most < strong:
        return OPEN
    return score + EDGE * edge - APART * _distance(board.king[side], alone)


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
        self.oversight = Oversight(board)
        if not cython.compiled:
            self.static = [0] * MAX_PLY
            self.line = [0] * (MAX_PLY * MAX_PLY)
            self.line_end = [0] * MAX_PLY

    def poll_sooner(self, nodes: cython.longlong) -> None:
        """Call `poll` after every so many nodes, if that is sooner than usual."""
        if self.poll is not None:
            self.poll_every = self.next_poll = min(nodes, self.poll_every)

    def best_line(self) -> list[int]:
        """The principal variation of the last run, as packed moves."""
        return [self.line[i] for i in range(self.line_end[0])]

    def count(self) -> None:
        """Count a node; now and then, let the driver check its clock."""
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
        side: cython.int = self.board.side
        score: cython.int = OPEN
        if self.board.piece_count[side ^ 1] == 1:
            score = _score_against_alone(self.board, side, self.margins.piece // 2)
        elif self.board.piece_count[side] == 1:
            score = _score_against_alone(self.board, side ^ 1, self.margins.piece // 2)
            score = OPEN if score == OPEN else -score
        if score == OPEN:
            score = self.board.static_score()
            if self.board.choices:
                score += choice_gain(self.board)
        if -MATE_BOUND < score < MATE_BOUND:
            return score
        # A board full of strong pieces, or a model's high opinion of them, counts for more.
        return MATE_BOUND - 1 if score > 0 else 1 - MATE_BOUND

    def estimate(self, ply: cython.int, checked: cython.bint) -> None:
        """Note the static score of a node; in check it is that of the side's turn before."""
        if checked:
            self.static[ply] = self.static[ply - 2] if ply > 1 else 0
        else:
            self.static[ply] = self.static_score()

    def make(
        self,
        move: cython.longlong,
        checked: cython.bint,
        for_check: cython.bint,
        top: cython.int,
    ) -> cython.bint:
        """Make a move, unless it is illegal or was kept only as a possible check and gives none.

        `checked`: the side is in check. A move that is overlooked is made only if it gives one.
        """
        side: cython.int = self.board.side
        for_check = for_check or (self.oversight.rate > 0 and self.oversight.hides(move))
        if for_check and not can_check(self.board, move):
            return False
        self.board.make(move)
        if not may_stand(self.board, checked) or (
            for_check and not is_still_in_check(self.board, side ^ 1, False)
        ):
            self.board.unmake()
            return False
        self.count()
        if self.board.tables.reserve:
            settle(self.board, top)
        return True

    def keep_line(self, ply: cython.int, move: cython.longlong) -> None:
        """Update the principal variation: the move, then the best line after it."""
        self.line[ply * MAX_PLY + ply] = move
        for i in range(ply + 1, self.line_end[ply + 1]):
            self.line[ply * MAX_PLY + i] = self.line[(ply + 1) * MAX_PLY + i]
        self.line_end[ply] = max(self.line_end[ply + 1], ply + 1)
