"""Whether the last royal of a side can be taken: check, or its equivalent in games without it.

A search asks this at every node. If the royal was safe before the last move, only what that move
changed is examined: the line it left, the line it entered, and its own attack; hook movers and men
with paths are examined every time. An enemy Emperor's attack does not count: whether it may take
depends on protection.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_reached
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.hooks import is_hooked
    from makachess.core.kernel.packed import (
        CELLS,
        SEVERAL_SLIDES,
        SIDE_MEN,
    )
    from makachess.core.kernel.packed_move import destination_of, has_further, origin_of
    from makachess.core.kernel.paths import is_on_path


def is_endangered(board: Board, color: cython.int) -> cython.bint:
    """Whether the last royal of a colour can be taken."""
    if board.royals[color] != 1:
        return False
    return is_reached(board, _royal_cell(board, color), color ^ 1)


def is_still_endangered(board: Board, color: cython.int, before: cython.bint) -> cython.bint:
    """The same after a move; if it was safe `before`, only what the move changed is examined."""
    cell: cython.int
    move: cython.longlong
    if board.royals[color] != 1:
        return False
    if before or not board.ply or board.tables.reserve:
        return is_endangered(board, color)
    move = board.undo[board.ply - 1].move
    if not move:
        return False
    cell = _royal_cell(board, color)
    if not _is_plain(board, move):
        return is_reached(board, cell, color ^ 1)
    if _is_attacked_by_way_of(board, cell, origin_of(move), color ^ 1):
        return True
    if color == board.side and _is_attacked_by_way_of(board, cell, destination_of(move), color ^ 1):
        return True  # a side's own man, arriving, opens no line to its royal
    return is_hooked(board, cell, color ^ 1) or is_on_path(board, cell, color ^ 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_plain(board: Board, move: cython.longlong) -> cython.bint:
    """Whether the last move changed two cells at most, and no royal."""
    royal: cython.p_int = board.tables.royal
    last: cython.int = board.ply - 1
    if has_further(move):
        return False
    if royal[board.undo[last].man] or royal[board.undo[last].victim]:
        return False
    return not royal[board.sq[destination_of(move)]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_attacked_by_way_of(
    board: Board, cell: cython.int, via: cython.int, color: cython.int
) -> cython.bint:
    """Whether the man on `via` leaps to the cell, or the first one that way slides to it."""
    n: cython.int = 1
    at: cython.int
    code: cython.int = board.sq[via]
    ways: cython.int = board.tables.ways[CELLS + via - cell]
    k: cython.int = (ways >> 8) - 1
    if not ways:
        return False
    if k >= 0 and (code & 1) == color and board.tables.reach[k * board.tables.codes + code]:
        return True
    k = (ways & 255) - 1
    if k < 0:
        return False
    if k + 1 == SEVERAL_SLIDES:
        return is_reached(board, cell, color)
    at = cell - board.tables.deltas[k]
    while board.sq[at] == 0:
        at -= board.tables.deltas[k]
        n += 1
    code = board.sq[at]
    return (code & 1) == color and board.tables.reach[k * board.tables.codes + code] >= n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _royal_cell(board: Board, color: cython.int) -> cython.int:
    """The cell of a colour's only royal; `king` may still hold one that was taken or promoted."""
    m: cython.int
    cell: cython.int = board.king[color]
    if board.tables.royal[board.sq[cell]] and (board.sq[cell] & 1) == color:
        return cell
    for m in range(board.men_count[color]):
        cell = board.men[color * SIDE_MEN + m]
        if board.tables.royal[board.sq[cell]]:
            break
    board.king[color] = cell
    return cell
