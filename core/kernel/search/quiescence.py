"""Quiescence search: captures until the position is quiet, then its static score.

Where captures change the captors, exchanges all over the board can go on for a million nodes, each
as promising as the last. So each quiescence has a number of nodes for all of them; when these are
used up, only the man that has just taken is taken back. Most need fewer than ten.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.dead import is_dead
    from makachess.core.kernel.moves import generate
    from makachess.core.kernel.packed import MATE, MATE_BOUND, MAX_PLY, MOST_MOVES, OPEN, ROOM
    from makachess.core.kernel.search.outcomes import score_if_bare
    from makachess.core.kernel.search.selectivity import retakes
    from makachess.core.kernel.search.state import SearchState

CALM_NODES = cython.declare(cython.int, 100)  # of a quiescence, after which it only takes back


def quiesce(
    state: SearchState,
    alpha: cython.int,
    beta: cython.int,
    ply: cython.int,
    top: cython.int,
    depth: cython.int,
) -> cython.int:
    """Search captures only, until the static score can be trusted."""
    i: cython.int
    end: cython.int
    score: cython.int
    best: cython.int
    move: cython.longlong
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
        score = score_if_bare(state.board, ply)
        if score != OPEN:
            return score
    if depth and is_dead(state.board):
        return 0
    best = state.static_score()
    if best >= beta or ply >= MAX_PLY - 2 or depth > 24 or top + MOST_MOVES > ROOM:
        return best
    alpha = max(alpha, best)
    if alpha >= MATE_BOUND:
        return best  # only a mate can help, and no capture is worth as much
    end = generate(state.board, top, True)
    end = state.ordering.rank_gains(state.board, top, end, alpha - best - state.margins.man // 2)
    for i in range(top, end):
        move = state.ordering.pick(state.board, i, end)
        if state.ordering.ranks[i] < 0:
            break  # the remaining captures lose in the exchange
        if state.nodes >= state.calm_from and not retakes(state.board, move):
            continue
        if not state.make(move, False, end):
            continue
        score = -quiesce(state, -beta, -alpha, ply + 1, end, depth + 1)
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
