"""Compound first moves: two pawns that go three squares in all, or three pawns one square each.

Section 4.1 of the Devingt rules. A move holds origin and destination of the first pawn, by
file, and the origins of the others; how far those go follows from the total.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import CELLS, COMPOUND, ROOM, ROW, SIDE_MEN
    from makachess.core.kernel.packed_move import pack, pack_further, pack_kind


def generate_compounds(board: Board, top: cython.int) -> cython.int:
    """Write the compound moves, if the side to move may still make one; returns the new top."""
    i: cython.int
    j: cython.int
    start: cython.int = board.tables.pawn_start[board.side]
    end: cython.int = board.tables.pawn_start[board.side + 1]
    if not (board.tables.compounds >> board.side) & 1 or not _is_at_home(board):
        return top
    for i in range(start, end):
        if _is_free(board, i, 1):
            for j in range(i + 1, end):
                top = _add_pairs(board, top, i, j)
                top = _add_triples(board, top, i, j, end)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_at_home(board: Board) -> cython.bint:
    """Whether all men of the side to move stand as in the array."""
    i: cython.int
    cell: cython.int
    if board.men_count[board.side] != board.tables.army[board.side]:
        return False
    for i in range(board.men_count[board.side]):
        cell = board.men[board.side * SIDE_MEN + i]
        if not board.tables.home[board.sq[cell] * CELLS + cell]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_free(board: Board, pawn: cython.int, squares: cython.int) -> cython.bint:
    """Whether a pawn can go one or two squares ahead."""
    cell: cython.int = board.tables.pawns[pawn]
    forward: cython.int = -ROW if board.side else ROW
    return board.sq[cell + forward] == 0 and (squares == 1 or board.sq[cell + 2 * forward] == 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_pairs(board: Board, top: cython.int, i: cython.int, j: cython.int) -> cython.int:
    """One square and two squares, either pawn being the one that goes farther."""
    if _is_free(board, j, 2):
        top = _add(board, top, i, 1, j, 0)
    if _is_free(board, i, 2) and _is_free(board, j, 1):
        top = _add(board, top, i, 2, j, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_triples(
    board: Board, top: cython.int, i: cython.int, j: cython.int, end: cython.int
) -> cython.int:
    k: cython.int
    if not _is_free(board, j, 1):
        return top
    for k in range(j + 1, end):
        if _is_free(board, k, 1):
            top = _add(board, top, i, 1, j, board.tables.pawns[k])
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(
    board: Board,
    top: cython.int,
    i: cython.int,
    squares: cython.int,
    j: cython.int,
    third: cython.int,
) -> cython.int:
    origin: cython.int = board.tables.pawns[i]
    move: cython.longlong = pack(origin, origin + (-ROW if board.side else ROW) * squares)
    move |= pack_further(board.tables.pawns[j], third)
    move |= pack_kind(COMPOUND)
    if top >= ROOM:
        return top
    board.moves[top] = move
    return top + 1
