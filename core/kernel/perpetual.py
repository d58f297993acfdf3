"""Perpetual attack: which side alone attacked anew with each of its plies (Maka sheet 7.5).

A ply attacks anew if after it there is a pair, of a piece of the mover's and an enemy it could
take, that there was not before. A pass never does.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import settle
    from makachess.core.kernel.move_values import is_among, victims_of
    from makachess.core.kernel.moves import generate_pieces
    from makachess.core.kernel.packed import *


def sole_attacker(board: Board, first: cython.int, top: cython.int) -> cython.int:
    """The colour that alone attacked anew with each of its plies since the `first`, -1 if none.

    Nothing may have been taken since. The board is walked back and left as it was, but board.moves
    is free from `top`. A side that passed in a search, by a null move, attacked nothing.
    """
    last: cython.int = board.ply
    on: cython.int = 3  # the colours, as bits, that attacked with all plies seen so far
    if top + 2 * MOST_MOVES > ROOM:
        return -1
    while board.ply > first and on:
        mover = board.side ^ 1
        if not on >> mover & 1:
            _unmake(board)
        elif not _unmake_attack(board, top):
            on &= ~(1 << mover)
    for i in range(board.ply, last):
        _make_again(board, board.undo[i].move, top)
    return on - 1 if on == 1 or on == 2 else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _unmake_attack(board: Board, top: cython.int) -> cython.bint:
    """Take the last ply back; whether it attacked anew."""
    move: cython.longlong = board.undo[board.ply - 1].move
    if not move or kind_of(move) == PASS_TURN:
        _unmake(board)
        return False
    middle = _list_attacks(board, top, board.side ^ 1)
    board.unmake()
    end = _list_attacks(board, middle, board.side)
    for i in range(middle, end):  # as if the piece had stood where it went
        if origin_of(board.moves[i]) == origin_of(move):
            board.moves[i] += destination_of(move) - origin_of(move)
    for i in range(top, middle):
        if not _was_there(board, board.moves[i], middle, end):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _unmake(board: Board) -> cython.void:
    if board.undo[board.ply - 1].move:
        board.unmake()
    else:
        board.unmake_null()


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_again(board: Board, move: cython.longlong, top: cython.int) -> cython.void:
    """Make a ply that was taken back, and the delayed promotion that followed it."""
    if move:
        board.make(move)
    else:
        board.make_null()
    if board.tables.reserve:
        settle(board, top)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_attacks(board: Board, top: cython.int, color: cython.int) -> cython.int:
    """Write who of a colour could take whom: a cell, and above it those of one move's victims."""
    side: cython.int = board.side
    board.side = color
    end = generate_pieces(board, top, True)
    board.side = side
    for i in range(top, end):
        move = board.moves[i]
        board.moves[i] = origin_of(move) | victims_of(board, move) << CELL_BITS
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _was_there(
    board: Board, attack: cython.longlong, start: cython.int, end: cython.int
) -> cython.bint:
    """Whether a piece could take each of the victims of a move before, by whatever moves."""
    left: cython.longlong = attack >> CELL_BITS
    while left:
        found = False
        for i in range(start, end):
            if origin_of(board.moves[i]) != origin_of(attack):
                continue
            if is_among(left & ((1 << CELL_BITS) - 1), board.moves[i] >> CELL_BITS):
                found = True
                break
        if not found:
            return False
        left >>= CELL_BITS
    return True
