"""The powers of the large shogi games: area and line movers, the Emperor; `hooks` has the others.

Sections 5.1 to 5.5 and 5.7 of the Maka Dai Dai Shogi rules. Overlaps with other moves of the
same man are dropped afterwards (`drop_repeated`); in these games there are none.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_protected
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.hooks import generate_hooks
    from makachess.core.kernel.packed import (
        AREA,
        HOOK_BISHOP,
        HOOK_ROOK,
        LINE_HOP,
        LINE_THREE,
        LINE_TWO,
        MARGIN,
        PASS,
        PASS_TURN,
        PATHS,
        ROOM,
        ROW,
        UNIVERSAL,
        UNIVERSAL_ROYAL,
    )
    from makachess.core.kernel.packed_move import pack, pack_further, pack_kind
    from makachess.core.kernel.paths import generate_paths
    from makachess.core.kernel.promotion import add, add_capture, add_victims


def generate_powers(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Write the moves that a man owes to its powers; returns the new top."""
    powers: cython.int = board.tables.powers[code]
    if powers & AREA:
        top = _generate_area(board, top, origin, code)
    if powers & (LINE_TWO | LINE_THREE | LINE_HOP):
        top = _generate_lines(board, top, origin, code, captures_only)
    if powers & PASS and not captures_only:
        top = _generate_pass(board, top, origin)
    if powers & (HOOK_ROOK | HOOK_BISHOP):
        top = generate_hooks(board, top, origin, code, captures_only)
    if powers & (UNIVERSAL | UNIVERSAL_ROYAL):
        top = _generate_anywhere(board, top, origin, code, captures_only)
    if powers & PATHS:
        top = generate_paths(board, top, origin, code, captures_only)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _king_step(k: cython.int) -> cython.int:
    """The k-th of the eight steps to a neighbour, k from 0 to 7."""
    k += k >= 4  # skip the null step in the middle
    return (k // 3 - 1) * ROW + k % 3 - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_enemy(there: cython.int, code: cython.int) -> cython.bint:
    return there > 1 and (there & 1) != (code & 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_area(
    board: Board, top: cython.int, origin: cython.int, code: cython.int
) -> cython.int:
    """Take an adjacent man, then any King step: hit and run, double capture, igui (5.1, 2)."""
    i: cython.int
    k: cython.int
    first: cython.int
    at: cython.int
    victim: cython.int
    there: cython.int
    move: cython.longlong
    for i in range(8):
        first = origin + _king_step(i)
        victim = board.sq[first]
        if not _is_enemy(victim, code):
            continue
        for k in range(8):
            at = first + _king_step(k)
            there = board.sq[at]
            move = pack(origin, at) | pack_further(first, 0)
            if there == 0 or at == origin:
                top = add_victims(board, top, move, code, victim, 0, 0)
            elif _is_enemy(there, code):
                top = add_victims(board, top, move, code, victim, there, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_lines(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    k: cython.int
    step: cython.int
    powers: cython.int = board.tables.powers[code]
    for k in range(8):
        step = _king_step(k)
        if powers & LINE_TWO and not powers & AREA:
            top = _generate_two(board, top, origin, code, step)
        if powers & LINE_THREE:
            top = _generate_back(board, top, origin, code, step)
            top = _generate_three(board, top, origin, code, step, captures_only)
        if powers & LINE_HOP:
            top = _generate_hop(board, top, origin, code, step, captures_only)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_two(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, step: cython.int
) -> cython.int:
    """Take an adjacent man, then step back (igui) or on along the line."""
    first: cython.int = origin + step
    victim: cython.int = board.sq[first]
    there: cython.int
    move: cython.longlong
    if not _is_enemy(victim, code):
        return top
    move = pack_further(first, 0)
    top = add_victims(board, top, move | pack(origin, origin), code, victim, 0, 0)
    there = board.sq[first + step]
    if there == 0:
        top = add_victims(board, top, move | pack(origin, first + step), code, victim, 0, 0)
    elif _is_enemy(there, code):
        top = add_victims(board, top, move | pack(origin, first + step), code, victim, there, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_back(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, step: cython.int
) -> cython.int:
    """Two out, one back: end on the first square, taking on the second (5.2)."""
    first: cython.int = origin + step
    near: cython.int = board.sq[first]
    far: cython.int
    move: cython.longlong
    if near == 1 or (near and not _is_enemy(near, code)):
        return top
    far = board.sq[first + step]
    if not _is_enemy(far, code):
        return top
    move = pack(origin, first) | pack_further(first + step, 0)
    return add_victims(board, top, move, code, near, far, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_three(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    step: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """End on the third square, having taken any of the enemies on the first two (5.2)."""
    one: cython.longlong = origin + step
    two: cython.longlong = one + step
    near: cython.int = board.sq[one]
    far: cython.int
    there: cython.int
    move: cython.longlong
    if near == 1 or board.sq[two] == 1:
        return top
    far = board.sq[two]
    there = board.sq[two + step]
    if there and not _is_enemy(there, code):
        return top
    move = pack(origin, two + step)
    if there or not captures_only:
        top = add_victims(board, top, move, code, there, 0, 0)
    if _is_enemy(near, code):
        top = add_victims(board, top, move | pack_further(one, 0), code, near, there, 0)
    if _is_enemy(far, code):
        top = add_victims(board, top, move | pack_further(two, 0), code, far, there, 0)
        if _is_enemy(near, code):
            move |= pack_further(one, two)
            top = add_victims(board, top, move, code, near, far, there)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_hop(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    step: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Hop over an occupied neighbour to the square behind it."""
    first: cython.int = board.sq[origin + step]
    at: cython.int = origin + 2 * step
    there: cython.int
    if first < 2:
        return top
    there = board.sq[at]
    if _is_enemy(there, code):
        return add_capture(board, top, origin, at, code, there)
    if there == 0 and not captures_only:
        return add(board, top, pack(origin, at), code, at, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_pass(board: Board, top: cython.int, origin: cython.int) -> cython.int:
    """Out and back again: one move, if any neighbour is empty (5.1, 3)."""
    k: cython.int
    for k in range(8):
        if board.sq[origin + _king_step(k)] == 0:
            if top < ROOM:
                board.moves[top] = pack(origin, origin) | pack_kind(PASS_TURN)
                top += 1
            break
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_anywhere(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Any empty square of the board, and any enemy that is not shielded by a protector (5.7)."""
    at: cython.int
    there: cython.int
    spared: cython.bint
    spares_all: cython.bint = not board.tables.powers[code] & UNIVERSAL_ROYAL
    for at in range(MARGIN * ROW, (MARGIN + 19) * ROW):
        there = board.sq[at]
        if there == 0:
            if not captures_only:
                top = add(board, top, pack(origin, at), code, at, 0)
        elif _is_enemy(there, code):
            spared = spares_all or board.tables.royal[there] != 0
            if not (spared and is_protected(board, origin, at)):
                top = add_capture(board, top, origin, at, code, there)
    return top
