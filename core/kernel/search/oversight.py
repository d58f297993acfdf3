"""What a player of a low level overlooks: moves that are far away, go backward or turn a corner.

A move is overlooked in the whole of a search or, being nearer in some lines, in the deeper ones: as
by a person, who has not seen that a Bishop looks at the corner, whatever else is considered. Chance
is a hash of the move and a `salt`, so that the same salt overlooks the same.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.board import Board
    from makachess.core.kernel.danger import is_still_endangered
    from makachess.core.kernel.packed import ROW
    from makachess.core.kernel.packed_move import (
        destination_of,
        first_of,
        has_further,
        origin_of,
        promotion_of,
        second_of,
        without_choice,
    )

MOST_ODDS = cython.declare(cython.int, 800)  # of 1024: nothing is overlooked for certain


class Oversight:
    """Which moves of a search from the board's position are not thought of; at first none.

    After `set`, moves of the first `seen` plies always are; a higher `rate` hides more of the rest.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.root = board.ply
        self.rate = 0
        self.seen = 1
        self.salt = 0

    def set(self, rate: int, seen: int, salt: int) -> None:
        """Overlook moves from now on; without a first ply that is seen there would be no move."""
        self.rate = rate
        self.seen = max(seen, 1)
        self.salt = salt & 0x7FFFFFFF

    def hides(self, move: cython.longlong) -> cython.bint:
        """Whether a move of the side to move is not thought of.

        Evasions of a threat to the royal, and what takes a royal, always are.
        """
        ply: cython.int = self.board.ply - self.root
        if not self.rate or ply < self.seen or self._takes_royal(move):
            return False
        if _chance(move, self.salt) >= self._odds(move, ply):
            return False
        return not is_still_endangered(self.board, self.board.side, True)

    def _takes_royal(self, move: cython.longlong) -> cython.bint:
        royal: cython.p_int = self.board.tables.royal
        sq: cython.p_int = self.board.sq
        if royal[sq[destination_of(move)]]:
            return True
        return has_further(move) and royal[sq[first_of(move)]] + royal[sq[second_of(move)]] > 0

    def _odds(self, move: cython.longlong, ply: cython.int) -> cython.int:
        """In 1024, growing with the way of the move and with how deep in the line it stands."""
        points: cython.int
        last: cython.longlong
        way: cython.int = _way(origin_of(move), destination_of(move))
        points = min(way - 1, 8)
        if (destination_of(move) < origin_of(move)) != (self.board.side == 1):
            points += 2  # backward
        if has_further(move):
            points += 3
        if promotion_of(move):
            points += 2
        last = self.board.undo[self.board.ply - 1].move if self.board.ply else 0
        if last:  # there one looks first
            points += _way(destination_of(last), destination_of(move)) // 3
        if way < 2 and points < 3:
            return 0  # next door
        return min(self.rate * points * (2 + ply - self.seen) // 2, MOST_ODDS)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _way(origin: cython.int, destination: cython.int) -> cython.int:
    """Steps from one cell to another; a leap aside of the eight directions counts one more."""
    ranks: cython.int = abs(destination // ROW - origin // ROW)
    files: cython.int = abs(destination % ROW - origin % ROW)
    aside: cython.bint = ranks > 0 and files > 0 and ranks != files
    return max(ranks, files) + aside


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _chance(move: cython.longlong, salt: cython.longlong) -> cython.int:
    """A number below 1024 that looks random, the same compiled or not."""
    plain: cython.longlong = without_choice(move)
    x: cython.longlong = (plain ^ (plain >> 25) ^ salt) & 0x7FFFFFFF
    x = (x * 40503 + 12345) & 0x7FFFFFFF
    x ^= x >> 15
    x = (x * 30011 + salt) & 0x7FFFFFFF
    x ^= x >> 13
    x = (x * 69069 + 1) & 0x7FFFFFFF
    return x >> 21
