"""Hook movers: slides with at most one right-angled turn (Maka sheet 5.6).

Their straight slides are ordinary legs; here are the squares after a turn, forwards as moves and
backwards as attacks.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import CELLS, HOOK_ROOK, ROW, SIDE_MEN
    from makachess.core.kernel.packed_move import pack
    from makachess.core.kernel.promotion import add, add_capture


def generate_hooks(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Write the moves of a hook mover to squares behind one turn; returns the new top."""
    k: cython.int
    at: cython.int
    straight: cython.bint = (board.tables.powers[code] & HOOK_ROOK) != 0
    step: cython.int = 1 if straight else ROW - 1
    across: cython.int = ROW if straight else ROW + 1
    board.stamp += 1
    for k in range(4):
        at = origin + step
        while board.sq[at] == 0:
            top = _turn(board, top, origin, at, code, across, captures_only)
            top = _turn(board, top, origin, at, code, -across, captures_only)
            at += step
        step, across = across, -step
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turn(
    board: Board,
    top: cython.int,
    origin: cython.int,
    corner: cython.int,
    code: cython.int,
    step: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """The slide after the turn; a cell that two corners lead to is written once."""
    victim: cython.int
    at: cython.int = corner + step
    while board.sq[at] == 0:
        if not captures_only and board.seen[at] != board.stamp:
            board.seen[at] = board.stamp
            top = add(board, top, pack(origin, at), code, at, 0)
        at += step
    victim = board.sq[at]
    if victim > 1 and (victim & 1) != (code & 1) and board.seen[at] != board.stamp:
        board.seen[at] = board.stamp
        top = add_capture(board, top, origin, at, code, victim)
    return top


def is_hooked(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a hook mover of a colour attacks a cell round a corner."""
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
    """Whether no neighbour is empty, so that no slide with a turn can end here."""
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
    """Whether a neighbour is empty from which such a man could make its last step."""
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
