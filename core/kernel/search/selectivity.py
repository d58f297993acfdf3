"""How much of the tree is left out: the margins and reductions of the search, each in one place.

The forms are those every alpha-beta engine of today uses; the figures were chosen by self-play
in the games of this family. Margins are in shares of what an average man of the array is worth,
since a threat weighs more where the men are stronger.
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
    """Plies less for a late quiet move: the later, the more; fewer if it has often cut off."""
    less: cython.int = 1 + (tried > 8) + (tried > 20) + (tried > 50)
    less += (depth > 5) + (depth > 9)
    if history > 2000:
        less -= 1
    return max(0, min(less, depth - 2))


def null_reduction(depth: cython.int, surplus: cython.int, man: cython.int) -> cython.int:
    """Plies less for the search after a null move; `surplus` is how far above beta we stand."""
    return 3 + depth // 4 + min(surplus // man, 2)


def quiet_moves_enough(depth: cython.int, moves: cython.int) -> cython.int:
    """How many moves are tried near the leaves before the quiet ones left are skipped."""
    return 4 + moves // 8 + 2 * depth * depth


def futile_margin(depth: cython.int, man: cython.int) -> cython.int:
    """How far below alpha a quiet move is not worth trying; `man` is an average man's worth."""
    return man * (4 + 5 * depth) // 10


def safe_margin(depth: cython.int, man: cython.int) -> cython.int:
    """How far above beta a position needs no search so near the leaves."""
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


def is_hopeless(state: SearchState, depth: cython.int, needed: cython.int) -> cython.bint:
    """Whether we are so far behind, so near the leaves, that only captures can help."""
    near: cython.int = 1 if state.board.tables.checkmate else 3  # a quiet move may mate
    if depth > near or abs(state.static_score() + needed) >= MATE_BOUND:
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
    """Plies less for a move, not the first one; -1 if it can be left out.

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
