"""Static exchange evaluation where a capture changes the captor.

The pieces that can take on a square take in turn, the cheapest first, each only if that pays.
Every capture wins the piece on the square as it is then, plus or minus the captor's promotion: a
Rook that must become a Veteran has paid for its victim, a Pawn that becomes an Omni has gained. A
piece counts for the price of its type, wherever it stands.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import find_attackers, find_next_attacker
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.promotion import change_by


def gain_of(board: Board, move: cython.longlong) -> cython.int:
    """What a move changes in the score of the side to move, its own change of type included.

    In the phase of the position: that captures change it as well is left out.
    """
    origin: cython.int = origin_of(move)
    destination: cython.int = destination_of(move)
    first: cython.int = first_of(move)
    second: cython.int = second_of(move)
    promotion: cython.int = promotion_of(move)
    code: cython.int = board.sq[origin]
    becomes: cython.int = 2 * promotion + (code & 1) if promotion else code
    change: cython.longlong = board.worth[becomes * CELLS + destination]
    if choice_of(move):
        return _gain_after_choice(board, move)
    change -= board.worth[code * CELLS + origin]
    if destination != origin and board.sq[destination]:
        change -= board.worth[board.sq[destination] * CELLS + destination]
    if first and kind_of(move) < CASTLE:
        change -= board.worth[board.sq[first] * CELLS + first]
        if second:
            change -= board.worth[board.sq[second] * CELLS + second]
    gain = value_of(change, share_of(board.score, board.full, board.scale))
    return -gain if board.side else gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gain_after_choice(board: Board, move: cython.longlong) -> cython.int:
    """The same for a move that a delayed promotion precedes, with what that gains."""
    result: cython.longlong = board.result(choice_of(move))
    before: cython.int = value_of(board.score, share_of(board.score, board.full, board.scale))
    board.promote_waiting(result, False)
    gain = value_of(board.score, share_of(board.score, board.full, board.scale)) - before
    gain = -gain if board.side else gain
    gain += gain_of(board, without_choice(move))
    board.promote_waiting(result, True)
    return gain


def exchange(board: Board, move: cython.longlong, gain: cython.int) -> cython.int:
    """The net gain of a capture when both sides go on taking on its destination."""
    return _exchange(board, move, gain, False)


def loses(board: Board, move: cython.longlong, gain: cython.int) -> cython.bint:
    """Whether the exchange costs more than a capture gains.

    Mostly one cheap retaker settles it: even if it is taken in turn, that does not make up for the
    captor. The third captor's promotion is ignored there.
    """
    return _exchange(board, move, gain, True) < 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange(
    board: Board, move: cython.longlong, gain: cython.int, roughly: cython.bint
) -> cython.int:
    """The net gain; `roughly`, -1 as soon as one retaker is cheap enough to decide."""
    origin: cython.int = origin_of(move)
    goal: cython.int = destination_of(move)
    promotion: cython.int = promotion_of(move)
    mover: cython.int = board.sq[origin]
    there: cython.int = board.sq[goal]
    captor: cython.int = 2 * promotion + (mover & 1) if promotion else mover
    if choice_of(move):
        return _exchange_after_choice(board, move, gain, roughly)
    if origin == goal:
        return gain
    if has_further(move) and kind_of(move) < CASTLE:
        return _exchange_in_passing(board, move, gain, roughly)
    board.sq[origin] = 0
    board.sq[goal] = captor
    if find_attackers(board, goal, (mover & 1) ^ 1, board.price[captor] - gain if roughly else 0):
        gain = -1
    else:
        gain -= _retake(board, goal, captor, (mover & 1) ^ 1)
        _put_back(board)
    board.sq[goal] = there
    board.sq[origin] = mover
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange_in_passing(
    board: Board, move: cython.longlong, gain: cython.int, roughly: cython.bint
) -> cython.int:
    """The same for a move that takes in passing: those victims defend nothing any more."""
    first: cython.int = first_of(move)
    second: cython.int = second_of(move)
    one: cython.int = board.sq[first]
    two: cython.int = board.sq[second]
    board.sq[first] = 0
    if second:
        board.sq[second] = 0
    gain = _exchange(board, without_further(move), gain, roughly)
    board.sq[second] = two
    board.sq[first] = one
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange_after_choice(
    board: Board, move: cython.longlong, gain: cython.int, roughly: cython.bint
) -> cython.int:
    """The same for a move that a delayed promotion precedes."""
    result: cython.longlong = board.result(choice_of(move))
    board.promote_waiting(result, False)
    move = without_choice(move)
    gain = _exchange(board, move, gain, roughly)
    board.promote_waiting(result, True)
    return gain


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retake(board: Board, goal: cython.int, victim: cython.int, color: cython.int) -> cython.int:
    """The most a colour wins by taking the piece on the goal; 0 if that does not pay."""
    at: cython.int = _cheapest(board, color)
    if at < 0:
        return 0
    code = board.exchange_attackers[at]
    cell = board.exchange_cells[at]
    lands = _becomes(board, code, victim, cell, goal)
    net = board.price[victim] + board.price[lands] - board.price[code]
    board.sq[cell] = 0
    find_next_attacker(board, goal, cell)
    return max(net - _retake(board, goal, lands, color ^ 1), 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _becomes(
    board: Board,
    code: cython.int,
    victim: cython.int,
    cell: cython.int,
    goal: cython.int,
) -> cython.int:
    """The code of a captor after taking: the best one, where it may choose."""
    change: cython.int = change_by(board, code, (victim >> 1) - 1, cell, goal)
    first: cython.int = change >> CHOICES
    best: cython.int = 2 * ((change >> 2) & 255) + 2 + (code & 1)
    if (change & 3) == STAY:
        return code
    if first:
        for i in range(first + 1, first + 1 + board.tables.choices[first]):
            other = 2 * board.tables.choices[i] + 2 + (code & 1)
            if board.price[other] > board.price[best]:
                best = other
    if (change & 3) == MAY and board.price[best] <= board.price[code]:
        return code
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cheapest(board: Board, color: cython.int) -> cython.int:
    """Where in the list the least valuable attacker of a colour stands, -1 if none is left."""
    best: cython.int = -1
    least: cython.int = 1 << 30
    for i in range(MOST_ATTACKERS * color, MOST_ATTACKERS * color + board.exchange_counts[color]):
        price = board.price[board.exchange_attackers[i]]
        if price < least and board.sq[board.exchange_cells[i]]:
            least = price
            best = i
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _put_back(board: Board) -> cython.void:
    """Put all pieces that took back on their squares."""
    for color in range(2):
        for i in range(
            MOST_ATTACKERS * color, MOST_ATTACKERS * color + board.exchange_counts[color]
        ):
            board.sq[board.exchange_cells[i]] = board.exchange_attackers[i]
