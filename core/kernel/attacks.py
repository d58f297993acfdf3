"""Who attacks a square: looked up backwards from the square, for all men at once."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import (
        CELLS,
        HOOK_BISHOP,
        HOOK_ROOK,
        ROW,
        SIDE_MEN,
        UNIVERSAL,
        UNIVERSAL_ROYAL,
    )


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
    return _is_attacked_along(board, cell, color) or is_hooked(board, cell, color)


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


def is_hooked(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """The attacks by men that turn a corner; their straight ways are lines like others."""
    i: cython.int
    m: cython.int
    code: cython.int
    at: cython.int
    left: cython.int
    if _is_shut_in(board, cell):
        return False
    for i in range(board.tables.hooks):
        code = board.tables.hook_codes[i] | color
        left = board.code_count[code]
        if not left or not _is_open(board, cell, code):
            continue
        m = color * SIDE_MEN
        while left:
            at = board.men[m]
            m += 1
            if board.sq[at] == code:
                left -= 1
                if hook_reaches(board, at, cell, board.tables.powers[code]):
                    return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_shut_in(board: Board, cell: cython.int) -> cython.bint:
    """Whether no neighbour is empty, so that no way with a corner can end here."""
    sq: cython.p_int = board.sq
    if sq[cell - 1] == 0 or sq[cell + 1] == 0 or sq[cell - ROW] == 0 or sq[cell + ROW] == 0:
        return False
    if sq[cell - ROW - 1] == 0 or sq[cell - ROW + 1] == 0:
        return False
    return sq[cell + ROW - 1] != 0 and sq[cell + ROW + 1] != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_open(board: Board, cell: cython.int, code: cython.int) -> cython.bint:
    """Whether any of the last steps of a hook mover's way round a corner is free."""
    sq: cython.p_int = board.sq
    straight: cython.bint = (board.tables.powers[code] & HOOK_ROOK) != 0
    up: cython.int = ROW if straight else ROW + 1
    down: cython.int = 1 if straight else ROW - 1
    if sq[cell + up] == 0 or sq[cell - up] == 0:
        return True
    return sq[cell + down] == 0 or sq[cell - down] == 0


def hook_reaches(
    board: Board, origin: cython.int, cell: cython.int, powers: cython.int
) -> cython.bint:
    """Whether a slide with at most one right-angled turn on an empty cell leads there.

    Two lines through each of two cells cross in two places, so there are two corners to look at.
    """
    file: cython.int = origin % ROW
    row: cython.int = origin // ROW
    across: cython.int = cell % ROW - file
    up: cython.int = cell // ROW - row
    if powers & HOOK_ROOK:
        return _turns_at(board, origin, origin + across, cell) or _turns_at(
            board, origin, origin + up * ROW, cell
        )
    if (across + up) & 1:
        return False
    row = (across + up) >> 1  # along one diagonal, and what is left along the other
    return _turns_at(board, origin, _beside(origin, row, row), cell) or _turns_at(
        board, origin, _beside(origin, across - row, up - row), cell
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _beside(cell: cython.int, across: cython.int, up: cython.int) -> cython.int:
    """The cell so many files and ranks away; cell 0, a wall, if that is beyond all walls."""
    file: cython.int = cell % ROW + across
    row: cython.int = cell // ROW + up
    if 0 <= file < ROW and 0 <= row < CELLS // ROW:
        return row * ROW + file
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turns_at(
    board: Board, origin: cython.int, corner: cython.int, cell: cython.int
) -> cython.bint:
    """Whether the way from origin to the corner and on to the cell is free."""
    if corner != cell and corner != origin and board.sq[corner]:
        return False
    return _is_free(board, origin, corner) and _is_free(board, corner, cell)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_free(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    """Whether all cells between two on a line are empty."""
    at: cython.int
    across: cython.int = cell % ROW - origin % ROW
    up: cython.int = cell // ROW - origin // ROW
    step: cython.int = ROW * ((up > 0) - (up < 0)) + (across > 0) - (across < 0)
    if not step:
        return True
    at = origin + step
    while at != cell and board.sq[at] == 0:
        at += step
    return at == cell


def is_in_check(board: Board, color: cython.int) -> cython.bint:
    """Whether the King of a colour is attacked; never, where the last royal decides."""
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
    """The cells of the enemies that could retake in the case of `is_protected`."""
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
    for k in range(board.tables.directions):
        at = origin
        for n in range(board.tables.reach[k * board.tables.codes + code]):
            at += board.tables.deltas[k]
            if at == cell:
                return True
            if board.sq[at]:
                break
    return False
