"""Paths of several straight parts: bent slides, hoppers, long leaps, and captures on the way.

A path is walked part by part, forwards for moves; whether a man attacks a cell is found by walking
as if an enemy stood there. The man's own cell, and those on which it has taken, count as empty; the
latter are in one number, the first one lowest.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import (
        CAPTURES,
        CELL_BITS,
        CELLS,
        HOPS,
        MOVES,
        PASS_TURN,
        PASSES,
        PATH_FIELDS,
        SIDE_MEN,
        STRIDE,
    )
    from makachess.core.kernel.packed_move import pack, pack_further, pack_kind
    from makachess.core.kernel.promotion import add, add_capture, add_victims


def generate_paths(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Write the moves of a man along its paths, some perhaps twice; returns the new top."""
    row: cython.int = board.tables.path_start[code]
    end: cython.int = board.tables.path_start[code + 1]
    parts: cython.int
    while row < end:
        parts = board.tables.paths[row]
        top = _walk(board, top, origin, row + 1, parts, origin, 0, captures_only)
        row += 1 + PATH_FIELDS * parts
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _walk(
    board: Board,
    top: cython.int,
    origin: cython.int,
    row: cython.int,
    left: cython.int,
    at: cython.int,
    taken: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """The moves along the last `left` parts of a path, whose fields begin at `row`."""
    n: cython.int
    there: cython.int
    rest: cython.int = row + PATH_FIELDS
    flags: cython.int = board.tables.paths[row + 2]
    for n in range(board.tables.paths[row + 1]):
        at += board.tables.paths[row]
        there = _man_on(board, at, origin, taken)
        if there == 1:
            return top
        if left == 1:
            top = _end(board, top, origin, at, flags, taken, captures_only)
        else:
            if flags & (HOPS if there else MOVES):
                top = _walk(board, top, origin, rest, left - 1, at, taken, captures_only)
            if flags & CAPTURES and _is_enemy(there, board.sq[origin]):
                top = _walk(board, top, origin, rest, left - 1, at, _and(taken, at), captures_only)
        if there:
            return top
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_enemy(there: cython.int, code: cython.int) -> cython.bint:
    return there > 1 and (there & 1) != (code & 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _and(taken: cython.int, at: cython.int) -> cython.int:
    """The cells on which men have been taken, and one more; there are two at most."""
    return taken | at << CELL_BITS if taken else at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _was_taken(taken: cython.int, at: cython.int) -> cython.bint:
    return taken != 0 and (taken >> CELL_BITS == at or taken & ((1 << CELL_BITS) - 1) == at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _man_on(board: Board, at: cython.int, origin: cython.int, taken: cython.int) -> cython.int:
    """What a man on its way finds on a cell; a long leap may go beyond all cells."""
    if at < 0 or at >= CELLS:
        return 1
    if at == origin or _was_taken(taken, at):
        return 0
    return board.sq[at]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _end(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    flags: cython.int,
    taken: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """The move that ends on a cell of the board, if it may; where it began, only with a capture."""
    code: cython.int = board.sq[origin]
    there: cython.int = _man_on(board, at, origin, taken)
    first: cython.int = taken & ((1 << CELL_BITS) - 1)
    second: cython.int = taken >> CELL_BITS
    one: cython.int = board.sq[first] if first else 0
    two: cython.int = board.sq[second] if second else 0
    if flags & PASSES:
        if there or captures_only:
            return top
        return add(board, top, pack(origin, origin) | pack_kind(PASS_TURN), 0, origin, 0)
    if there:
        if not flags & CAPTURES or not _is_enemy(there, code):
            return top
    elif not flags & MOVES or (not taken and (captures_only or at == origin)):
        return top
    if not taken:
        if there:
            return add_capture(board, top, origin, at, code, there)
        return add(board, top, pack(origin, at), code, at, 0)
    if at == first:  # two out and one back, so that the squares tell the order
        return add_victims(
            board, top, pack(origin, at) | pack_further(second, 0), code, one, two, 0
        )
    return add_victims(
        board, top, pack(origin, at) | pack_further(first, second), code, one, two, there
    )


def drop_equal(board: Board, start: cython.int, top: cython.int) -> cython.int:
    """Drop the moves of one man that were found before; returns the new top.

    A first move of several squares that is found as a plain one, too, stays the former.
    """
    i: cython.int
    k: cython.int
    kept: cython.int = start
    known: cython.bint
    difference: cython.longlong
    for i in range(start, top):
        known = False
        for k in range(start, kept):
            difference = board.moves[k] ^ board.moves[i]
            if difference == 0 or difference == pack_kind(STRIDE):
                known = True
                break
        if not known:
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


# --- attacks ------------------------------------------------------------------------------------


def is_on_path(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a man of a colour, elsewhere, attacks a cell along a path."""
    i: cython.int
    m: cython.int
    at: cython.int
    code: cython.int
    left: cython.int
    for i in range(board.tables.pathers):
        code = board.tables.path_codes[i] | color
        left = board.code_count[code]
        m = color * SIDE_MEN
        while left:
            at = board.men[m]
            m += 1
            if board.sq[at] == code:
                left -= 1
                if at != cell and path_reaches(board, at, cell):
                    return True
    return False


def path_reaches(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    """Whether the man on a cell could take an enemy on another one along a path."""
    code: cython.int = board.sq[origin]
    row: cython.int = board.tables.path_start[code]
    end: cython.int = board.tables.path_start[code + 1]
    parts: cython.int
    while row < end:
        parts = board.tables.paths[row]
        if _takes(board, origin, cell, row + 1, parts, origin, 0):
            return True
        row += 1 + PATH_FIELDS * parts
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes(
    board: Board,
    origin: cython.int,
    cell: cython.int,
    row: cython.int,
    left: cython.int,
    at: cython.int,
    taken: cython.int,
) -> cython.bint:
    """Whether the rest of a path can be walked so that an enemy on the cell is taken on it."""
    n: cython.int
    there: cython.int
    enemy: cython.bint
    onward: cython.int
    rest: cython.int = row + PATH_FIELDS
    flags: cython.int = board.tables.paths[row + 2]
    done: cython.bint = _was_taken(taken, cell)
    for n in range(board.tables.paths[row + 1]):
        at += board.tables.paths[row]
        there = _man_on(board, at, origin, taken)
        if there == 1:
            return False
        enemy = (at == cell and not done) or _is_enemy(there, board.sq[origin])
        if left == 1:
            if flags & CAPTURES and enemy and (done or at == cell):
                return True
            if flags & MOVES and done and not there and not enemy:
                return True
        else:
            onward = flags & (HOPS if there or enemy else MOVES)
            if onward and _takes(board, origin, cell, rest, left - 1, at, taken):
                return True
            onward = flags & CAPTURES if enemy else 0
            if onward and _takes(board, origin, cell, rest, left - 1, at, _and(taken, at)):
                return True
        if there or enemy:
            return False
    return False
