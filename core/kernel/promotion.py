"""Promotion: the versions in which a move is written, by what it takes, its way and its arrival."""

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
    """Add a move in all its versions: `change` is the cell of the promotion table that applies."""
    rule: cython.int = change & 3
    zone: cython.int = 0
    start: cython.int = top
    first: cython.int = board.tables.arrival_start[code]
    if top + 128 > ROOM:
        return top
    if board.tables.arrival_start[code + 1] != first and not (
        rule == CONTAGION and board.tables.contagion_first
    ):
        zone = board.tables.zone[code * CELLS + destination]
        if board.tables.zone_rule:
            zone = _by_zone_rule(board, move, code, zone)
    if zone:
        top = _add_arrivals(board, top, move, code, zone)
    if zone == FORCED:
        return top
    first = top
    top = _add_changes(board, top, move, code, change)
    return _without_repeats(board, start, first, top) if first > start else top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_changes(
    board: Board,
    top: cython.int,
    move: cython.longlong,
    code: cython.int,
    change: cython.int,
) -> cython.int:
    """The versions of a move by what it takes and its way."""
    rule: cython.int = change & 3
    kind: cython.longlong = (change >> 2) & 255
    first: cython.int = change >> CHOICES
    if rule == STAY or kind == (code >> 1) - 1:
        board.moves[top] = move
        return top + 1
    if rule == MAY:
        board.moves[top] = move
        top += 1
    board.moves[top] = move | pack_promotion(kind + 1)
    top += 1
    if first:
        for i in range(first + 1, first + 1 + board.tables.choices[first]):
            kind = board.tables.choices[i]
            board.moves[top] = move | pack_promotion(kind + 1)
            top += 1
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without_repeats(
    board: Board, start: cython.int, middle: cython.int, top: cython.int
) -> cython.int:
    """Drop the moves from `middle` on that are among those before; returns the new top."""
    kept: cython.int = middle
    for i in range(middle, top):
        known: cython.bint = False
        for k in range(start, middle):
            if board.moves[k] == board.moves[i]:
                known = True
        if not known:
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_zone_rule(
    board: Board, move: cython.longlong, code: cython.int, zone: cython.int
) -> cython.int:
    """FORCED if a move must promote that ends there, ZONE if it may, 0 if not.

    By ENTERS pieces may where they enter, or by a capture that begins or ends inside; where they
    would be FORCED, in any case. By BEGINS they may by any move that begins or ends there.
    """
    destination: cython.int = destination_of(move)
    inside: cython.bint = board.tables.zone[code * CELLS + origin_of(move)] != 0
    if board.tables.zone_rule == BEGINS:
        return ZONE if inside and not zone else zone
    if zone and (zone == FORCED or not inside):
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
    """One move for each type a piece may become; where it must and there is none, it may stay."""
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
        board.moves[top] = move if kind == (code >> 1) - 1 else move | pack_promotion(kind + 1)
        top += 1
    if top == start and zone == FORCED and not board.tables.needs_choice:
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
    move: cython.longlong = pack(origin, destination)
    change: cython.int = change_by(board, code, (victim >> 1) - 1, origin, destination)
    return add(board, top, move, code, destination, change)


def add_quiet(board: Board, top: cython.int, move: cython.longlong, code: cython.int) -> cython.int:
    """Add a move that takes nothing."""
    column: cython.int = board.tables.types + 1
    change: cython.int = change_by(board, code, column, origin_of(move), destination_of(move))
    return add(board, top, move, code, destination_of(move), change)


def change_by(
    board: Board,
    code: cython.int,
    column: cython.int,
    origin: cython.int,
    destination: cython.int,
) -> cython.int:
    """What a move makes of its piece, as a cell of the promotion table.

    The column is that of the victim's type, or one of the two behind them: en passant, nothing.
    """
    row: cython.int = (code >> 1) - 1
    if board.tables.ways:
        row += board.tables.types * board.tables.way[(2 * code + 1) * CELLS + destination - origin]
    return board.tables.promotion[row * (board.tables.types + 2) + column]


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

    The strictest rule decides, contagion before all, and the last victim of which that is the rule
    (Maka sheet 6.2).
    """
    change: cython.int = 0
    if not (first or second or third):
        return add_quiet(board, top, move, code)
    change = _stricter(board, move, change, code, first)
    change = _stricter(board, move, change, code, second)
    change = _stricter(board, move, change, code, third)
    return add(board, top, move, code, destination_of(move), change)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stricter(
    board: Board,
    move: cython.longlong,
    change: cython.int,
    code: cython.int,
    victim: cython.int,
) -> cython.int:
    if not victim:
        return change
    other = change_by(board, code, (victim >> 1) - 1, origin_of(move), destination_of(move))
    return other if (other & 3) >= (change & 3) else change
