"""Which legal moves a written move can mean.

Only men that the text may mean are asked for their moves, and only moves that fit are tried out.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.legality import is_legal
    from makachess.core.kernel.moves import generate_joint, generate_man, is_decided
    from makachess.core.kernel.packed import (
        ANY_TYPE,
        CASTLE,
        CELL_BITS,
        COMPOUND,
        MARGIN,
        PASS_TURN,
        ROW,
        SIDE_MEN,
        TAKE_PASSANT,
    )
    from makachess.core.kernel.packed_move import (
        destination_of,
        kind_of,
        origin_of,
        pack_choice,
        promotion_of,
    )
    from makachess.core.kernel.ways import is_among, stops_of, victims_of


class Wanted:
    """What a text says of a move, in numbers.

    `man` is the number of the mover's type, `promotion` that of the type it becomes, 0 where the
    text does not say so; `file` and `rank` are -1 then. `stops` are the cells touched after the
    origin, the first one lowest; bit i of `taken` says that something is taken on the i-th.
    With `igui` the stops are the victims of a man that stays where it is.
    """

    def __init__(self, man: int, file: int, rank: int, promotion: int) -> None:
        self.man = man
        self.file = file
        self.rank = rank
        self.promotion = promotion
        self.castling = self.is_pass = self.is_igui = self.taken = 0
        self.stops = 0

    def castle(self, way: int) -> None:
        """Ask for castling, towards the last file (1) or the first one (-1)."""
        self.castling = way

    def pass_turn(self) -> None:
        """Ask for a pass."""
        self.is_pass = 1

    def go(self, stops: int, taken: int, igui: bool) -> None:
        """Ask for these stops."""
        self.stops = stops
        self.taken = taken
        self.is_igui = igui


def fitting(board: Board, wanted: Wanted, choice: cython.int) -> list[int]:
    """The legal moves of one man that fit, packed, after a choice of delayed promotions, 0: none.

    Compound first moves never fit.
    """
    i: cython.int
    end: cython.int
    if is_decided(board) or (board.choices != 0) != (choice != 0):
        return []
    if choice:
        board.promote_waiting(board.result(choice), False)
        end = _write_fitting(board, wanted)
        board.promote_waiting(board.result(choice), True)
        for i in range(end):
            board.moves[i] |= pack_choice(choice)
    else:
        end = _write_fitting(board, wanted)
    return [board.moves[i] for i in range(end) if is_legal(board, board.moves[i])]


def only_fitting(board: Board, wanted: Wanted) -> cython.longlong:
    """The legal move that alone fits, packed, where nothing has to be chosen before it; else 0."""
    i: cython.int
    found: cython.longlong = 0
    if is_decided(board) or board.choices:
        return 0
    for i in range(_write_fitting(board, wanted)):
        if is_legal(board, board.moves[i]):
            if found:
                return 0
            found = board.moves[i]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write_fitting(board: Board, wanted: Wanted) -> cython.int:
    """Write the pseudo-legal moves that fit to board.moves; returns their number."""
    i: cython.int
    cell: cython.int
    kept: cython.int = 0
    first: cython.int = board.side * SIDE_MEN
    board.look_round()
    for i in range(first, first + board.men_count[board.side]):
        cell = board.men[i]
        if board.around[cell] & board.tables.near[board.sq[cell]] and _may_move(
            board, wanted, cell
        ):
            kept = _keep_fitting(board, wanted, kept, generate_man(board, kept, cell))
    if board.castling:
        kept = _keep_fitting(board, wanted, kept, generate_joint(board, kept))
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_move(board: Board, wanted: Wanted, cell: cython.int) -> cython.bint:
    """Whether the man on a cell may be the one that the text means."""
    code: cython.int = board.sq[cell]
    if wanted.man and code >> 1 != wanted.man:
        return False
    if wanted.file >= 0 and cell % ROW - MARGIN != wanted.file:
        return False
    return wanted.rank < 0 or cell // ROW - MARGIN == wanted.rank


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_fitting(board: Board, wanted: Wanted, start: cython.int, end: cython.int) -> cython.int:
    """Of the moves in board.moves from `start` to `end` keep what fits; returns the new end."""
    i: cython.int
    kept: cython.int = start
    for i in range(start, end):
        if _fits(board, wanted, board.moves[i]):
            board.moves[kept] = board.moves[i]
            kept += 1
    return kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fits(board: Board, wanted: Wanted, move: cython.longlong) -> cython.bint:
    return (
        _fits_way(board, wanted, move)
        and _fits_promotion(board, wanted, move)
        and _may_move(board, wanted, origin_of(move))
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fits_promotion(board: Board, wanted: Wanted, move: cython.longlong) -> cython.bint:
    """Whether the man becomes what is asked for; its own type says that it stays."""
    if wanted.promotion == ANY_TYPE:
        return promotion_of(move) != 0
    if wanted.promotion == board.sq[origin_of(move)] >> 1:
        return promotion_of(move) == 0
    return promotion_of(move) == wanted.promotion


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fits_way(board: Board, wanted: Wanted, move: cython.longlong) -> cython.bint:
    kind: cython.int = kind_of(move)
    victims: cython.longlong
    if kind == COMPOUND:
        return False
    if wanted.castling:
        return kind == CASTLE and (destination_of(move) - origin_of(move)) * wanted.castling > 0
    if wanted.is_pass:
        return kind == PASS_TURN
    if wanted.is_igui and destination_of(move) != origin_of(move):
        return False
    victims = victims_of(board, move)
    if wanted.is_igui:
        return wanted.stops == victims
    if wanted.stops != stops_of(move, victims):
        return False
    return kind == TAKE_PASSANT or _takes(victims, wanted.stops, wanted.taken)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _takes(victims: cython.longlong, stops: cython.longlong, taken: cython.int) -> cython.bint:
    """Whether something is taken on each of the stops that say so."""
    while taken:
        if taken & 1 and not is_among(stops & ((1 << CELL_BITS) - 1), victims):
            return False
        taken >>= 1
        stops >>= CELL_BITS
    return True
