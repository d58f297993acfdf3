"""Static exchange evaluation where a capture changes the captor.

The men that can take on a square take in turn, the cheapest first, each only if that pays. Every
capture wins the man on the square as it is then, and gains or loses what becomes of the captor:
a Rook that must become a Veteran has paid for its victim, a Pawn that becomes an Omni has gained.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.makachess.core.kernel.board import Board
    from cython.cimports.makachess.core.kernel.constants import (
        CASTLE,
        CELLS,
        CHOICE_SHIFT,
        MAY,
        STAY,
    )
else:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.constants import CASTLE, CELLS, CHOICE_SHIFT, MAY, STAY

ROYAL = cython.declare(cython.int, 20000)  # what a King is taken to be worth in an exchange


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


def exchange(board: Board, move: cython.longlong) -> cython.int:
    """What a capture nets for the side to move when both go on taking on its destination."""
    origin: cython.int = move & 1023
    goal: cython.int = (move >> 10) & 1023
    promotion: cython.int = (move >> 40) & 255
    mover: cython.int = board.sq[origin]
    there: cython.int = board.sq[goal]
    lands: cython.int = 2 * promotion + (mover & 1) if promotion else mover
    gain: cython.int = gain_of(board, move)
    if origin == goal:
        return gain
    board.sq[origin] = 0
    board.sq[goal] = lands
    gain -= _retake(board, goal, (mover & 1) ^ 1, 0)
    board.sq[goal] = there
    board.sq[origin] = mover
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _worth(board: Board, code: cython.int, cell: cython.int) -> cython.int:
    """Centipawns of a man for its own side."""
    worth: cython.int = board.worth[code * CELLS + cell]
    if board.tables.royal[code] and board.tables.checkmate:
        return ROYAL
    return -worth if code & 1 else worth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retake(board: Board, goal: cython.int, color: cython.int, depth: cython.int) -> cython.int:
    """What a colour wins at best by taking the man on the square; 0 if it had better not."""
    cell: cython.int
    code: cython.int
    lands: cython.int
    net: cython.int
    victim: cython.int = board.sq[goal]
    if depth > 12:
        return 0
    cell = _cheapest(board, goal, color)
    if not cell:
        return 0
    code = board.sq[cell]
    lands = _becomes(board, code, victim, goal)
    net = _worth(board, victim, goal) + _worth(board, lands, goal) - _worth(board, code, cell)
    board.sq[cell] = 0
    board.sq[goal] = lands
    net -= _retake(board, goal, color ^ 1, depth + 1)
    board.sq[goal] = victim
    board.sq[cell] = code
    return max(net, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _becomes(board: Board, code: cython.int, victim: cython.int, goal: cython.int) -> cython.int:
    """The code a captor has after taking: the better one for it, where it may choose."""
    change: cython.int = board.tables.promotion[
        ((code >> 1) - 1) * (board.tables.types + 1) + (victim >> 1) - 1
    ]
    other: cython.int = 2 * (change >> 2) + 2 + (code & 1)
    if (change & 3) == STAY:
        return code
    if (change & 3) == MAY and _worth(board, other, goal) <= _worth(board, code, goal):
        return code
    return other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cheapest(board: Board, goal: cython.int, color: cython.int) -> cython.int:
    """The cell of the least valuable man of a colour that can take on the square, 0 if none."""
    k: cython.int
    n: cython.int
    at: cython.int
    code: cython.int
    worth: cython.int
    best: cython.int = 0
    least: cython.int = 1 << 30
    count: cython.int = board.tables.directions
    for k in range(count):
        at = goal
        for n in range(1, board.tables.reach_most[color * count + k] + 1):
            at -= board.tables.deltas[k]
            code = board.sq[at]
            if code:
                if code > 1 and (code & 1) == color and board.tables.reach[code * count + k] >= n:
                    worth = _worth(board, code, at)
                    if worth < least:
                        least = worth
                        best = at
                break
    return best
