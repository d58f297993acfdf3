"""The only move generator: all pseudo-legal moves of the side to move, each packed into 64 bits.

Pieces whose neighbours rule out any move are skipped. Special powers are in `powers`, the
promotions that a move brings in `promotion`.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_attacked, is_protected, is_reached
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import *
    from makachess.core.kernel.powers import generate_powers
    from makachess.core.kernel.promotion import add, add_capture, add_quiet, change_by


def generate(board: Board, top: cython.int, captures_only: cython.bint) -> cython.int:
    """Write the pseudo-legal moves to board.moves from `top` on; returns the new top.

    None once a side has no royal left, or has lost with a bare one, or a delayed promotion has
    mated: the game is over.
    """
    if is_decided(board):
        return top
    if board.choices:
        return _generate_after_choices(board, top, captures_only)
    return generate_pieces(board, top, captures_only)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_after_choices(
    board: Board, top: cython.int, captures_only: cython.bint
) -> cython.int:
    """All moves after each delayed promotion that the side to move may choose."""
    for choice in range(1, board.choices + 1):
        board.promote_waiting(board.result(choice), False)
        end = generate_pieces(board, top, captures_only)
        board.promote_waiting(board.result(choice), True)
        for i in range(top, end):
            board.moves[i] |= pack_choice(choice)
        top = end
    return top


def generate_pieces(board: Board, top: cython.int, captures_only: cython.bint) -> cython.int:
    """The moves of all pieces, without delayed promotions first; captures in the same order."""
    first: cython.int = board.side * SIDE_PIECES
    pieces: cython.p_int = board.pieces
    sq: cython.p_int = board.sq
    around: cython.p_int = board.around
    near: cython.p_int = board.tables.near_enemy if captures_only else board.tables.near
    board.look_round()
    for i in range(first, first + board.piece_count[board.side]):
        cell = pieces[i]
        promised = around[cell] & near[sq[cell]]
        if promised == LEAPS and captures_only and not _can_leap_at(board, cell, board.side ^ 1):
            continue
        if promised:
            top = generate_piece(board, top, cell, captures_only)
    return top if captures_only else generate_joint(board, top)


def generate_piece(
    board: Board, top: cython.int, origin: cython.int, captures_only: cython.bint
) -> cython.int:
    """The moves of one piece alone; the neighbour bits must be up to date."""
    code: cython.int = board.sq[origin]
    start: cython.int = top
    if captures_only:
        top = _capture_along_legs(board, top, origin, code)
    else:
        top = _generate_legs(board, top, origin, code)
    if board.tables.powers[code]:
        top = generate_powers(board, top, origin, code, captures_only)
        if board.tables.powers[code] & (UNIVERSAL | UNIVERSAL_ROYAL):
            top = _generate_anywhere(board, top, origin, code, captures_only)
        if board.tables.powers[code] & (OVERLAPS | PATHS):
            all_kinds: cython.bint = board.tables.powers[code] & PATHS != 0
            top = _drop_repeated(board, start, top, all_kinds)
    return top


def is_pseudo_legal(board: Board, move: cython.longlong, top: cython.int) -> cython.bint:
    """Whether a packed move from elsewhere is a piece's move here; board.moves is free from `top`.

    For moves of more than one piece the answer is always no.
    """
    end: cython.int = top
    origin: cython.int = origin_of(move)
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side or board.choices or is_decided(board):
        return False
    board.look_round()
    if (
        is_plain(move)
        and not board.sq[destination_of(move)]
        and _leads_to(board, origin, destination_of(move), code)
    ):
        return True
    end = generate_piece(board, top, origin, False)
    for i in range(top, end):
        if board.moves[i] == move:
            return True
    return False


def is_decided(board: Board) -> cython.bint:
    """Whether a side has no royal left or has lost with a bare one, or a promotion has mated."""
    if not board.royals[0] or not board.royals[1] or board.winning != 0:
        return True
    return board.tables.bare != 0 and (has_lost_bare(board, 0) or has_lost_bare(board, 1))


def has_lost_bare(board: Board, color: cython.int) -> cython.bint:
    """Whether a colour has one royal left, and cannot take at once what that loses to."""
    other: cython.int = color ^ 1
    royal: cython.int = 0
    piece: cython.int = 0
    pieces: cython.int = 0
    if board.piece_count[color] != 1 or board.royals[color] != 1:
        return False
    for i in range(board.piece_count[other]):
        cell = board.pieces[other * SIDE_PIECES + i]
        if board.tables.royal[board.sq[cell]]:
            royal = cell
        elif not board.tables.slight[board.sq[cell]]:
            piece = cell
            pieces += 1
    if not pieces or not royal:
        return False
    if board.royals[other] == 1 and is_reached(board, royal, color):
        return False
    return pieces > 1 or not is_reached(board, piece, color)


def has_lost(board: Board, color: cython.int) -> bool:
    """The same, where a bare royal loses."""
    return board.tables.bare != 0 and has_lost_bare(board, color)


def is_dead(board: Board) -> cython.bint:
    """Whether neither side has enough to mate; mostly the first piece that it looks at has."""
    others: cython.int = 0
    shades: cython.int = 0  # of squares they stand on, as two bits
    shared: cython.int = DEAD_ALONE | DEAD_ON_ONE_COLOR
    if not board.tables.dead or board.royals[0] != 1 or board.royals[1] != 1:
        return False
    for color in range(2):
        at = color * SIDE_PIECES
        for i in range(at, at + board.piece_count[color]):
            cell = board.pieces[i]
            code = board.sq[cell]
            if board.tables.royal[code]:
                if not board.tables.harmless[code] & DEAD_ROYAL:
                    return False
                continue
            if (
                board.tables.harmless[code] & DEAD_ON_LAST_RANK
                and cell // ROW == board.tables.last_cells[color] // ROW
            ):
                continue
            others += 1
            shades |= 1 << ((cell // ROW + cell) & 1)
            shared &= board.tables.harmless[code]
            if not shared:
                return False
    if others == 1 and shared & DEAD_ALONE:
        return True
    return shades < 3 and shared & DEAD_ON_ONE_COLOR != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_legs(
    board: Board, top: cython.int, origin: cython.int, code: cython.int
) -> cython.int:
    """Write the moves of a piece along its legs; returns the new top.

    Legs for which the adjacent square promises nothing are skipped.
    """
    row: cython.Py_ssize_t = board.tables.leg_start[code]
    end: cython.Py_ssize_t = board.tables.leg_start[code + 1]
    around: cython.int = board.around[origin]
    legs: cython.p_int = board.tables.legs
    while row < end:
        if legs[row + NEAR] & around:
            at = origin + legs[row + DELTA]
            there = board.sq[at]
            if there == 0:
                top = _generate_leg(board, top, origin, code, row)
                if board.passed:
                    top = _generate_passant(board, top, origin, at, code, row)
            elif there > 1 and (there & 1) != (code & 1):
                top = _capture_at(board, top, origin, at, code, row, 1)
        row += LEG_FIELDS
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_leg(
    board: Board, top: cython.int, origin: cython.int, code: cython.int, row: cython.int
) -> cython.int:
    """All moves along a leg that begins on an empty cell, a capture at its end included."""
    at: cython.int = origin
    delta: cython.int = board.tables.legs[row + DELTA]
    mask: cython.int = board.tables.legs[row + MASK]
    flags: cython.int = board.tables.legs[row + FLAGS]
    steps: cython.int = board.tables.legs[row + STEPS]
    changes: cython.bint = board.tables.changes[code] != 0
    if flags & INITIAL:
        steps = min(steps, _first_steps(board, origin, code))
    for n in range(1, steps + 1):
        at += delta
        there = board.sq[at]
        if there > 1 and (there & 1) != (code & 1):
            return _capture_at(board, top, origin, at, code, row, n)
        if there:
            break
        if flags & MOVES and (mask >> n) & 1:
            if changes or flags & STRIDES or top >= ROOM:
                top = _add_step(board, top, origin, at, n, flags)
            else:
                board.moves[top] = pack(origin, at)
                top += 1
    return top


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
    """The capture of the enemy on the n-th cell of a leg, if the leg takes there."""
    flags: cython.int = board.tables.legs[row + FLAGS]
    if not flags & CAPTURES or not (board.tables.legs[row + MASK] >> n) & 1:
        return top
    if flags & INITIAL and n > _first_steps(board, origin, code):
        return top
    return add_capture(board, top, origin, at, code, board.sq[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _first_steps(board: Board, origin: cython.int, code: cython.int) -> cython.int:
    """How many squares a piece may go by a first move from where it stands, 0 if it makes none."""
    home: cython.int = board.tables.home[code * CELLS + origin]
    right: cython.int = home >> HOME_RIGHT & 31
    if right and not board.castling >> (right - 1) & 1:
        return 0
    if home & UNATTACKED and is_attacked(board, origin, (code & 1) ^ 1):
        return 0
    return home & HOME_STEPS


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
    """A move without capture that may change its piece or passes squares."""
    move: cython.longlong = pack(origin, at)
    if flags & STRIDES and n > 1:
        move |= pack_kind(STRIDE)
    return add_quiet(board, top, move, board.sq[origin])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_passant(
    board: Board,
    top: cython.int,
    origin: cython.int,
    at: cython.int,
    code: cython.int,
    row: cython.int,
) -> cython.int:
    """En passant: the victim stands beside its captor's way, and the matrix has a column for it."""
    if board.tables.legs[row + FLAGS] & PASSANT and (at == board.passed or at == board.passed_more):
        move = pack(origin, at) | pack_further(board.passed_piece, 0)
        move |= pack_kind(TAKE_PASSANT)
        change = change_by(board, code, board.tables.types, origin, at)
        top = add(board, top, move, code, at, change)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leads_to(board: Board, origin: cython.int, goal: cython.int, code: cython.int) -> cython.bint:
    """Whether a piece can make a plain move along a leg to an empty cell.

    The answer may be no for moves from the home square and for pieces that such moves may change.
    """
    row: cython.Py_ssize_t = board.tables.leg_start[code]
    end: cython.Py_ssize_t = board.tables.leg_start[code + 1]
    around: cython.int = board.around[origin]
    legs: cython.p_int = board.tables.legs
    if board.tables.changes[code]:
        return False
    while row < end:
        if legs[row + NEAR] & around and legs[row + FLAGS] & (MOVES | INITIAL | STRIDES) == MOVES:
            at = origin + legs[row + DELTA]
            n = 1
            while at != goal and board.sq[at] == 0 and n < legs[row + STEPS]:
                at += legs[row + DELTA]
                n += 1
            if at == goal and (legs[row + MASK] >> n) & 1:
                return True
        row += LEG_FIELDS
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _capture_along_legs(
    board: Board, top: cython.int, origin: cython.int, code: cython.int
) -> cython.int:
    """The captures of a piece along its legs."""
    row: cython.Py_ssize_t = board.tables.leg_start[code]
    end: cython.Py_ssize_t = board.tables.leg_start[code + 1]
    around: cython.int = board.around[origin]
    sq: cython.p_int = board.sq
    legs: cython.p_int = board.tables.legs
    while row < end:
        if legs[row + NEAR_ENEMY] & around:
            at = origin + legs[row + DELTA]
            there = sq[at]
            n = 1
            if there == 0 and board.passed:
                top = _generate_passant(board, top, origin, at, code, row)
            while there == 0 and n < legs[row + STEPS]:
                at += legs[row + DELTA]
                there = sq[at]
                n += 1
            if there > 1 and (there & 1) != (code & 1):
                top = _capture_at(board, top, origin, at, code, row, n)
        row += LEG_FIELDS
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _can_leap_at(board: Board, cell: cython.int, color: cython.int) -> cython.bint:
    """Whether a piece of a colour stands within three squares, the longest leap of LEAPS.

    The neighbour bits of the cells one and two steps away in each direction cover that.
    """
    bits: cython.int = _around_line(board, cell, 1) | _around_line(board, cell, ROW)
    bits |= _around_line(board, cell, ROW - 1) | _around_line(board, cell, ROW + 1)
    return (bits >> BLACK_NEAR * color) & 255 != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _around_line(board: Board, cell: cython.int, step: cython.int) -> cython.int:
    """The neighbour bits of four cells, one and two steps to either side."""
    bits: cython.int = board.around[cell - step] | board.around[cell + step]
    return bits | board.around[cell - 2 * step] | board.around[cell + 2 * step]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_anywhere(
    board: Board,
    top: cython.int,
    origin: cython.int,
    code: cython.int,
    captures_only: cython.bint,
) -> cython.int:
    """Any empty square of the board, and any enemy that is not shielded by a protector (5.7)."""
    spares_all: cython.bint = not board.tables.powers[code] & UNIVERSAL_ROYAL
    for at in range(MARGIN * ROW, (MARGIN + 19) * ROW):
        there = board.sq[at]
        if there == 0:
            if not captures_only:
                top = add_quiet(board, top, pack(origin, at), code)
        elif there > 1 and (there & 1) != (code & 1):
            spared: cython.bint = spares_all or board.tables.royal[there] != 0
            if not (spared and is_protected(board, origin, at)):
                top = add_capture(board, top, origin, at, code, there)
    return top


def generate_joint(board: Board, top: cython.int) -> cython.int:
    """The moves of several pieces at once: castling, and compound first moves."""
    if board.castling:
        top = _generate_castlings(board, top)
    if board.fullmove == 1 and board.tables.compounds:
        top = _generate_compounds(board, top)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_castlings(board: Board, top: cython.int) -> cython.int:
    for i in range(board.tables.castlings):
        row = i * CASTLE_FIELDS
        if not board.tables.castles[row] & board.castling:
            continue
        if board.tables.castles[row + 1] != board.side or not _can_castle(board, row):
            continue
        move = pack(board.tables.castles[row + 2], board.tables.castles[row + 3])
        move |= pack_further(board.tables.castles[row + 4], board.tables.castles[row + 5])
        move |= pack_kind(CASTLE)
        top = add(board, top, move, 0, 0, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _can_castle(board: Board, row: cython.int) -> cython.bint:
    first: cython.int = row + CASTLE_EMPTY
    for i in range(first + 1, first + 1 + board.tables.castles[first]):
        if board.sq[board.tables.castles[i]]:
            return False
    first = row + CASTLE_SAFE
    for i in range(first + 1, first + 1 + board.tables.castles[first]):
        if is_attacked(board, board.tables.castles[i], board.side ^ 1):
            return False
    return True


# Compound first moves: two pawns that go three squares in all, or three one square each, section
# 4.1 of the Devingt rules. A move holds origin and destination of the first pawn, by file, and the
# origins of the others; how far those go follows from the total.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _generate_compounds(board: Board, top: cython.int) -> cython.int:
    """Write the compound moves, if the side to move may still make one; returns the new top."""
    start: cython.int = board.tables.pawn_start[board.side]
    end: cython.int = board.tables.pawn_start[board.side + 1]
    if not (board.tables.compounds >> board.side) & 1 or not _is_at_home(board):
        return top
    for i in range(start, end):
        if _is_pawn_free(board, i, 1):
            for j in range(i + 1, end):
                top = _add_pairs(board, top, i, j)
                top = _add_triples(board, top, i, j, end)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_at_home(board: Board) -> cython.bint:
    """Whether all pieces of the side to move stand as in the array."""
    if board.piece_count[board.side] != board.tables.army[board.side]:
        return False
    for i in range(board.piece_count[board.side]):
        cell = board.pieces[board.side * SIDE_PIECES + i]
        if not board.tables.home[board.sq[cell] * CELLS + cell] & IN_ARRAY:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_pawn_free(board: Board, pawn: cython.int, squares: cython.int) -> cython.bint:
    """Whether a pawn can go one or two squares ahead."""
    cell: cython.int = board.tables.pawns[pawn]
    forward: cython.int = -ROW if board.side else ROW
    return board.sq[cell + forward] == 0 and (squares == 1 or board.sq[cell + 2 * forward] == 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_pairs(board: Board, top: cython.int, i: cython.int, j: cython.int) -> cython.int:
    """One square and two squares, either pawn being the one that goes farther."""
    if _is_pawn_free(board, j, 2):
        top = _add_compound(board, top, i, 1, j, 0)
    if _is_pawn_free(board, i, 2) and _is_pawn_free(board, j, 1):
        top = _add_compound(board, top, i, 2, j, 0)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_triples(
    board: Board, top: cython.int, i: cython.int, j: cython.int, end: cython.int
) -> cython.int:
    if not _is_pawn_free(board, j, 1):
        return top
    for k in range(j + 1, end):
        if _is_pawn_free(board, k, 1):
            top = _add_compound(board, top, i, 1, j, board.tables.pawns[k])
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_compound(
    board: Board,
    top: cython.int,
    i: cython.int,
    squares: cython.int,
    j: cython.int,
    third: cython.int,
) -> cython.int:
    origin: cython.int = board.tables.pawns[i]
    move: cython.longlong = pack(origin, origin + (-ROW if board.side else ROW) * squares)
    move |= pack_further(board.tables.pawns[j], third)
    move |= pack_kind(COMPOUND)
    if top >= ROOM:
        return top
    board.moves[top] = move
    return top + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drop_repeated(
    board: Board, start: cython.int, top: cython.int, all_kinds: cython.bint
) -> cython.int:
    """Drop moves of one piece that were found twice; returns the new top.

    Those that take in passing are looked at only if `all_kinds` are. `seen` holds the index of the
    first move to a square, offset by a stamp that is new for each call.
    """
    kept: cython.int = start
    base: cython.uint = board.stamp
    board.stamp += top - start
    for i in range(start, top):
        move = board.moves[i]
        goal = destination_of(move)
        if all_kinds or not has_further(move):
            if board.seen[goal] <= base:
                board.seen[goal] = base + kept - start + 1
            elif _is_among(board, move, start + board.seen[goal] - base - 1, kept):
                continue
        board.moves[kept] = move
        kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_among(
    board: Board, move: cython.longlong, start: cython.int, top: cython.int
) -> cython.bint:
    """Whether a move is already there; a first move of several squares as a plain one, too."""
    for i in range(start, top):
        difference = board.moves[i] ^ move
        if difference == 0 or difference == pack_kind(STRIDE):
            return True
    return False
