"""What a packed move takes and touches, and its word as a value that depends on no position.

The word is a packed move with what depends on position and variant left out or made plain: it has
no numbers of a new type and of a choice, a stride is a plain move, castling has no Rook. Instead it
tells which of the victims stood on the destination.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import CELL_BITS, COMPOUND, STRIDE, TAKE_PASSANT
    from makachess.core.kernel.packed_move import (
        destination_of,
        first_of,
        kind_of,
        origin_of,
        pack,
        pack_kind,
        pack_taken,
        second_of,
        without_choice,
        without_promotion,
    )


def word_of(board: Board, move: cython.longlong) -> cython.longlong:
    """The word of the value that a packed move, pseudo-legal on the board, stands for."""
    kind: cython.int = kind_of(move)
    if kind == STRIDE:
        return pack(origin_of(move), destination_of(move))
    if kind <= TAKE_PASSANT:
        return _without_numbers(move) | pack_taken(_taken_place(board, move))
    if kind == COMPOUND:
        return _without_numbers(move)
    return pack(origin_of(move), destination_of(move)) | pack_kind(kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without_numbers(move: cython.longlong) -> cython.longlong:
    return without_choice(without_promotion(move))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _taken_place(board: Board, move: cython.longlong) -> cython.int:
    """Which of the victims stands on the destination, counted from 1; 0 if none does."""
    origin: cython.int = origin_of(move)
    goal: cython.int = destination_of(move)
    first: cython.int = first_of(move)
    second: cython.int = second_of(move)
    if goal == origin or not board.sq[goal]:
        return 0
    # Two out, one back: the nearer man, on the destination, is taken on the way out.
    if not first or (first - goal == goal - origin and not second):
        return 1
    return 3 if second else 2


def victims_of(board: Board, move: cython.longlong) -> cython.longlong:
    """The cells of the men a move takes, in the order of capture, the first one lowest."""
    goal: cython.longlong = destination_of(move)
    cells: cython.longlong = first_of(move)
    place: cython.int
    if kind_of(move) > TAKE_PASSANT:
        return 0
    cells |= cython.cast(cython.longlong, second_of(move)) << CELL_BITS
    place = _taken_place(board, move)
    if place == 1:
        return goal | cells << CELL_BITS
    if place:
        cells |= goal << CELL_BITS * (place - 1)
    return cells


def stops_of(move: cython.longlong, victims: cython.longlong) -> cython.longlong:
    """The cells a moving hand touches after the origin: the victims, then the destination."""
    goal: cython.longlong = destination_of(move)
    left: cython.longlong = victims
    last: cython.int = 0
    bits: cython.int = 0
    if kind_of(move) == TAKE_PASSANT:
        return goal
    while left:
        last = left & ((1 << CELL_BITS) - 1)
        left >>= CELL_BITS
        bits += CELL_BITS
    return victims if last == goal else victims | goal << bits


def is_among(cell: cython.int, cells: cython.longlong) -> cython.bint:
    """Whether a cell is one of several in one number."""
    while cells:
        if cells & ((1 << CELL_BITS) - 1) == cell:
            return True
        cells >>= CELL_BITS
    return False


def cells_in(cells: cython.longlong) -> list[int]:
    """The cells in one number."""
    found = []
    while cells:
        found.append(cells & ((1 << CELL_BITS) - 1))
        cells >>= CELL_BITS
    return found
