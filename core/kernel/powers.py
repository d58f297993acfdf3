"""Special powers of movement: moves of more than steps along one line, forwards and as attacks.

Any of them can be written as paths of several straight parts. Those of the large shogi games have
loops of their own here, which find the same moves, as a test holds them to. They are there for
speed: by paths alone perft of Macadamia and Maka is 20 to 30 % slower, and their search makes a
quarter of the nodes a second. Emperors, which go anywhere, are in `moves`, as what they may take
depends on attacks.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.promotion import add, add_capture, add_quiet, add_victims


def generate_powers(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Write the moves that a piece owes to its powers; returns the new top."""
    powers: cython.int = board.tables.powers[code]
    if powers & AREA:
        top = _generate_area(board, top, origin, code)
    if powers & (LINE_TWO | LINE_THREE | LINE_HOP):
        top = _generate_lines(board, top, origin, code, captures_only)
    if powers & PASS and not captures_only:
        top = _generate_pass(board, top, origin)
    if powers & (HOOK_ROOK | HOOK_BISHOP):
        top = _generate_hooks(board, top, origin, code, captures_only)
    if powers & PATHS:
        top = _generate_paths(board, top, origin, code, captures_only)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_enemy(there: cython.int, code: cython.int) -> cython.bint:
    return there > 1 and (there & 1) != (code & 1)


# Lions, Lion Dogs and their like: sections 5.1 to 5.5 of the Maka Dai Dai Shogi rules.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _king_step(k: cython.int) -> cython.int:
    """The k-th of the eight steps to a neighbour, k from 0 to 7."""
    k += k >= 4  # skip the null step in the middle
    return (k // 3 - 1) * ROW + k % 3 - 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_area(
    board: Board, top: cython.int, origin: cython.int, code: cython.int
) -> cython.int:
    """Take an adjacent piece, then any King step: hit and run, double capture, igui (5.1, 2)."""
    for i in range(8):
        first = origin + _king_step(i)
        victim = board.sq[first]
        if not _is_enemy(victim, code):
            continue
        for k in range(8):
            at = first + _king_step(k)
            there = board.sq[at]
            move = pack(origin, at) | pack_further(first, 0)
            if there == 0 or at == origin:
                top = add_victims(board, top, move, code, victim, 0, 0)
            elif _is_enemy(there, code):
                top = add_victims(board, top, move, code, victim, there, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_lines(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    powers: cython.int = board.tables.powers[code]
    for k in range(8):
        step = _king_step(k)
        if powers & LINE_TWO and not powers & AREA:
            top = _generate_two(board, top, origin, code, step)
        if powers & LINE_THREE:
            top = _generate_back(board, top, origin, code, step)
            top = _generate_three(board, top, origin, code, step, captures_only)
        if powers & LINE_HOP:
            top = _generate_hop(board, top, origin, code, step, captures_only)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_two(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, step: cython.int
) -> cython.int:
    """Take an adjacent piece, then step back (igui) or on along the line."""
    first: cython.int = origin + step
    victim: cython.int = board.sq[first]
    if not _is_enemy(victim, code):
        return top
    move = pack_further(first, 0)
    top = add_victims(board, top, move | pack(origin, origin), code, victim, 0, 0)
    there = board.sq[first + step]
    if there == 0:
        top = add_victims(board, top, move | pack(origin, first + step), code, victim, 0, 0)
    elif _is_enemy(there, code):
        top = add_victims(board, top, move | pack(origin, first + step), code, victim, there, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_back(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, step: cython.int
) -> cython.int:
    """Two out, one back: end on the first square, taking on the second (5.2)."""
    first: cython.int = origin + step
    near: cython.int = board.sq[first]
    if near == WALL or (near and not _is_enemy(near, code)):
        return top
    far = board.sq[first + step]
    if not _is_enemy(far, code):
        return top
    move = pack(origin, first) | pack_further(first + step, 0)
    return add_victims(board, top, move, code, near, far, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_three(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    step: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """End on the third square, having taken any of the enemies on the first two (5.2)."""
    one: cython.longlong = origin + step
    two: cython.longlong = one + step
    near: cython.int = board.sq[one]
    if near == WALL or board.sq[two] == WALL:
        return top
    far = board.sq[two]
    there = board.sq[two + step]
    if there and not _is_enemy(there, code):
        return top
    move = pack(origin, two + step)
    if there or not captures_only:
        top = add_victims(board, top, move, code, there, 0, 0)
    if _is_enemy(near, code):
        top = add_victims(board, top, move | pack_further(one, 0), code, near, there, 0)
    if _is_enemy(far, code):
        top = add_victims(board, top, move | pack_further(two, 0), code, far, there, 0)
        if _is_enemy(near, code):
            move |= pack_further(one, two)
            top = add_victims(board, top, move, code, near, far, there)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_hop(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    step: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Hop over an occupied neighbour to the square behind it."""
    first: cython.int = board.sq[origin + step]
    at: cython.int = origin + 2 * step
    if first < 2:
        return top
    there = board.sq[at]
    if _is_enemy(there, code):
        return add_capture(board, top, origin, at, code, there)
    if there == 0 and not captures_only:
        return add_quiet(board, top, pack(origin, at), code)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_pass(board: Board, top: cython.int, origin: cython.int) -> cython.int:
    """Out and back again: one move, if any neighbour is empty (5.1, 3)."""
    for k in range(8):
        if board.sq[origin + _king_step(k)] == 0:
            if top < ROOM:
                board.moves[top] = pack(origin, origin) | pack_kind(PASS_TURN)
                top += 1
            break
    return top


# Hook movers: section 5.6. Their straight slides are ordinary legs; here are the squares after a
# turn, forwards as moves and backwards as attacks.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_hooks(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Write the moves of a hook mover to squares behind one turn; returns the new top."""
    straight: cython.bint = (board.tables.powers[code] & HOOK_ROOK) != 0
    step: cython.int = 1 if straight else ROW - 1
    across: cython.int = ROW if straight else ROW + 1
    board.stamp += 1
    for k in range(4):
        at = origin + step
        while board.sq[at] == 0:
            top = _turn(board, top, origin, at, code, across, captures_only)
            top = _turn(board, top, origin, at, code, -across, captures_only)
            at += step
        step, across = across, -step
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turn(
    board: Board,
    top: cython.int,
    origin: cython.int,
    corner: cython.int,
    code: cython.int,
    step: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """The slide after the turn; a cell that two corners lead to is written once."""
    at: cython.int = corner + step
    while board.sq[at] == 0:
        if not captures_only and board.seen[at] != board.stamp:
            board.seen[at] = board.stamp
            top = add_quiet(board, top, pack(origin, at), code)
        at += step
    victim = board.sq[at]
    if victim > 1 and (victim & 1) != (code & 1) and board.seen[at] != board.stamp:
        board.seen[at] = board.stamp
        top = add_capture(board, top, origin, at, code, victim)
    return top


def is_hooked(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a hook mover of a colour attacks a cell round a corner."""
    if _is_shut_in(board, cell):
        return False
    for i in range(board.tables.hooks):
        code = board.tables.hook_codes[i] | color
        left = board.code_count[code]
        if not left or not _is_open(board, cell, code):
            continue
        m = color * SIDE_PIECES
        while left:
            at = board.pieces[m]
            m += 1
            if board.sq[at] == code:
                left -= 1
                if hook_reaches(board, at, cell, board.tables.powers[code]):
                    return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_shut_in(board: Board, cell: cython.int) -> cython.bint:
    """Whether no neighbour is empty, so that no slide with a turn can end here."""
    sq: cython.p_int = board.sq
    if sq[cell - 1] == 0 or sq[cell + 1] == 0 or sq[cell - ROW] == 0 or sq[cell + ROW] == 0:
        return False
    if sq[cell - ROW - 1] == 0 or sq[cell - ROW + 1] == 0:
        return False
    return sq[cell + ROW - 1] != 0 and sq[cell + ROW + 1] != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_open(board: Board, cell: cython.int, code: cython.int) -> cython.bint:
    """Whether a neighbour is empty from which such a piece could make its last step."""
    sq: cython.p_int = board.sq
    straight: cython.bint = (board.tables.powers[code] & HOOK_ROOK) != 0
    up: cython.int = ROW if straight else ROW + 1
    down: cython.int = 1 if straight else ROW - 1
    if sq[cell + up] == 0 or sq[cell - up] == 0:
        return True
    return sq[cell + down] == 0 or sq[cell - down] == 0


def hook_reaches(
    board: Board, origin: cython.int, cell: cython.int, powers: cython.int
) -> cython.bint:
    """Whether a slide with at most one right-angled turn on an empty cell leads there.

    Two lines through each of two cells cross in two places, so there are two corners to look at.
    """
    file: cython.int = origin % ROW
    row: cython.int = origin // ROW
    across: cython.int = cell % ROW - file
    up: cython.int = cell // ROW - row
    if powers & HOOK_ROOK:
        return _turns_at(board, origin, origin + across, cell) or _turns_at(
            board, origin, origin + up * ROW, cell
        )
    if (across + up) & 1:
        return False
    row = (across + up) >> 1  # along one diagonal, and what is left along the other
    return _turns_at(board, origin, _beside(origin, row, row), cell) or _turns_at(
        board, origin, _beside(origin, across - row, up - row), cell
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _beside(cell: cython.int, across: cython.int, up: cython.int) -> cython.int:
    """The cell at a distance in files and ranks; cell 0, a wall, if that is beyond all walls."""
    file: cython.int = cell % ROW + across
    row: cython.int = cell // ROW + up
    if 0 <= file < ROW and 0 <= row < CELLS // ROW:
        return row * ROW + file
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _turns_at(
    board: Board, origin: cython.int, corner: cython.int, cell: cython.int
) -> cython.bint:
    """Whether the way from origin to the corner and on to the cell is free."""
    if corner != cell and corner != origin and board.sq[corner]:
        return False
    return _is_free(board, origin, corner) and _is_free(board, corner, cell)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_free(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    across: cython.int = cell % ROW - origin % ROW
    up: cython.int = cell // ROW - origin // ROW
    step: cython.int = ROW * ((up > 0) - (up < 0)) + (across > 0) - (across < 0)
    if not step:
        return True
    at = origin + step
    while at != cell and board.sq[at] == 0:
        at += step
    return at == cell


# A path is walked part by part, forwards for moves; whether a piece attacks a cell is found by
# walking as if an enemy stood there. The piece's own cell, and those on which it has taken, count
# as empty; the latter are in one number, the first one lowest.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_paths(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Write the moves of a piece along its paths, some perhaps twice; returns the new top."""
    row: cython.int = board.tables.path_start[code]
    end: cython.int = board.tables.path_start[code + 1]
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
    rest: cython.int = row + PATH_FIELDS
    flags: cython.int = board.tables.paths[row + 2]
    for n in range(board.tables.paths[row + 1]):
        at += board.tables.paths[row]
        there = _piece_on(board, at, origin, taken)
        if there == WALL:
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
    there: cython.int = _piece_on(board, at, origin, taken)
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
        return add_quiet(board, top, pack(origin, at), code)
    if at == first:  # two out and one back, so that the squares tell the order
        return add_victims(
            board, top, pack(origin, at) | pack_further(second, 0), code, one, two, 0
        )
    return add_victims(
        board, top, pack(origin, at) | pack_further(first, second), code, one, two, there
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _piece_on(board: Board, at: cython.int, origin: cython.int, taken: cython.int) -> cython.int:
    """What a piece on its way finds on a cell; a long leap may go beyond all cells."""
    if at < 0 or at >= CELLS:
        return WALL
    if at == origin or _was_taken(taken, at):
        return 0
    return board.sq[at]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _and(taken: cython.int, at: cython.int) -> cython.int:
    """The cells on which pieces have been taken, and one more; there are two at most."""
    return taken | at << CELL_BITS if taken else at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _was_taken(taken: cython.int, at: cython.int) -> cython.bint:
    return taken != 0 and (taken >> CELL_BITS == at or taken & ((1 << CELL_BITS) - 1) == at)


def is_on_path(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a piece of a colour, elsewhere, attacks a cell along a path."""
    for i in range(board.tables.pathers):
        code = board.tables.path_codes[i] | color
        left = board.code_count[code]
        m = color * SIDE_PIECES
        while left:
            at = board.pieces[m]
            m += 1
            if board.sq[at] == code:
                left -= 1
                if at != cell and path_reaches(board, at, cell):
                    return True
    return False


def path_reaches(board: Board, origin: cython.int, cell: cython.int) -> cython.bint:
    """Whether the piece on a cell could take an enemy on another one along a path."""
    code: cython.int = board.sq[origin]
    row: cython.int = board.tables.path_start[code]
    end: cython.int = board.tables.path_start[code + 1]
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
    rest: cython.int = row + PATH_FIELDS
    flags: cython.int = board.tables.paths[row + 2]
    done: cython.bint = _was_taken(taken, cell)
    for n in range(board.tables.paths[row + 1]):
        at += board.tables.paths[row]
        there = _piece_on(board, at, origin, taken)
        if there == WALL:
            return False
        enemy: cython.bint = (at == cell and not done) or _is_enemy(there, board.sq[origin])
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
