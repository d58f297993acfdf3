"""Where every man stands: the cells, the men of each side, and what follows from them.

Key and score are updated incrementally as men come, go and change.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.accumulator import Sums
    from makachess.core.kernel.memory import RuleMemory, Worth
    from makachess.core.kernel.packed import (
        ANYWHERE,
        BLACK_NEAR,
        CELLS,
        EMPTY_NEAR,
        LEAPS,
        MOST_CHANGES,
        ROW,
        SIDE_MEN,
    )
    from makachess.core.kernel.packed_score import share_of, value_of


class Men:
    """The men on the board; `sq` holds a code a cell, `men` the cells of each side.

    `around` holds the neighbour bits of each cell, as of the last `look_round`.
    """

    def __init__(self, tables: RuleMemory, worth: Worth | None = None) -> None:
        self.tables = tables
        self.worth_kept = tables.no_worth if worth is None else worth
        self.worth = self.worth_kept.cells
        self.full = self.worth_kept.full
        self.scale = self.worth_kept.scale
        net = self.worth_kept.net
        self.sums = None if net is None else Sums(net)
        self.key = self.score = self.changes_count = 0
        if not cython.compiled:
            self.sq = [1] * CELLS
            self.around = [0] * CELLS
            self.changes = [0] * MOST_CHANGES
            self.slot = [0] * CELLS
            self.men = [0] * CELLS
            self.men_count = [0, 0]
            self.code_count = [0] * 512
            self.price = [0] * 512
            self.royals = [0, 0]
            self.king = [0, 0]

    def clear(self, cells: list[int]) -> None:
        """Empty the cells of a board, and wall off all others."""
        i: cython.int
        cell: cython.int
        for i in range(CELLS):
            self.sq[i] = 1
            self.around[i] = LEAPS | ANYWHERE
        for i in range(512):
            self.code_count[i] = 0
        for i in range(2):
            self.men_count[i] = self.royals[i] = self.king[i] = 0
        for cell in cells:
            self.sq[cell] = 0
            _tell_neighbours(self, cell, 1 << EMPTY_NEAR)
        self.changes_count = 0
        self.key = self.score = 0
        if self.sums is not None:
            self.sums.clear()

    def place(self, cell: cython.int, code: cython.int) -> None:
        """Put a man on an empty cell, last in the list of its side."""
        self.unlift(cell, code, self.men_count[code & 1])
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score += self.worth[code * CELLS + cell]
        if self.sums is not None:
            self.sums.note(code * CELLS + cell, True)
        if self.tables.royal[code]:
            self.king[code & 1] = cell

    def fix_prices(self) -> None:
        """Take what men count for in exchanges from the phase of the position."""
        code: cython.int
        share: cython.longlong = share_of(self.score, self.full, self.scale)
        for code in range(self.worth_kept.codes):
            self.price[code] = value_of(self.worth_kept.price[code], share)

    def centipawns(self) -> int:
        """What the men are worth in the phase of the position, White's less Black's."""
        value: cython.int = value_of(self.score, share_of(self.score, self.full, self.scale))
        return value

    def net_score(self, side: cython.int) -> int:
        """What the net, if there is one, adds to the score of a side if that is to move."""
        score: cython.int = 0
        if self.sums is not None:
            score = self.sums.score(side)
        return score

    def code_at(self, cell: cython.int) -> int:
        """The code of the man on a cell, 0 if it is empty."""
        code: cython.int = self.sq[cell]
        return code

    def is_royal(self, cell: cython.int) -> bool:
        """Whether a royal stands on a cell of the board."""
        return bool(self.tables.royal[self.sq[cell]])

    def count_of(self, code: cython.int) -> int:
        """How many men of a code are on the board."""
        count: cython.int = self.code_count[code]
        return count

    def royals_of(self, color: cython.int) -> int:
        """How many royal men a colour has."""
        count: cython.int = self.royals[color]
        return count

    def king_of(self, color: cython.int) -> int:
        """The cell of the royal that moved last; the King's where mate decides."""
        cell: cython.int = self.king[color]
        return cell

    def men_of(self, color: cython.int) -> list[int]:
        """The cells of all men of a colour."""
        return [self.men[color * SIDE_MEN + i] for i in range(self.men_count[color])]

    def look_round(self) -> None:
        """Bring the neighbour bits up to date; call this before they are read."""
        change: cython.int
        bits: cython.int
        while self.changes_count:
            self.changes_count -= 1
            change = self.changes[self.changes_count]
            bits = (1 << EMPTY_NEAR) | 1 << BLACK_NEAR * (change & 1)
            _tell_neighbours(self, change >> 11, bits)
            if (change >> 1) & 1023:
                _tell_neighbours(self, (change >> 1) & 1023, bits)

    def lift(self, cell: cython.int) -> None:
        """Remove the man on a cell from the board."""
        code: cython.int = self.sq[cell]
        color: cython.int = code & 1
        last_slot: cython.int = self.men_count[color] - 1
        slot: cython.int = self.slot[cell]
        last: cython.int = self.men[color * SIDE_MEN + last_slot]
        self.men_count[color] = last_slot
        self.men[color * SIDE_MEN + slot] = last
        self.slot[last] = slot
        self.sq[cell] = 0
        _note_change(self, 0, cell, color)
        self.code_count[code] -= 1
        self.royals[color] -= self.tables.royal[code]

    def unlift(self, cell: cython.int, code: cython.int, slot: cython.int) -> None:
        """Undo `lift`: put a man back on its cell, at its place in the list of its side."""
        color: cython.int = code & 1
        last_slot: cython.int = self.men_count[color]
        last: cython.int = self.men[color * SIDE_MEN + slot]
        if slot != last_slot:
            self.men[color * SIDE_MEN + last_slot] = last
            self.slot[last] = last_slot
        self.men_count[color] = last_slot + 1
        self.men[color * SIDE_MEN + slot] = cell
        self.slot[cell] = slot
        self.sq[cell] = code
        _note_change(self, 0, cell, color)
        self.code_count[code] += 1
        self.royals[color] += self.tables.royal[code]

    def shift(self, origin: cython.int, destination: cython.int) -> None:
        """Carry a man to an empty cell."""
        code: cython.int = self.sq[origin]
        slot: cython.int = self.slot[origin]
        self.sq[origin] = 0
        self.sq[destination] = code
        _note_change(self, min(origin, destination), max(origin, destination), code & 1)
        self.slot[destination] = slot
        self.men[(code & 1) * SIDE_MEN + slot] = destination
        if self.tables.royal[code]:
            self.king[code & 1] = destination

    def become(self, cell: cython.int, code: cython.int) -> None:
        """Turn the man on a cell into another type of its side."""
        old: cython.int = self.sq[cell]
        self.sq[cell] = code
        self.code_count[old] -= 1
        self.code_count[code] += 1
        self.royals[code & 1] += self.tables.royal[code] - self.tables.royal[old]

    def carry(self, origin: cython.int, destination: cython.int) -> None:
        """Carry a man to an empty cell, updating key and score."""
        row: cython.int = self.sq[origin] * CELLS
        self.key ^= self.tables.zobrist[row + origin] ^ self.tables.zobrist[row + destination]
        self.score += self.worth[row + destination] - self.worth[row + origin]
        if self.sums is not None:
            self.sums.note(row + origin, False)
            self.sums.note(row + destination, True)
        self.shift(origin, destination)

    def promote(self, cell: cython.int, old: cython.int, promotion: cython.int) -> None:
        """Turn a man into the type of a number counted from 1, updating key and score."""
        code: cython.int = 2 * promotion + (old & 1)
        self.key ^= self.tables.zobrist[old * CELLS + cell]
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score += self.worth[code * CELLS + cell] - self.worth[old * CELLS + cell]
        if self.sums is not None:
            self.sums.note(old * CELLS + cell, False)
            self.sums.note(code * CELLS + cell, True)
        self.become(cell, code)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_change(men: Men, cell: cython.int, other: cython.int, color: cython.int) -> cython.void:
    """Note that a man of a colour has come to `other` or gone, and to or from `cell`, if not 0.

    A change undone at once costs nothing: most positions of a search are left before the neighbour

           bits are needed.
    """
    change: cython.int = other << 11 | cell << 1 | color
    if men.changes_count and men.changes[men.changes_count - 1] == change:
        men.changes_count -= 1
        return
    if men.changes_count == MOST_CHANGES:
        men.look_round()
    men.changes[men.changes_count] = change
    men.changes_count += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_neighbours(men: Men, cell: cython.int, change: cython.int) -> cython.void:
    """Flip a cell's bits at its eight neighbours."""
    men.around[cell - ROW - 1] ^= change << 7
    men.around[cell - ROW] ^= change << 6
    men.around[cell - ROW + 1] ^= change << 5
    men.around[cell - 1] ^= change << 4
    men.around[cell + 1] ^= change << 3
    men.around[cell + ROW - 1] ^= change << 2
    men.around[cell + ROW] ^= change << 1
    men.around[cell + ROW + 1] ^= change
