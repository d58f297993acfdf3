"""Generation of captures alone, which is all that most nodes of a search need."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.legs import capture_at, generate_passant
    from makachess.core.kernel.packed import (
        BLACK_NEAR,
        DELTA,
        LEAPS,
        LEG_FIELDS,
        NEAR_ENEMY,
        OVERLAPS,
        PATHS,
        ROW,
        SIDE_MEN,
        STEPS,
    )
    from makachess.core.kernel.paths import drop_equal
    from makachess.core.kernel.powers import generate_powers
    from makachess.core.kernel.promotion import drop_repeated


def generate_captures(board: Board, top: cython.int) -> cython.int:
    """Write the captures of all men, in the order in which `moves` finds them."""
    i: cython.int
    cell: cython.int
    code: cython.int
    promised: cython.int
    start: cython.int
    side: cython.int = board.side
    first: cython.int = side * SIDE_MEN
    men: cython.p_int = board.men
    sq: cython.p_int = board.sq
    around: cython.p_int = board.around
    near: cython.p_int = board.tables.near_enemy
    for i in range(first, first + board.men_count[side]):
        cell = men[i]
        code = sq[cell]
        promised = around[cell] & near[code]
        if promised and (promised != LEAPS or _can_leap_at(board, cell, side ^ 1)):
            start = top
            top = _capture_along_legs(board, top, cell, code)
            if board.tables.powers[code]:
                top = generate_powers(board, top, cell, code, True)
                if board.tables.powers[code] & PATHS:
                    top = drop_equal(board, start, top)
                elif board.tables.powers[code] & OVERLAPS:
                    top = drop_repeated(board, start, top)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _capture_along_legs(
    board: Board, top: cython.int, origin: cython.int, code: cython.int
) -> cython.int:
    """The captures of a man along its legs."""
    row: cython.Py_ssize_t = board.tables.leg_start[code]
    end: cython.Py_ssize_t = board.tables.leg_start[code + 1]
    around: cython.int = board.around[origin]
    n: cython.int
    at: cython.int
    there: cython.int
    sq: cython.p_int = board.sq
    legs: cython.p_int = board.tables.legs
    while row < end:
        if legs[row + NEAR_ENEMY] & around:
            at = origin + legs[row + DELTA]
            there = sq[at]
            n = 1
            if there == 0 and board.passed:
                top = generate_passant(board, top, origin, at, code, row)
            while there == 0 and n < legs[row + STEPS]:
                at += legs[row + DELTA]
                there = sq[at]
                n += 1
            if there > 1 and (there & 1) != (code & 1):
                top = capture_at(board, top, origin, at, code, row, n)
        row += LEG_FIELDS
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _can_leap_at(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a man of a colour stands within three squares, the longest leap of LEAPS.

    The neighbour bits of the cells one and two steps away in each direction cover that.
    """
    bits: cython.int = _around_way(board, cell, 1) | _around_way(board, cell, ROW)
    bits |= _around_way(board, cell, ROW - 1) | _around_way(board, cell, ROW + 1)
    return (bits >> BLACK_NEAR * color) & 255 != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _around_way(board: Board, cell: cython.int, step: cython.int) -> cython.int:
    """The neighbour bits of four cells, one and two steps to either side."""
    bits: cython.int = board.around[cell - step] | board.around[cell + step]
    return bits | board.around[cell - 2 * step] | board.around[cell + 2 * step]
