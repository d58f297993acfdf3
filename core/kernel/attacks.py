"""Who attacks a square, looked up backwards from the square for all men at once."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.hooks import hook_reaches, is_hooked
    from makachess.core.kernel.packed import (
        HOOK_BISHOP,
        HOOK_ROOK,
        PATHS,
        UNIVERSAL,
        UNIVERSAL_ROYAL,
    )
    from makachess.core.kernel.paths import is_on_path, path_reaches


def is_attacked(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a man of a colour could end a capturing move on the cell."""
    i: cython.int
    if is_reached(board, cell, color):
        return True
    for i in range(board.tables.universals):
        if board.code_count[board.tables.universal_codes[i] | color]:
            return True
    return False


def is_reached(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """The same without Emperors, whose captures depend on protection."""
    if _is_attacked_along(board, cell, color) or is_hooked(board, cell, color):
        return True
    return board.tables.pathers != 0 and is_on_path(board, cell, color)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_attacked_along(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """The attacks by steps, leaps and slides; the directions of slides come first."""
    k: cython.int
    n: cython.int
    at: cython.int
    code: cython.int
    count: cython.int = board.tables.directions
    sq: cython.p_int = board.sq
    deltas: cython.p_int = board.tables.deltas
    reach: cython.p_uchar = board.tables.reach
    codes: cython.int = board.tables.codes
    for k in range(board.tables.slides):
        n = 1
        at = cell - deltas[k]
        while sq[at] == 0:
            at -= deltas[k]
            n += 1
        code = sq[at]
        if (code & 1) == color and reach[k * codes + code] >= n:
            return True
    for k in range(board.tables.slides, count):
        code = sq[cell - deltas[k]]
        if (code & 1) == color and reach[k * codes + code]:
            return True
    return False


def is_in_check(board: Board, color: cython.int) -> cython.bint:
    """Whether the King of a colour is attacked; always false where the last royal decides."""
    if not board.tables.checkmate:
        return False
    return is_attacked(board, board.king[color], color ^ 1)


def is_protected(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    """Whether the enemy could retake a universal leaper that takes from origin on the cell.

    Judged after the capture: lines that open through the origin count (Maka sheet 5.7).
    """
    mover: cython.int = board.sq[origin]
    victim: cython.int = board.sq[cell]
    protected: cython.bint
    board.sq[origin] = 0
    board.sq[cell] = mover
    board.code_count[victim] -= 1
    protected = is_attacked(board, cell, (mover & 1) ^ 1)
    board.code_count[victim] += 1
    board.sq[cell] = victim
    board.sq[origin] = mover
    return protected


def protectors(board: Board, origin: cython.int, cell: cython.int) -> list[int]:
    """The cells of the enemies that could retake, as `is_protected` judges it."""
    mover: cython.int = board.sq[origin]
    victim: cython.int = board.sq[cell]
    board.sq[origin] = 0
    board.sq[cell] = mover
    found = attackers(board, cell, (mover & 1) ^ 1)
    board.sq[cell] = victim
    board.sq[origin] = mover
    return found


def attackers(board: Board, cell: cython.int, color: cython.int) -> list[int]:
    """The cells of the men of a colour, elsewhere, that could end a capturing move on the cell."""
    return [at for at in board.men_of(color) if at != cell and _reaches(board, at, cell)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reaches(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    k: cython.int
    n: cython.int
    at: cython.int
    code: cython.int = board.sq[origin]
    powers: cython.int = board.tables.powers[code]
    if powers & (UNIVERSAL | UNIVERSAL_ROYAL):
        return True
    if powers & (HOOK_ROOK | HOOK_BISHOP) and hook_reaches(board, origin, cell, powers):
        return True
    if powers & PATHS and path_reaches(board, origin, cell):
        return True
    for k in range(board.tables.directions):
        at = origin
        for n in range(board.tables.reach[k * board.tables.codes + code]):
            at += board.tables.deltas[k]
            if at == cell:
                return True
            if board.sq[at]:
                break
    return False
