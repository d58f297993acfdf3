"""Which moves are pruned or reduced, by the margins in `margins`."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import MATE_BOUND
    from makachess.core.kernel.packed_move import destination_of
    from makachess.core.kernel.search.exchange import exchange, gain_of
    from makachess.core.kernel.search.picker import Picker
    from makachess.core.kernel.search.state import SearchState


def retakes(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a move takes the man that has just taken."""
    last: cython.int = board.ply - 1
    if last < 0 or not board.undo[last].victim:
        return False
    return destination_of(move) == destination_of(board.undo[last].move)


def is_hopeless(
    state: SearchState, depth: cython.int, ply: cython.int, needed: cython.int
) -> cython.bint:
    """Whether we are so far behind, so near the leaves, that only captures can help."""
    near: cython.int = 1 if state.board.tables.checkmate else 3  # a quiet move may mate
    if depth > near or abs(state.static[ply] + needed) >= MATE_BOUND:
        return False
    return needed >= state.margins.futility(depth)


def doubt(
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

    `needed` is what must be gained to reach alpha; nobody is in check.
    """
    enough: cython.int
    left: cython.int
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
    return state.margins.reduction(depth, tried, state.ordering.history_of(state.board, move))
