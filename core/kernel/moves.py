"""The only move generator: all pseudo-legal moves of the side to move, each packed into 64 bits.

Men whose neighbours rule out any move are skipped. Lines are walked in `legs`, the powers of the
shogi games are in `powers` and `hooks`, castling is here; `captures` generates captures alone.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_attacked
    from makachess.core.kernel.bare import has_lost_bare
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.captures import generate_captures
    from makachess.core.kernel.compound import generate_compounds
    from makachess.core.kernel.legs import generate_legs, leads_to
    from makachess.core.kernel.packed import (
        CASTLE,
        CASTLE_EMPTY,
        CASTLE_FIELDS,
        CASTLE_SAFE,
        OVERLAPS,
        PATHS,
        SIDE_MEN,
    )
    from makachess.core.kernel.packed_move import (
        destination_of,
        is_plain,
        origin_of,
        pack,
        pack_choice,
        pack_further,
        pack_kind,
    )
    from makachess.core.kernel.paths import drop_equal
    from makachess.core.kernel.powers import generate_powers
    from makachess.core.kernel.promotion import add, drop_repeated


def generate(board: Board, top: cython.int, captures_only: cython.bint) -> cython.int:
    """Write the pseudo-legal moves to board.moves from `top` on; returns the new top.

    None once a side has no royal left, or has lost with a bare one, or a delayed promotion has
    mated: the game is over.
    """
    if is_decided(board):
        return top
    if board.choices:
        return _generate_after_choices(board, top, captures_only)
    return generate_men(board, top, captures_only)


def is_decided(board: Board) -> cython.bint:
    """Whether a side has no royal left or has lost with a bare one, or a promotion has mated."""
    if not board.royals[0] or not board.royals[1] or board.winning != 0:
        return True
    return board.tables.bare != 0 and (has_lost_bare(board, 0) or has_lost_bare(board, 1))


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
            board.moves[i] |= pack_choice(choice)
        top = end
    return top


def is_pseudo_legal(board: Board, move: cython.longlong, top: cython.int) -> cython.bint:
    """Whether a packed move from elsewhere is a man's move here; board.moves is free from `top`.

    For moves of more than one man the answer is always no.
    """
    i: cython.int
    end: cython.int = top
    origin: cython.int = origin_of(move)
    code: cython.int = board.sq[origin]
    if code < 2 or (code & 1) != board.side or board.choices or is_decided(board):
        return False
    board.look_round()
    if (
        is_plain(move)
        and not board.sq[destination_of(move)]
        and leads_to(board, origin, destination_of(move), code)
    ):
        return True
    end = generate_man(board, top, origin)
    for i in range(top, end):
        if board.moves[i] == move:
            return True
    return False


def generate_man(board: Board, top: cython.int, origin: cython.int) -> cython.int:
    """The moves of one man alone; the neighbour bits must be up to date."""
    code: cython.int = board.sq[origin]
    start: cython.int = top
    top = generate_legs(board, top, origin, code)
    if board.tables.powers[code]:
        top = generate_powers(board, top, origin, code, False)
        if board.tables.powers[code] & PATHS:
            top = drop_equal(board, start, top)
        elif board.tables.powers[code] & OVERLAPS:
            top = drop_repeated(board, start, top)
    return top


def generate_men(board: Board, top: cython.int, captures_only: cython.bint) -> cython.int:
    """The moves of all men, without delayed promotions first."""
    i: cython.int
    cell: cython.int
    first: cython.int = board.side * SIDE_MEN
    board.look_round()
    if captures_only:
        return generate_captures(board, top)
    for i in range(first, first + board.men_count[board.side]):
        cell = board.men[i]
        if board.around[cell] & board.tables.near[board.sq[cell]]:
            top = generate_man(board, top, cell)
    return generate_joint(board, top)


def generate_joint(board: Board, top: cython.int) -> cython.int:
    """The moves of several men at once: castling, and compound first moves."""
    if board.castling:
        top = _generate_castlings(board, top)
    if board.fullmove == 1 and board.tables.compounds:
        top = generate_compounds(board, top)
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
        move = pack(board.tables.castles[row + 2], board.tables.castles[row + 3])
        move |= pack_further(board.tables.castles[row + 4], board.tables.castles[row + 5])
        move |= pack_kind(CASTLE)
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
