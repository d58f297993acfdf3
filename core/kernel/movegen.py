"""The only move generator: all pseudo-legal moves of the side to move, as 64-bit words.

Lines first, one loop for steps, leaps and slides alike; then the pawn's and the King's
peculiarities; the powers of the shogi games (area, line, hook, anywhere) are in `powers`.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.makachess.core.kernel.attacks import is_attacked
    from cython.cimports.makachess.core.kernel.board import Board
    from cython.cimports.makachess.core.kernel.compound import generate_compounds
    from cython.cimports.makachess.core.kernel.constants import (
        CAPTURES,
        CASTLE,
        CASTLE_EMPTY,
        CASTLE_FIELDS,
        CASTLE_SAFE,
        CELLS,
        CHOICE_SHIFT,
        INITIAL,
        LEG_FIELDS,
        MOVES,
        PASSANT,
        ROOM,
        SIDE_MEN,
        STRIDE,
        TAKE_PASSANT,
    )
    from cython.cimports.makachess.core.kernel.emit import add, add_capture
    from cython.cimports.makachess.core.kernel.powers import generate_powers
else:
    from makachess.core.kernel.attacks import is_attacked
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.compound import generate_compounds
    from makachess.core.kernel.constants import (
        CAPTURES,
        CASTLE,
        CASTLE_EMPTY,
        CASTLE_FIELDS,
        CASTLE_SAFE,
        CELLS,
        CHOICE_SHIFT,
        INITIAL,
        LEG_FIELDS,
        MOVES,
        PASSANT,
        ROOM,
        SIDE_MEN,
        STRIDE,
        TAKE_PASSANT,
    )
    from makachess.core.kernel.emit import add, add_capture
    from makachess.core.kernel.powers import generate_powers


def generate(board: Board, top: cython.int, captures_only: cython.bint) -> cython.int:
    """Write the pseudo-legal moves to board.moves from `top` on; returns the new top.

    None once a side has no royal left or a delayed promotion has mated: the game is over.
    """
    if not board.royals[0] or not board.royals[1] or board.winning:
        return top
    if board.choices:
        return _generate_after_choices(board, top, captures_only)
    return generate_men(board, top, captures_only)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_after_choices(
    board: Board, top: cython.int, captures_only: cython.bint
) -> cython.int:
    """All moves after each delayed promotion that the side to move may choose."""
    choice: cython.int
    i: cython.int
    end: cython.int
    for choice in range(1, board.choices + 1):
        board.promote_waiting(board.result(choice), False)
        end = generate_men(board, top, captures_only)
        board.promote_waiting(board.result(choice), True)
        for i in range(top, end):
            board.moves[i] |= cython.cast(cython.longlong, choice) << CHOICE_SHIFT
        top = end
    return top


def is_pseudo_legal(board: Board, move: cython.longlong, top: cython.int) -> cython.bint:
    """Whether a word from elsewhere is a move of one man here; board.moves is free from `top`.

    Moves of more than one man are not looked for: the answer is no.
    """
    i: cython.int
    end: cython.int = top
    origin: cython.int = move & 1023
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side or board.choices or board.winning:
        return False
    if not board.royals[0] or not board.royals[1]:
        return False
    end = _generate_man(board, top, origin, False)
    for i in range(top, end):
        if board.moves[i] == move:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_man(
    board: Board, top: cython.int, origin: cython.int, captures_only: cython.bint
) -> cython.int:
    code: cython.int = board.sq[origin]
    top = _generate_legs(board, top, origin, code, captures_only)
    if board.tables.powers[code]:
        top = generate_powers(board, top, origin, code, captures_only)
    return top


def generate_men(board: Board, top: cython.int, captures_only: cython.bint) -> cython.int:
    """The moves of the men as they stand."""
    i: cython.int
    side: cython.int = board.side
    for i in range(board.men_count[side]):
        top = _generate_man(board, top, board.men[side * SIDE_MEN + i], captures_only)
    if not captures_only:
        if board.castling:
            top = _generate_castlings(board, top)
        if board.fullmove == 1 and board.tables.compounds:
            top = generate_compounds(board, top)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_legs(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Look next door first: that is what ends most legs on a full board."""
    leg: cython.int
    row: cython.Py_ssize_t
    cell: cython.Py_ssize_t = origin
    there: cython.int
    own: cython.int = code & 1
    sq: cython.p_int = board.sq
    legs: cython.p_int = board.tables.legs
    for leg in range(board.tables.leg_start[code], board.tables.leg_start[code + 1]):
        row = leg * LEG_FIELDS
        there = sq[cell + legs[row]]
        if there == 0:
            if not captures_only:
                top = _generate_leg(board, top, origin, code, row)
            elif legs[row + 1] > 1:
                top = _capture_along(board, top, origin, code, row)
            if legs[row + 3] & PASSANT and board.passed:
                top = _generate_passant(board, top, origin, origin + legs[row], code)
        elif there != 1 and (there & 1) != own:
            top = _capture_along(board, top, origin, code, row)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_leg(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, row: cython.int
) -> cython.int:
    """All moves along a leg that begins on an empty cell, a capture at its end included."""
    n: cython.int
    at: cython.int = origin
    delta: cython.int = board.tables.legs[row]
    mask: cython.int = board.tables.legs[row + 2]
    flags: cython.int = board.tables.legs[row + 3]
    arrives: cython.bint = board.tables.arrival_start[code] != board.tables.arrival_start[code + 1]
    if flags & INITIAL and not board.tables.home[code * CELLS + origin]:
        return top
    for n in range(1, board.tables.legs[row + 1] + 1):
        at += delta
        if board.sq[at]:
            return _capture_at(board, top, origin, at, code, row, n)
        if flags & MOVES and (mask >> n) & 1:
            if arrives or flags & INITIAL or top >= ROOM:
                top = _add_step(board, top, origin, at, n, flags)
            else:
                board.moves[top] = origin | at << 10
                top += 1
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _capture_along(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, row: cython.int
) -> cython.int:
    """The capture of the first man along a leg."""
    n: cython.int = 1
    delta: cython.int = board.tables.legs[row]
    steps: cython.int = board.tables.legs[row + 1]
    at: cython.int = origin + delta
    while board.sq[at] == 0 and n < steps:
        at += delta
        n += 1
    return _capture_at(board, top, origin, at, code, row, n)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _capture_at(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    code: cython.int,
    row: cython.int,
    n: cython.int,
) -> cython.int:
    """The capture of what stands on the n-th cell of a leg, if it is an enemy and can be taken."""
    there: cython.int = board.sq[at]
    flags: cython.int = board.tables.legs[row + 3]
    if there < 2 or (there & 1) == (code & 1) or not flags & CAPTURES:
        return top
    if not (board.tables.legs[row + 2] >> n) & 1:
        return top
    if flags & INITIAL and not board.tables.home[code * CELLS + origin]:
        return top
    return add_capture(board, top, origin, at, code, there)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_step(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    n: cython.int,
    flags: cython.int,
) -> cython.int:
    """A move without capture that arrives on the last rank or passes squares on its way."""
    move: cython.longlong = origin | at << 10
    if flags & INITIAL and n > 1 and board.tables.passants:
        move |= cython.cast(cython.longlong, STRIDE) << 48
    return add(board, top, move, board.sq[origin], at, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_passant(
    board: Board, top: cython.int, origin: cython.int, at: cython.int, code: cython.int
) -> cython.int:
    """En passant: the victim stands beside its captor's way, and the matrix has a column for it."""
    move: cython.longlong
    column: cython.int = board.tables.types
    if board.sq[at] == 0 and (at == board.passed or at == board.passed_more):
        move = origin | at << 10 | cython.cast(cython.longlong, board.passed_man) << 20
        move |= cython.cast(cython.longlong, TAKE_PASSANT) << 48
        column += ((code >> 1) - 1) * (board.tables.types + 1)
        top = add(board, top, move, code, at, board.tables.promotion[column])
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_castlings(board: Board, top: cython.int) -> cython.int:
    i: cython.int
    row: cython.int
    move: cython.longlong
    for i in range(board.tables.castlings):
        row = i * CASTLE_FIELDS
        if not board.tables.castles[row] & board.castling:
            continue
        if board.tables.castles[row + 1] != board.side or not _can_castle(board, row):
            continue
        move = board.tables.castles[row + 2] | board.tables.castles[row + 3] << 10
        move |= cython.cast(cython.longlong, board.tables.castles[row + 4]) << 20
        move |= cython.cast(cython.longlong, board.tables.castles[row + 5]) << 30
        move |= cython.cast(cython.longlong, CASTLE) << 48
        top = add(board, top, move, 0, 0, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _can_castle(board: Board, row: cython.int) -> cython.bint:
    i: cython.int
    first: cython.int = row + CASTLE_EMPTY
    for i in range(first + 1, first + 1 + board.tables.castles[first]):
        if board.sq[board.tables.castles[i]]:
            return False
    first = row + CASTLE_SAFE
    for i in range(first + 1, first + 1 + board.tables.castles[first]):
        if is_attacked(board, board.tables.castles[i], board.side ^ 1):
            return False
    return True
