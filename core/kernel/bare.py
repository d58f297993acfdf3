"""The bare royal, where that loses: who has nothing else left, against a side that has more."""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.attacks import is_reached
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import SIDE_MEN


def has_lost_bare(board: Board, color: cython.int) -> cython.bint:
    """Whether a colour has one royal left, and cannot take at once what that loses to."""
    i: cython.int
    cell: cython.int
    other: cython.int = color ^ 1
    royal: cython.int = 0
    man: cython.int = 0
    men: cython.int = 0
    if board.men_count[color] != 1 or board.royals[color] != 1:
        return False
    for i in range(board.men_count[other]):
        cell = board.men[other * SIDE_MEN + i]
        if board.tables.royal[board.sq[cell]]:
            royal = cell
        elif not board.tables.slight[board.sq[cell]]:
            man = cell
            men += 1
    if not men or not royal:
        return False
    if board.royals[other] == 1 and is_reached(board, royal, color):
        return False
    return men > 1 or not is_reached(board, man, color)


def has_lost(board: Board, color: cython.int) -> bool:
    """The same, where a bare royal loses."""
    return board.tables.bare != 0 and has_lost_bare(board, color)
