"""Perft: counting the sequences of legal moves, to test the move generator."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_in_check
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.delayed import settle
    from makachess.core.kernel.legality import may_stand
    from makachess.core.kernel.moves import generate
    from makachess.core.kernel.packed import *


def perft(board: Board, depth: cython.int) -> int:
    """The number of move sequences of a length; every move of the last ply is made and unmade."""
    nodes: cython.longlong
    board.make_room(min(depth, SEARCH_PLIES) + PLIES_AHEAD)
    with cython.nogil:
        nodes = _perft(board, depth, 0)
    return nodes


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _perft(board: Board, depth: cython.int, top: cython.int) -> cython.longlong:
    nodes: cython.longlong = 0
    if depth <= 0:
        return 1
    checked: cython.bint = is_in_check(board, board.side)
    end = generate(board, top, False)
    for i in range(top, end):
        board.make(board.moves[i])
        if may_stand(board, checked):
            if depth > 1 and board.tables.reserve:
                settle(board, end)
            nodes += 1 if depth == 1 else _perft(board, depth - 1, end)
        board.unmake()
    return nodes
