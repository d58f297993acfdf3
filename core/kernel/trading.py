"""The rules against trading Lions: who may take one, judged after the capture.

They are those of Chu Shogi, of which a game may have some. A Lion may take a distant one only where
it cannot be retaken, unless it has taken a man worth a Lion's loss on its way. And when another man
has taken a Lion, the answer must not be the capture of a Lion.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_attacked
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import (
        ADJACENT,
        BRIDGE,
        LIONS_WAIT,
        OTHERS_WAIT,
        ROW,
        ROYALS_GUARD,
        TAKE_PASSANT,
    )
    from makachess.core.kernel.packed_move import (
        destination_of,
        first_of,
        kind_of,
        origin_of,
        second_of,
    )
    from makachess.core.kernel.undo_record import UndoPointer, record_at


def is_unlawful_trade(board: Board) -> cython.bint:
    """Whether the last move has taken a Lion that it must not take."""
    record: UndoPointer = record_at(board.undo, board.ply - 1)
    rules: cython.int = board.tables.trading
    by_lion: cython.bint = board.tables.lion[record.man] != 0
    if not _taken_lion(board, record):
        return False
    if rules & (LIONS_WAIT if by_lion else OTHERS_WAIT) and _avenges(board, record):
        return True
    return by_lion and not _is_free(board, record) and _is_guarded(board, record)


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
    """Whether the move before it took a Lion, by a man that is not the one taken now."""
    struck: cython.longlong = board.tables.zobrist_other[17]
    return record.passant_key == struck and _taken_lion(board, record) != record.passed_man


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_free(board: Board, record: UndoPointer) -> cython.bint:
    """Whether a Lion may take the other one though he is guarded."""
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
    guarded: cython.bint
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
