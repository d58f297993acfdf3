"""Dead positions in the search: too little is left to mate, by what the variant calls so.

The rule stands in `adjudicate`. This is the same, but for more than FEW men, who would nearly all
be Pawns that can move no more: so it costs most nodes of a search nothing.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.packed import (
        DEAD_ALONE,
        DEAD_ON_LAST_RANK,
        DEAD_ON_ONE_COLOR,
        DEAD_ROYAL,
        ROW,
        SIDE_MEN,
    )

FEW = cython.declare(cython.int, 12)  # men of both sides


def is_dead(board: Board) -> cython.bint:
    """Whether neither side has enough to mate; mostly the first man that it looks at has."""
    i: cython.int
    at: cython.int
    cell: cython.int
    code: cython.int
    color: cython.int
    others: cython.int = 0
    shades: cython.int = 0  # of squares they stand on, as two bits
    shared: cython.int = DEAD_ALONE | DEAD_ON_ONE_COLOR
    if board.men_count[0] + board.men_count[1] > FEW or not board.tables.dead:
        return False
    if board.royals[0] != 1 or board.royals[1] != 1:
        return False
    for color in range(2):
        at = color * SIDE_MEN
        for i in range(at, at + board.men_count[color]):
            cell = board.men[i]
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
