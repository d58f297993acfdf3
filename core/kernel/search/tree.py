"""The search: alpha-beta on the principal variation, with quiescence, for any variant's tables.

Scores are centipawns for the side to move; MATE less the number of plies is a won game. The
driver in core.engine calls `run` with rising depth; `stop`, set from any thread, ends it at once.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from collections.abc import Callable

if not cython.compiled:
    from makachess.core.kernel.attacks import is_endangered, is_in_check, is_still_endangered
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import push, settle
    from makachess.core.kernel.legality import has_legal_move_from, stood_at
    from makachess.core.kernel.memory import Int64Array
    from makachess.core.kernel.moves import generate, has_lost_bare, is_dead
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.perpetual import sole_attacker
    from makachess.core.kernel.search.exchange import exchange, gain_of
    from makachess.core.kernel.search.picker import Ordering, Picker, is_quiet
    from makachess.core.kernel.search.state import Margins, SearchState
    from makachess.core.kernel.search.table import TranspositionTable


# Where repetitions are adjudicated (Maka sheet 7.5), a side that checked or attacked with each of
# its moves must deviate before it loses: repeating is scored as some pieces lost, so that no false
# mates are announced. Attacks are expensive to find, so near the leaves only checks are looked for.

PLIES = cython.declare(cython.int, 1024)  # of a game that are remembered, a power of two
ATTACKS = cython.declare(cython.int, 2)  # the least depth at which attacks are looked for


class RepetitionScores:
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
        if not cython.compiled:
            self.endangered = [0] * PLIES
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


class Outcomes:
    """The scores of positions in which a game is over; a `move_limit` of 0 is none."""

    def __init__(
        self,
        board: Board,
        repetition_scores: RepetitionScores,
        move_limit: int,
        no_move_loses: bool,
    ) -> None:
        self.board = board
        self.repetition_scores = repetition_scores
        self.move_limit = move_limit
        self.no_move = -MATE if no_move_loses else 0

    def score_if_over(self, ply: cython.int, depth: cython.int, top: cython.int) -> cython.int:
        """The score if the game is over, or ends with the next move; else OPEN."""
        if not self.board.royals[self.board.side]:
            return ply - MATE
        if self.board.winning or not self.board.royals[self.board.side ^ 1]:
            return MATE - ply
        if self.board.tables.bare:
            score = _score_if_bare(self.board, ply)
            if score != OPEN:
                return score
        if not ply:
            return OPEN
        if self.move_limit and self.board.halfmove >= self.move_limit:
            return self._score_of_draw(ply, top)
        if _is_dead(self.board):
            return self._score_of_draw(ply, top)
        score = self.repetition_scores.score_if_closed(depth, top)
        if score != OPEN:
            return score
        if not self.board.tables.checkmate and self._leaves_last_royal():
            return MATE - ply - 1
        return OPEN

    def _score_of_draw(self, ply: cython.int, top: cython.int) -> cython.int:
        """A draw by rule, unless the last move has left none to make: a mate goes before it."""
        if not self.no_move and not is_in_check(self.board, self.board.side):
            return 0
        if top + MOST_MOVES > ROOM or has_legal_move_from(self.board, top):
            return 0
        return self.score_without_moves(ply)

    def _leaves_last_royal(self) -> cython.bint:
        """Whether the last move has left its side's last royal where it can be taken."""
        before: cython.bint = self.repetition_scores.was_endangered()
        return is_still_endangered(self.board, self.board.side ^ 1, before)

    def score_without_moves(self, ply: cython.int) -> cython.int:
        """The score of a node in which no move could be made."""
        if is_in_check(self.board, self.board.side):  # by an Emperor, too, unlike `danger`
            return ply - MATE
        return self.no_move + ply if self.no_move else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score_if_bare(board: Board, ply: cython.int) -> cython.int:
    """The score if a side has lost with a bare royal, else OPEN."""
    if has_lost_bare(board, board.side):
        return ply - MATE
    if has_lost_bare(board, board.side ^ 1):
        return MATE - ply
    return OPEN


FEW = cython.declare(cython.int, 12)  # pieces of both sides


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_dead(board: Board) -> cython.bint:
    """Whether neither side has enough to mate; with more pieces than FEW that is not asked.

    They would nearly all be Pawns that can move no more: so it costs most nodes nothing.
    """
    return board.piece_count[0] + board.piece_count[1] <= FEW and is_dead(board)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retakes(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move takes the piece that has just taken."""
    last: cython.int = board.ply - 1
    if last < 0 or not board.undo[last].victim:
        return False
    return destination_of(move) == destination_of(board.undo[last].move)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_hopeless(
    state: SearchState, depth: cython.int, ply: cython.int, needed: cython.int
) -> cython.bint:
    """Whether we are so far behind, so near the leaves, that only captures can help."""
    near: cython.int = 1 if state.board.tables.checkmate else 3  # a quiet move may mate
    if depth > near or abs(state.static[ply] + needed) >= MATE_BOUND:
        return False
    return needed >= state.margins.futility(depth)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reduction_of(
    state: SearchState,
    picker: Picker,
    move: cython.longlong,
    quiet: cython.bint,
    depth: cython.int,
    needed: cython.int,
    tried: cython.int,
    ply: cython.int,
    top: cython.int,
) -> cython.int:
    """The reduction of a later move, in plies; -1 if it can be pruned.

    `needed` is what must be gained to reach alpha; neither side is in check.
    """
    if not quiet:
        if not picker.is_losing(ply) or depth > 5:
            return 0
        left = exchange(state.board, move, gain_of(state.board, move))
        return -(left < -state.margins.loss(depth))
    if depth <= 4 and picker.is_late(ply):
        enough = state.margins.quiet_moves_enough(depth, picker.end[ply] - top)
        if tried >= enough:
            return -1
    if depth <= 5 and needed >= state.margins.futility(depth):
        return -1
    if depth < 3 or tried < 3:
        return 0
    return state.margins.late_reduction(depth, tried, state.ordering.history_of(state.board, move))


# Where captures change the captors, exchanges all over the board can go on for a million nodes,
# each as promising as the last. So each quiescence has a number of nodes for all of them; when
# these are used up, only the piece that has just taken is taken back. Most need fewer than ten.

CALM_NODES = cython.declare(cython.int, 100)  # of a quiescence, after which it only takes back


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _quiesce(
    state: SearchState,
    alpha: cython.int,
    beta: cython.int,
    ply: cython.int,
    top: cython.int,
    depth: cython.int,
) -> cython.int:
    """Search captures only, until the static score can be trusted."""
    side: cython.int = state.board.side
    state.line_end[ply] = ply
    if ply > state.deepest:
        state.deepest = ply
    if not depth:
        state.calm_from = state.nodes + CALM_NODES
    if state.stop:
        return 0
    if not state.board.royals[side]:
        return ply - MATE
    if state.board.winning or not state.board.royals[side ^ 1]:
        return MATE - ply
    if state.board.tables.bare:
        score = _score_if_bare(state.board, ply)
        if score != OPEN:
            return score
    if depth and _is_dead(state.board):
        return 0
    best = state.static_score()
    if best >= beta or ply >= MAX_PLY - 2 or depth > 24 or top + MOST_MOVES > ROOM:
        return best
    alpha = max(alpha, best)
    if alpha >= MATE_BOUND:
        return best  # only a mate can help, and no capture is worth as much
    end = generate(state.board, top, True)
    end = state.ordering.rank_gains(state.board, top, end, alpha - best - state.margins.piece // 2)
    for i in range(top, end):
        move = state.ordering.pick(state.board, i, end)
        if state.ordering.ranks[i] < 0:
            break  # the remaining captures lose in the exchange
        if state.nodes >= state.calm_from and not _retakes(state.board, move):
            continue
        if not state.make(move, True, False, end):
            continue
        score = -_quiesce(state, -beta, -alpha, ply + 1, end, depth + 1)
        state.board.unmake()
        if state.stop:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                state.keep_line(ply, move)
                if score >= beta:
                    break
    return best


class Search:
    """Searches one board; the transposition table and ordering persist between moves."""

    def __init__(
        self,
        board: Board,
        table: TranspositionTable,
        ordering: Ordering,
        poll: Callable[[], None] | None,
        move_limit: int,
        no_move_loses: bool,
        margins: Margins,
        repetition_scores: RepetitionScores,
    ) -> None:
        self.board = board
        self.state = SearchState(board, ordering, poll, margins)
        self.picker = Picker(board, ordering)
        self.table = table
        self.outcomes = Outcomes(board, repetition_scores, move_limit, no_move_loses)
        self.barred_kept = Int64Array(64)
        self.barred = self.barred_kept.data
        self.barred_count = 0
        self.first = 0
        self.root_depth = 0
        self.best_score = 0
        self.repetition_scores = repetition_scores

    def run(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        barred: list[int],
        first: cython.longlong = 0,
    ) -> int:
        """The score of the position to a depth, without the barred moves at the root.

        With barred moves the table does not know the best one, so it may be given as the `first`.
        """
        score: cython.int
        self.root_depth = depth
        self.first = first
        self.state.deepest = depth
        self.barred_count = len(barred)
        if self.barred_count > self.barred_kept.size:
            self.barred_kept = Int64Array(self.barred_count)
            self.barred = self.barred_kept.data
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
        first: cython.longlong = 0
        self.state.line_end[ply] = ply
        if self.state.stop:
            return 0
        if depth > 0:
            self.table.expect(self.board.key)
        score = self.outcomes.score_if_over(ply, depth, top)
        if score != OPEN:
            return score
        if ply:  # mate distance pruning
            alpha = max(alpha, ply - MATE)
            beta = min(beta, MATE - ply - 1)
            if alpha >= beta:
                return alpha
        checked = is_still_endangered(self.board, self.board.side, ply < 2)
        self.repetition_scores.note(checked)
        if checked and ply < 2 * self.root_depth:
            depth += 1
        if depth <= 0 or ply >= MAX_PLY - 2 or top + MOST_MOVES > ROOM:
            return _quiesce(self.state, alpha, beta, ply, top, 0)
        if self.table.find(self.board.key):
            first = self.table.move
            if ply and beta - alpha == 1:
                score = self.table.score_of(depth, alpha, beta, ply)
                if score != OPEN:
                    return score
        if not ply and self.barred_count and self.first:
            first = self.first
        self.state.estimate(ply, checked)
        if not checked and beta - alpha == 1 and abs(beta) < MATE_BOUND:
            score = self._score_if_safe(depth, beta, ply, top, may_pass)
            if score != OPEN:
                return score
        if not first and depth >= 5 and (ply or not self.barred_count):
            depth -= 1  # internal iterative reduction: no hash move yet
        return self._search_moves(depth, alpha, beta, ply, top, first, checked)

    def _score_if_safe(
        self,
        depth: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        may_pass: cython.bint,
    ) -> cython.int:
        """A score of at least beta if that is certain without searching the moves; else OPEN."""
        score: cython.int = self.state.static[ply]
        if depth <= 6 and score - self.state.margins.safety(depth) >= beta:
            return score
        if may_pass and depth >= 3 and not self.board.choices:
            score = self._null_move(depth, beta, ply, top)
            if score >= beta:
                return score
        return OPEN

    def _null_move(
        self, depth: cython.int, beta: cython.int, ply: cython.int, top: cython.int
    ) -> cython.int:
        """Null-move pruning: if even passing reaches beta, the position is good enough.

        Not with few pieces, because of zugzwang.
        """
        surplus: cython.int = self.state.static[ply] - beta
        if surplus < 0 or self.board.piece_count[self.board.side] < 5:
            return -MATE
        self.board.make_null()
        if self.board.tables.reserve:
            settle(self.board, top)
        depth -= self.state.margins.null_reduction(depth, surplus)
        score = -self._search(depth, -beta, 1 - beta, ply + 1, top, False)
        self.board.unmake_null()
        if self.state.stop:
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
        tried: cython.int = 0
        quiets: cython.int = 0
        best: cython.int = -MATE - 1
        floor: cython.int = alpha
        best_move: cython.longlong = 0
        needed: cython.int = alpha - self.state.static[ply]
        calm: cython.bint = not checked and not self.board.choices
        hopeless: cython.bint = (
            calm and beta - alpha == 1 and _is_hopeless(self.state, depth, ply, needed)
        )
        self.picker.begin(ply, top, first)
        while True:
            move = self.picker.next(ply, hopeless)
            if not move:
                break
            if ply == 0 and self.barred_count and self._is_barred(move):
                continue
            reduction = 0
            quiet = is_quiet(self.board, move)
            if tried and calm and best > -MATE_BOUND:
                reduction = _reduction_of(
                    self.state, self.picker, move, quiet, depth, needed, tried, ply, top
                )
                reduction = max(reduction, 0) if ply == 0 else reduction
                if reduction < 0 and (depth < 2 or not self.board.tables.checkmate):
                    break  # what is left ranks lower still
            longer: cython.bint = (
                beta - alpha > 1 and ply < 2 * self.root_depth and _retakes(self.board, move)
            )
            if not self.state.make(move, checked, reduction < 0, self.picker.end[ply]):
                continue
            tried += 1
            end = self.picker.end[ply]
            score = self._search_one(depth + longer, alpha, beta, ply, end, tried, reduction)
            self.board.unmake()
            if self.state.stop:
                return 0
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    needed += score - alpha
                    alpha = score
                    self.state.keep_line(ply, move)
                    if ply == 0:
                        self.best_score = score
                    if score >= beta:
                        if quiet:
                            self.state.ordering.reward(self.board, move, depth, ply, quiets)
                        break
            if quiet and quiets < MOST_QUIETS:
                self.state.ordering.tried[MOST_QUIETS * ply + quiets] = move
                quiets += 1
        if not tried:
            if not ply and self.barred_count:
                return -MATE
            if hopeless:
                return self.state.static[ply]
            return self.outcomes.score_without_moves(ply)
        if hopeless and best <= -MATE_BOUND:
            best = self.state.static[ply]  # of the quiet moves, which may not lose
        if (ply or not self.barred_count) and self._is_telling(best, floor, beta):
            self.table.store(
                self.board.key,
                best_move,
                depth,
                best,
                AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST,
                ply,
            )
        return best

    def _is_telling(self, score: cython.int, alpha: cython.int, beta: cython.int) -> cython.bint:
        """Whether a score says something about a position, not only that no mate was found."""
        return abs(score) >= MATE_BOUND or (alpha < MATE_BOUND and beta > -MATE_BOUND)

    def _search_one(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        tried: cython.int,
        reduction: cython.int,
    ) -> cython.int:
        """Search the move just made: the first with a full window, later ones reduced first."""
        if tried == 1:
            return -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        if reduction < 0 or (
            reduction and is_still_endangered(self.board, self.board.side, ply < 1)
        ):
            reduction = 0
        score = -self._search(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, top, True)
        if reduction and score > alpha:
            score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1, top, True)
        if alpha < score < beta:
            score = -self._search(depth - 1, -beta, -alpha, ply + 1, top, True)
        return score

    def _is_barred(self, move: cython.longlong) -> cython.bint:
        for i in range(self.barred_count):
            if self.barred[i] == move:
                return True
        return False
