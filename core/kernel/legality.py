"""Which pseudo-legal moves are legal: what check, repetition and trades of Lions forbid."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_attacked, is_in_check, is_still_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.moves import generate, generate_pieces, is_decided
    from makachess.core.kernel.packed import *

from makachess.core.kernel.attacks import attackers


def is_legal(board: Board, move: cython.longlong) -> cython.bint:
    """Whether a pseudo-legal move may be made: no King left in check, no forbidden repetition."""
    if not board.tables.checkmate and not board.tables.no_repeats and not board.tables.trading:
        return True
    board.make(move)
    legal = may_stand(board, True)
    board.unmake()
    return legal


def may_stand(board: Board, checked: cython.bint) -> cython.bint:
    """Whether the last, pseudo-legal move was legal; `checked`: it may have answered a check."""
    if board.tables.no_repeats and stood_at(board) >= 0:
        return False
    if board.tables.trading and _is_unlawful_trade(board):
        return False
    return not is_still_in_check(board, board.side ^ 1, checked)


def generate_legal(board: Board, top: cython.int) -> cython.int:
    """Write the legal moves to board.moves from `top` on; returns the new top."""
    kept: cython.int = top
    for i in range(top, generate(board, top, False)):
        if is_legal(board, board.moves[i]):
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


def legal_moves(board: Board) -> list[int]:
    return [board.moves[i] for i in range(generate_legal(board, 0))]


def has_legal_move(board: Board) -> cython.bint:
    return has_legal_move_from(board, 0)


def has_legal_move_from(board: Board, top: cython.int) -> cython.bint:
    """Whether the side to move has a legal move; for a search, board.moves is free from `top`."""
    for i in range(top, generate(board, top, False)):
        if is_legal(board, board.moves[i]):
            return True
    return False


def allows_null(board: Board) -> bool:
    """Whether a record of a game can hold a null move here, which is no legal move.

    The side to move is not in check, the game goes on, and no piece can pass: that would be a move.
    """
    if is_decided(board) or is_in_check(board, board.side):
        return False
    for i in range(generate(board, 0, False)):
        if kind_of(board.moves[i]) == PASS_TURN:
            return False
    return True


def stood_at(board: Board) -> cython.int:
    """The ply at which the position last occurred before, -1 if it never did.

    Only quiet moves can have led back to it.
    """
    i: cython.int = board.ply - 2
    least: cython.int = max(board.since, board.ply - board.halfmove)
    while i >= least:
        if board.undo[i].key == board.key:
            return i
        i -= 2
    return -1


def stood_before(board: Board) -> list[int]:
    """The plies at which the position occurred before, the earliest first."""
    least: cython.int = max(board.since, board.ply - board.halfmove)
    return [
        i
        for i in range(least + ((board.ply - least) & 1), board.ply, 2)
        if board.undo[i].key == board.key
    ]


def repetition_key(board: Board) -> cython.longlong:
    """What makes two positions the same: e.p. squares count only if a capture there is legal."""
    if not board.passant_key or board.passant_key == board.tables.zobrist_other[17]:
        return board.key
    for i in range(generate(board, 0, True)):
        if kind_of(board.moves[i]) == TAKE_PASSANT and is_legal(board, board.moves[i]):
            return board.key
    return board.key ^ board.passant_key


# Who may take a Lion, judged after the capture. The rules are those of Chu Shogi, of which a game
# may have some. A Lion may take a distant one only where it cannot be retaken, unless it has taken
# a piece worth a Lion's loss on its way. And when another piece has taken a Lion, the answer must
# not be the capture of a Lion.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_unlawful_trade(board: Board) -> cython.bint:
    """Whether the last move has taken a Lion that it must not take."""
    record: UndoPointer = record_at(board.undo, board.ply - 1)
    rules: cython.int = board.tables.trading
    by_lion: cython.bint = board.tables.lion[record.piece] != 0
    if not _taken_lion(board, record):
        return False
    if rules & (LIONS_WAIT if by_lion else OTHERS_WAIT) and _avenges(board, record):
        return True
    return by_lion and not _may_trade(board, record) and _is_guarded(board, record)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _taken_lion(board: Board, record: UndoPointer) -> cython.int:
    """The cell of the first Lion that a move has taken, 0 if it took none."""
    lion: cython.p_int = board.tables.lion
    if kind_of(record.move) <= TAKE_PASSANT:
        if first_of(record.move) and lion[record.first]:
            return first_of(record.move)
        if second_of(record.move) and lion[record.second]:
            return second_of(record.move)
        if record.victim and lion[record.victim]:
            return destination_of(record.move)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _avenges(board: Board, record: UndoPointer) -> cython.bint:
    """Whether the move before it took a Lion, by a piece that is not the one taken now."""
    struck: cython.longlong = board.tables.zobrist_other[17]
    return record.passant_key == struck and _taken_lion(board, record) != record.passed_piece


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_trade(board: Board, record: UndoPointer) -> cython.bint:
    """Whether a Lion may take the other one though it is guarded."""
    rules: cython.int = board.tables.trading
    if rules & ADJACENT and _is_next_to(origin_of(record.move), _taken_lion(board, record)):
        return True
    if not rules & BRIDGE or not first_of(record.move) or board.tables.lion[record.first]:
        return False
    return not board.tables.no_bridge[record.first]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_next_to(cell: cython.int, other: cython.int) -> cython.bint:
    apart: cython.int = abs(cell - other)
    return apart == 1 or abs(apart - ROW) <= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_guarded(board: Board, record: UndoPointer) -> cython.bint:
    """Whether an enemy could take the Lion where it stands now, though it were pinned."""
    cell: cython.int = destination_of(record.move)
    king: cython.int = board.king[board.side]
    code: cython.int = board.sq[king]
    if board.tables.trading & ROYALS_GUARD:
        return is_attacked(board, cell, board.side)
    board.sq[king] = 1  # a piece of the border: it attacks nothing, and opens no line
    board.code_count[code] -= 1
    guarded = is_attacked(board, cell, board.side)
    board.code_count[code] += 1
    board.sq[king] = code
    return guarded


def repeating_moves(board: Board) -> list[int]:
    """The moves that are illegal only because they bring back an earlier position, packed."""
    found = []
    for move in _pseudo_legal(board):
        board.make(move)
        if stood_at(board) >= 0 and not is_in_check(board, board.side ^ 1):
            found.append(move)
        board.unmake()
    return found


def trading_moves(board: Board) -> list[int]:
    """The moves that are illegal because Lions must not be traded, packed."""
    found = []
    for move in _pseudo_legal(board) if board.tables.trading else []:
        board.make(move)
        if _is_unlawful_trade(board):
            found.append(move)
        board.unmake()
    return found


@cython.cfunc
def _pseudo_legal(board: Board) -> list[int]:
    return [board.moves[i] for i in range(generate(board, 0, False))]


def exposing_moves(board: Board) -> list[tuple[int, list[int]]]:
    """The moves that leave the own King in check, packed, and the cells of who could take it."""
    found = []
    side = board.side
    for move in _pseudo_legal(board):
        board.make(move)
        if is_in_check(board, side):
            kings = [cell for cell in board.pieces_of(side) if board.is_royal(cell)]
            enemies = [at for king in kings for at in attackers(board, king, side ^ 1)]
            found.append((move, list(dict.fromkeys(enemies))))
        board.unmake()
    return found


def captures(board: Board, color: cython.int) -> list[int]:
    """All captures that a colour could make if it were its turn, packed."""
    side: cython.int = board.side
    board.side = color
    end = generate_pieces(board, 0, True)
    board.side = side
    return [board.moves[i] for i in range(end)]


def in_check(board: Board, color: cython.int) -> bool:
    return is_in_check(board, color)


def attacked(board: Board, cell: cython.int, color: cython.int) -> bool:
    return is_attacked(board, cell, color)
