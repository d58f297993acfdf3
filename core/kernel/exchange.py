"""Static exchange evaluation where a capture changes the captor.

The men that can take on a square take in turn, the cheapest first, each only if that pays. Every
capture wins the man on the square as it is then, and gains or loses what becomes of the captor:
a Rook that must become a Veteran has paid for its victim, a Pawn that becomes an Omni has gained.
The takers are looked for once, along all directions from the square; one that has taken makes way
for the man behind it. What they are worth is the price of their types, wherever they stand.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import (
        CASTLE,
        CELLS,
        CHOICE_SHIFT,
        MAY,
        MOST_TAKERS,
        SEVERAL_SLIDES,
        STAY,
    )


def gain_of(board: Board, move: cython.longlong) -> cython.int:
    """What a move changes in the score of the side to move, its own change of type included."""
    origin: cython.int = move & 1023
    destination: cython.int = (move >> 10) & 1023
    first: cython.int = (move >> 20) & 1023
    second: cython.int = (move >> 30) & 1023
    promotion: cython.int = (move >> 40) & 255
    code: cython.int = board.sq[origin]
    becomes: cython.int = 2 * promotion + (code & 1) if promotion else code
    gain: cython.int = board.worth[becomes * CELLS + destination]
    if move >> CHOICE_SHIFT:
        return _gain_after_choice(board, move)
    gain -= board.worth[code * CELLS + origin]
    if destination != origin and board.sq[destination]:
        gain -= board.worth[board.sq[destination] * CELLS + destination]
    if first and ((move >> 48) & 15) < CASTLE:
        gain -= board.worth[board.sq[first] * CELLS + first]
        if second:
            gain -= board.worth[board.sq[second] * CELLS + second]
    return -gain if board.side else gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gain_after_choice(board: Board, move: cython.longlong) -> cython.int:
    """The same for a move that a delayed promotion precedes, with what that gains."""
    result: cython.longlong = board.result(move >> CHOICE_SHIFT)
    before: cython.int = board.score
    gain: cython.int
    board.promote_waiting(result, False)
    gain = before - board.score if board.side else board.score - before
    gain += gain_of(board, move & ((cython.cast(cython.longlong, 1) << CHOICE_SHIFT) - 1))
    board.promote_waiting(result, True)
    return gain


def exchange(board: Board, move: cython.longlong, gain: cython.int) -> cython.int:
    """What is left of a capture's gain when both sides go on taking on its destination."""
    return _exchange(board, move, gain, False)


def loses(board: Board, move: cython.longlong, gain: cython.int) -> cython.bint:
    """Whether less than nothing is left.

    Mostly one look is enough: a man can retake that is so cheap that even taking it in turn would
    not make up for the captor. What that third captor may become is left out of account then.
    """
    return _exchange(board, move, gain, True) < 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange(
    board: Board, move: cython.longlong, gain: cython.int, roughly: cython.bint
) -> cython.int:
    """What is left of a gain; if `roughly` is enough, -1 where the first retaker decides."""
    origin: cython.int = move & 1023
    goal: cython.int = (move >> 10) & 1023
    promotion: cython.int = (move >> 40) & 255
    mover: cython.int = board.sq[origin]
    captor: cython.int = 2 * promotion + (mover & 1) if promotion else mover
    color: cython.int = (mover & 1) ^ 1
    there: cython.int
    if origin == goal:
        return gain
    there = board.sq[goal]
    board.sq[origin] = 0
    board.sq[goal] = captor
    if _find_takers(board, goal, color, board.price[captor] - gain if roughly else 0):
        gain = -1
    else:
        gain -= _retake(board, goal, captor, color)
        _put_back(board)
    board.sq[goal] = there
    board.sq[origin] = mover
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_takers(
    board: Board, goal: cython.int, color: cython.int, enough: cython.int
) -> cython.bint:
    """Note the first man on each direction from the goal that can take there, of either side.

    The search ends, and the answer is yes, at a man of a colour that is worth less than `enough`.
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
            if (code & 1) == color and board.price[code] < enough:
                return True
            _add_taker(board, at)
        row += codes
    for k in range(board.tables.slides, count):
        at = goal - deltas[k]
        code = sq[at]
        if reach[row + code]:
            if (code & 1) == color and board.price[code] < enough:
                return True
            _add_taker(board, at)
        row += codes
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_taker(board: Board, cell: cython.int) -> cython.void:
    """Note a man that can take, unless it is known that it can in another way."""
    i: cython.int
    color: cython.int = board.sq[cell] & 1
    end: cython.int = MOST_TAKERS * color + board.taker_count[color]
    for i in range(MOST_TAKERS * color, end):
        if board.taker_cells[i] == cell:
            return
    if board.taker_count[color] < MOST_TAKERS:
        board.takers[end] = board.sq[cell]
        board.taker_cells[end] = cell
        board.taker_count[color] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_next_taker(board: Board, goal: cython.int, left: cython.int) -> cython.void:
    """Note the man that can take now that another has left its cell, along the line through it."""
    n: cython.int = 1
    at: cython.int
    k: cython.int = (board.tables.ways[CELLS + left - goal] & 255) - 1
    if k < 0 or k + 1 == SEVERAL_SLIDES:
        return
    at = goal - board.tables.deltas[k]
    while board.sq[at] == 0:
        at -= board.tables.deltas[k]
        n += 1
    if board.tables.reach[k * board.tables.codes + board.sq[at]] >= n:
        _add_taker(board, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retake(board: Board, goal: cython.int, victim: cython.int, color: cython.int) -> cython.int:
    """What a colour wins at best by taking the man on the goal; 0 if it had better not."""
    code: cython.int
    lands: cython.int
    net: cython.int
    cell: cython.int
    at: cython.int = _cheapest(board, color)
    if at < 0:
        return 0
    code = board.takers[at]
    cell = board.taker_cells[at]
    lands = _becomes(board, code, victim)
    net = board.price[victim] + board.price[lands] - board.price[code]
    board.sq[cell] = 0
    _find_next_taker(board, goal, cell)
    return max(net - _retake(board, goal, lands, color ^ 1), 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put_back(board: Board) -> cython.void:
    """Put all men that have left to take where they stood."""
    color: cython.int
    i: cython.int
    for color in range(2):
        for i in range(MOST_TAKERS * color, MOST_TAKERS * color + board.taker_count[color]):
            board.sq[board.taker_cells[i]] = board.takers[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _becomes(board: Board, code: cython.int, victim: cython.int) -> cython.int:
    """The code a captor has after taking: the better one for it, where it may choose."""
    change: cython.int = board.tables.promotion[
        ((code >> 1) - 1) * (board.tables.types + 1) + (victim >> 1) - 1
    ]
    other: cython.int = 2 * (change >> 2) + 2 + (code & 1)
    if (change & 3) == STAY:
        return code
    if (change & 3) == MAY and board.price[other] <= board.price[code]:
        return code
    return other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cheapest(board: Board, color: cython.int) -> cython.int:
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
