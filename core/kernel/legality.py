"""Legal moves, and other questions that Position asks."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_attacked, is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.moves import generate, generate_men
    from makachess.core.kernel.packed import TAKE_PASSANT
    from makachess.core.kernel.packed_move import kind_of
    from makachess.core.kernel.trading import is_unlawful_trade
    from makachess.core.kernel.ways import cells_in, victims_of

from makachess.core.kernel.attacks import attackers


def is_legal(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a pseudo-legal move may be made: no King left in check, no forbidden repetition."""
    legal: cython.bint
    if not board.tables.checkmate and not board.tables.no_repeats and not board.tables.trading:
        return True
    board.make(move)
    legal = may_stand(board)
    board.unmake()
    return legal


def may_stand(board: Board) -> cython.bint:
    """Whether the last move, which was pseudo-legal, was legal."""
    if board.tables.no_repeats and has_stood(board):
        return False
    if board.tables.trading and is_unlawful_trade(board):
        return False
    return not is_in_check(board, board.side ^ 1)


def has_stood(board: Board) -> cython.bint:
    """Whether the position has occurred before."""
    return stood_at(board) >= 0


def stood_at(board: Board) -> cython.int:
    """The ply at which the position last occurred before, -1 if it never did.

    Only quiet moves can have led back to it.
    """
    i: cython.int = board.ply - 2
    least: cython.int = max(0, board.ply - board.halfmove)
    while i >= least:
        if board.undo[i].key == board.key:
            return i
        i -= 2
    return -1


def stood_before(board: Board) -> list[int]:
    """The plies at which the position occurred before, the earliest first."""
    least: cython.int = max(0, board.ply - board.halfmove)
    return [
        i
        for i in range(least + ((board.ply - least) & 1), board.ply, 2)
        if board.undo[i].key == board.key
    ]


def has_legal_move(board: Board) -> cython.bint:
    """Whether the side to move has a legal move."""
    return has_legal_move_from(board, 0)


def has_legal_move_from(board: Board, top: cython.int) -> cython.bint:
    """The same for a search; board.moves is free from `top`."""
    i: cython.int
    for i in range(top, generate(board, top, False)):
        if is_legal(board, board.moves[i]):
            return True
    return False


def repeating_moves(board: Board) -> list[int]:
    """The moves that are illegal only because they bring back an earlier position, packed."""
    return [board.moves[i] for i in range(generate(board, 0, False)) if _repeats(board, i)]


def trading_moves(board: Board) -> list[int]:
    """The moves that are illegal because Lions must not be traded, packed."""
    return [board.moves[i] for i in range(generate(board, 0, False)) if _trades(board, i)]


def exposing_moves(board: Board) -> list[tuple[int, list[int]]]:
    """The moves that leave the own King attacked, packed, and the cells of who could take it."""
    found = []
    side = board.side
    for i in range(generate(board, 0, False)):
        move = board.moves[i]
        board.make(move)
        if is_in_check(board, side):
            found.append((move, attackers(board, board.king[side], side ^ 1)))
        board.unmake()
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trades(board: Board, i: cython.int) -> cython.bint:
    """Whether the i-th move takes a Lion that it must not take."""
    trades: cython.bint
    if not board.tables.trading:
        return False
    board.make(board.moves[i])
    trades = is_unlawful_trade(board)
    board.unmake()
    return trades


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _repeats(board: Board, i: cython.int) -> cython.bint:
    """Whether the i-th move brings back an earlier position, and leaves no King in check."""
    repeats: cython.bint
    board.make(board.moves[i])
    repeats = has_stood(board) and not is_in_check(board, board.side ^ 1)
    board.unmake()
    return repeats


def repetition_key(board: Board) -> cython.longlong:
    """What makes two positions the same: e.p. squares count only if a capture there is legal."""
    i: cython.int
    if not board.passant_key or board.passant_key == board.tables.zobrist_other[17]:
        return board.key
    for i in range(generate(board, 0, True)):
        if kind_of(board.moves[i]) == TAKE_PASSANT and is_legal(board, board.moves[i]):
            return board.key
    return board.key ^ board.passant_key


def generate_legal(board: Board, top: cython.int) -> cython.int:
    """Write the legal moves to board.moves from `top` on; returns the new top."""
    i: cython.int
    kept: cython.int = top
    for i in range(top, generate(board, top, False)):
        if is_legal(board, board.moves[i]):
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


def legal_moves(board: Board) -> list[int]:
    """All legal moves, packed."""
    return [board.moves[i] for i in range(generate_legal(board, 0))]


def captures(board: Board, color: cython.int) -> list[int]:
    """All captures that a colour could make if it were its turn, packed."""
    side: cython.int = board.side
    end: cython.int
    board.side = color
    end = generate_men(board, 0, True)
    board.side = side
    return [board.moves[i] for i in range(end)]


def victims(board: Board, move: cython.longlong) -> list[int]:
    """The cells of the men a move would take, in the order of capture."""
    return cells_in(victims_of(board, move))


def in_check(board: Board) -> bool:
    """Whether the side to move is in check."""
    return is_in_check(board, board.side)


def attacked(board: Board, cell: cython.int, color: cython.int) -> bool:
    """Whether a colour attacks a cell."""
    return is_attacked(board, cell, color)
