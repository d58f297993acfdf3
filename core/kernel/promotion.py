"""Promotion: the versions in which a move is written, by what its capture or arrival allows."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import *


def add(
    board: Board,
    top: cython.int,
    move: cython.longlong,
    code: cython.int,
    destination: cython.int,
    change: cython.int,
) -> cython.int:
    """Add a move in all its versions: `change` is the cell of the promotion matrix that applies."""
    rule: cython.int = change & 3
    kind: cython.longlong = change >> 2
    zone: cython.int = 0
    first: cython.int = board.tables.arrival_start[code]
    arrives: cython.bint = board.tables.arrival_start[code + 1] != first
    if top + 64 > ROOM:
        return top
    if rule == CONTAGION and board.tables.contagion_first:
        arrives = False
    if arrives:
        zone = board.tables.last_rank[(code & 1) * CELLS + destination]
        if board.tables.enters:
            zone = _on_entering(board, move, code, zone)
    if zone:
        top = _add_arrivals(board, top, move, code, zone)
    if zone == LAST_RANK:
        return top
    if rule == STAY or kind == (code >> 1) - 1:
        board.moves[top] = move
        return top + 1
    if rule == MAY:
        board.moves[top] = move
        top += 1
    board.moves[top] = move | pack_promotion(kind + 1)
    return top + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _on_entering(
    board: Board, move: cython.longlong, code: cython.int, zone: cython.int
) -> cython.int:
    """ZONE if a move may promote that ends there, 0 if not.

    Pieces promote by entering, or by a capture that begins or ends inside; some on their last rank.
    """
    destination: cython.int = destination_of(move)
    inside: cython.int = board.tables.last_rank[(code & 1) * CELLS + origin_of(move)]
    if zone and not inside:
        return ZONE
    if zone == LAST_RANK and board.tables.last_chance[code]:
        return ZONE
    if not zone and not inside:
        return 0
    if has_further(move) or (board.sq[destination] and destination != origin_of(move)):
        return ZONE
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_arrivals(
    board: Board,
    top: cython.int,
    move: cython.longlong,
    code: cython.int,
    zone: cython.int,
) -> cython.int:
    """One move for each type a piece may become; if there is none on its last rank, it may stay."""
    start: cython.int = top
    last: cython.int = board.tables.last_cells[code & 1] // ROW
    depth: cython.int = 1 + abs(destination_of(move) // ROW - last)
    for i in range(board.tables.arrival_start[code], board.tables.arrival_start[code + 1]):
        kind = board.tables.arrival[i]
        if board.tables.choice_zone[i] < depth:
            continue
        if board.tables.reserve and not in_reserve(board, 2 * kind + 2 + (code & 1)):
            continue
        if (
            board.tables.royal[2 * kind + 2]
            and not board.tables.royal[code]
            and not _lacks(board, 2 * kind + 2 + (code & 1))
        ):
            continue
        board.moves[top] = move | pack_promotion(kind + 1)
        top += 1
    if top == start and zone == LAST_RANK and not board.tables.needs_choice:
        board.moves[top] = move
        top += 1
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lacks(board: Board, code: cython.int) -> cython.bint:
    """Whether a piece may become a royal: where mate decides, instead of one that was taken."""
    return not board.tables.checkmate or board.code_count[code] < board.tables.stock[code]


def in_reserve(board: Board, code: cython.int) -> cython.bint:
    if board.tables.reserve > 1 and board.code_count[code]:
        return False
    return board.code_count[code] < board.tables.stock[code]


def add_capture(
    board: Board,
    top: cython.int,
    origin: cython.int,
    destination: cython.int,
    code: cython.int,
    victim: cython.int,
) -> cython.int:
    """Add the capture of the one piece on the destination."""
    cell: cython.int = ((code >> 1) - 1) * (board.tables.types + 1) + (victim >> 1) - 1
    move: cython.longlong = pack(origin, destination)
    return add(board, top, move, code, destination, board.tables.promotion[cell])


def add_victims(
    board: Board,
    top: cython.int,
    move: cython.longlong,
    code: cython.int,
    first: cython.int,
    second: cython.int,
    third: cython.int,
) -> cython.int:
    """Add a move with up to three victims, given as codes in capture order, 0 for none.

    The last contagious victim decides; without one the strictest rule of any (Maka sheet 6.2).
    """
    change: cython.int = _stricter(board, 0, code, first)
    change = _stricter(board, change, code, second)
    change = _stricter(board, change, code, third)
    return add(board, top, move, code, destination_of(move), change)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stricter(board: Board, change: cython.int, code: cython.int, victim: cython.int) -> cython.int:
    if not victim:
        return change
    other = board.tables.promotion[((code >> 1) - 1) * (board.tables.types + 1) + (victim >> 1) - 1]
    if (other & 3) == CONTAGION or (other & 3) > (change & 3):
        return other
    return change
