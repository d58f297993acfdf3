"""Pruning and reductions: all margins of the search in one place.

The forms are those common to alpha-beta engines; the figures were chosen by self-play in these
games. Margins are shares of an average man of the array, since threats weigh more where men are
stronger.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import MATE_BOUND
    from makachess.core.kernel.packed_move import destination_of
    from makachess.core.kernel.search.exchange import exchange, gain_of
    from makachess.core.kernel.search.picker import Picker
    from makachess.core.kernel.search.state import SearchState


def reduction_of(depth: cython.int, tried: cython.int, history: cython.int) -> cython.int:
    """Late move reduction, in plies: more for later moves, less for those that often cut off."""
    less: cython.int = 1 + (tried > 8) + (tried > 20) + (tried > 50)
    less += (depth > 5) + (depth > 9)
    if history > 2000:
        less -= 1
    return max(0, min(less, depth - 2))


def null_reduction(depth: cython.int, surplus: cython.int, man: cython.int) -> cython.int:
    """Null-move reduction, in plies; `surplus` is how far above beta we stand."""
    return 3 + depth // 4 + min(surplus // man, 2)


def quiet_moves_enough(depth: cython.int, moves: cython.int) -> cython.int:
    """Late move pruning: moves tried near the leaves before the other quiet ones are skipped."""
    return 4 + moves // 8 + 2 * depth * depth


def futile_margin(depth: cython.int, man: cython.int) -> cython.int:
    """Futility margin: how far below alpha a quiet move is not worth trying."""
    return man * (4 + 5 * depth) // 10


def safe_margin(depth: cython.int, man: cython.int) -> cython.int:
    """Reverse futility margin: how far above beta a position needs no search near the leaves."""
    return man * 4 * depth // 10


def losing_margin(depth: cython.int, man: cython.int) -> cython.int:
    """How much a capture may lose in the exchange and still be searched."""
    return man * (3 + 4 * depth) // 10


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
    return needed >= futile_margin(depth, state.man)


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
        return -(left < -losing_margin(depth, state.man))
    if depth <= 4 and picker.is_late(ply):
        enough = quiet_moves_enough(depth, picker.end[ply] - top)
        if tried >= enough:
            return -1
    if depth <= 5 and needed >= futile_margin(depth, state.man):
        return -1
    if depth < 3 or tried < 3:
        return 0
    return reduction_of(depth, tried, state.ordering.history_of(state.board, move))
