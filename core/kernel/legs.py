"""Moves along lines: one loop for steps, leaps and slides, with the pawn's special moves.

Where only captures are wanted, the loop is that of `captures`.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import (
        CAPTURES,
        CELLS,
        DELTA,
        FLAGS,
        INITIAL,
        LEG_FIELDS,
        MASK,
        MOVES,
        NEAR,
        PASSANT,
        ROOM,
        STEPS,
        STRIDE,
        TAKE_PASSANT,
    )
    from makachess.core.kernel.packed_move import pack, pack_further, pack_kind
    from makachess.core.kernel.promotion import add, add_capture


def generate_legs(
    board: Board, top: cython.int, origin: cython.int, code: cython.int
) -> cython.int:
    """Write the moves of a man along its legs; returns the new top.

    Legs for which the adjacent square promises nothing are skipped.
    """
    row: cython.Py_ssize_t = board.tables.leg_start[code]
    end: cython.Py_ssize_t = board.tables.leg_start[code + 1]
    around: cython.int = board.around[origin]
    at: cython.int
    there: cython.int
    legs: cython.p_int = board.tables.legs
    while row < end:
        if legs[row + NEAR] & around:
            at = origin + legs[row + DELTA]
            there = board.sq[at]
            if there == 0:
                top = _generate_leg(board, top, origin, code, row)
                if board.passed:
                    top = generate_passant(board, top, origin, at, code, row)
            elif there > 1 and (there & 1) != (code & 1):
                top = capture_at(board, top, origin, at, code, row, 1)
        row += LEG_FIELDS
    return top


def leads_to(board: Board, origin: cython.int, goal: cython.int, code: cython.int) -> cython.bint:
    """Whether a man can make a plain move along a leg to an empty cell.

    The answer may be no for moves from the home square and for men that promote by arriving.
    """
    row: cython.Py_ssize_t = board.tables.leg_start[code]
    end: cython.Py_ssize_t = board.tables.leg_start[code + 1]
    around: cython.int = board.around[origin]
    n: cython.int
    at: cython.int
    legs: cython.p_int = board.tables.legs
    if board.tables.arrival_start[code] != board.tables.arrival_start[code + 1]:
        return False
    while row < end:
        if legs[row + NEAR] & around and legs[row + FLAGS] & (MOVES | INITIAL) == MOVES:
            at = origin + legs[row + DELTA]
            n = 1
            while at != goal and board.sq[at] == 0 and n < legs[row + STEPS]:
                at += legs[row + DELTA]
                n += 1
            if at == goal and (legs[row + MASK] >> n) & 1:
                return True
        row += LEG_FIELDS
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_leg(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, row: cython.int
) -> cython.int:
    """All moves along a leg that begins on an empty cell, a capture at its end included."""
    n: cython.int
    at: cython.int = origin
    there: cython.int
    delta: cython.int = board.tables.legs[row + DELTA]
    mask: cython.int = board.tables.legs[row + MASK]
    flags: cython.int = board.tables.legs[row + FLAGS]
    arrives: cython.bint = board.tables.arrival_start[code] != board.tables.arrival_start[code + 1]
    if flags & INITIAL and not board.tables.home[code * CELLS + origin]:
        return top
    for n in range(1, board.tables.legs[row + STEPS] + 1):
        at += delta
        there = board.sq[at]
        if there > 1 and (there & 1) != (code & 1):
            return capture_at(board, top, origin, at, code, row, n)
        if there:
            break
        if flags & MOVES and (mask >> n) & 1:
            if arrives or flags & INITIAL or top >= ROOM:
                top = _add_step(board, top, origin, at, n, flags)
            else:
                board.moves[top] = pack(origin, at)
                top += 1
    return top


def capture_at(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    code: cython.int,
    row: cython.int,
    n: cython.int,
) -> cython.int:
    """The capture of the enemy on the n-th cell of a leg, if the leg takes there."""
    flags: cython.int = board.tables.legs[row + FLAGS]
    if not flags & CAPTURES or not (board.tables.legs[row + MASK] >> n) & 1:
        return top
    if flags & INITIAL and not board.tables.home[code * CELLS + origin]:
        return top
    return add_capture(board, top, origin, at, code, board.sq[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_step(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    n: cython.int,
    flags: cython.int,
) -> cython.int:
    """A move without capture that arrives on the last rank or passes squares."""
    move: cython.longlong = pack(origin, at)
    if flags & INITIAL and n > 1 and board.tables.passants:
        move |= pack_kind(STRIDE)
    return add(board, top, move, board.sq[origin], at, 0)


def generate_passant(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    code: cython.int,
    row: cython.int,
) -> cython.int:
    """En passant: the victim stands beside its captor's way, and the matrix has a column for it."""
    move: cython.longlong
    column: cython.int = board.tables.types
    if board.tables.legs[row + FLAGS] & PASSANT and (at == board.passed or at == board.passed_more):
        move = pack(origin, at) | pack_further(board.passed_man, 0)
        move |= pack_kind(TAKE_PASSANT)
        column += ((code >> 1) - 1) * (board.tables.types + 1)
        top = add(board, top, move, code, at, board.tables.promotion[column])
    return top
