"""Who can take on a square, for an exchange there.

Captors are collected once, along all directions from the square; each uncovers the man behind it.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import CELLS, MOST_TAKERS, SEVERAL_SLIDES


def find_takers(
    board: Board, goal: cython.int, enemy: cython.int, cheap: cython.int
) -> cython.bint:
    """Note, for both sides, the first man in each direction from the goal that can take there.

    Ends with True at a man of the `enemy` whose price is below `cheap`.
    """
    k: cython.int
    n: cython.int
    at: cython.int
    code: cython.int
    count: cython.int = board.tables.directions
    sq: cython.p_int = board.sq
    deltas: cython.p_int = board.tables.deltas
    reach: cython.p_uchar = board.tables.reach
    row: cython.Py_ssize_t = 0
    codes: cython.Py_ssize_t = board.tables.codes
    board.taker_count[0] = 0
    board.taker_count[1] = 0
    for k in range(board.tables.slides):
        at = goal - deltas[k]
        n = 1
        while sq[at] == 0:
            at -= deltas[k]
            n += 1
        code = sq[at]
        if reach[row + code] >= n:
            if (code & 1) == enemy and board.price[code] < cheap:
                return True
            _add_taker(board, at)
        row += codes
    for k in range(board.tables.slides, count):
        at = goal - deltas[k]
        code = sq[at]
        if reach[row + code]:
            if (code & 1) == enemy and board.price[code] < cheap:
                return True
            _add_taker(board, at)
        row += codes
    return False


def find_next_taker(board: Board, goal: cython.int, left: cython.int) -> None:
    """Note who can take now that another has left its cell, along the line through it."""
    k: cython.int = board.tables.ways[CELLS + left - goal] & 255
    if k == SEVERAL_SLIDES:
        for k in range(board.tables.slides):
            _find_taker_along(board, goal, k)
    elif k:
        _find_taker_along(board, goal, k - 1)


def cheapest(board: Board, color: cython.int) -> cython.int:
    """Where in the list of takers the least valuable man of a colour stands, -1 if none is left."""
    i: cython.int
    price: cython.int
    best: cython.int = -1
    least: cython.int = 1 << 30
    for i in range(MOST_TAKERS * color, MOST_TAKERS * color + board.taker_count[color]):
        price = board.price[board.takers[i]]
        if price < least and board.sq[board.taker_cells[i]]:
            least = price
            best = i
    return best


def put_back(board: Board) -> None:
    """Put all men that took back on their squares."""
    color: cython.int
    i: cython.int
    for color in range(2):
        for i in range(MOST_TAKERS * color, MOST_TAKERS * color + board.taker_count[color]):
            board.sq[board.taker_cells[i]] = board.takers[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_taker(board: Board, cell: cython.int) -> cython.void:
    """Note a man that can take; one that can in two ways is noted twice but leaves once."""
    color: cython.int = board.sq[cell] & 1
    at: cython.int = MOST_TAKERS * color + board.taker_count[color]
    if board.taker_count[color] < MOST_TAKERS:
        board.takers[at] = board.sq[cell]
        board.taker_cells[at] = cell
        board.taker_count[color] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_taker_along(board: Board, goal: cython.int, k: cython.int) -> cython.void:
    """Note the first man in the k-th direction, one of slides, if it can take on the goal."""
    n: cython.int = 1
    at: cython.int = goal - board.tables.deltas[k]
    while board.sq[at] == 0:
        at -= board.tables.deltas[k]
        n += 1
    if board.tables.reach[k * board.tables.codes + board.sq[at]] >= n:
        _add_taker(board, at)
