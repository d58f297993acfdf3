"""The sums of the net: a row for each position that has been judged on the way to this one.

What pieces come and go is only noted. A row is worked out when a score is asked for, from the last
one there is and the notes since: many positions of a search are left before. Where a royal has
gone into another zone, the view of its side is summed up anew, piece by piece.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.memory import Int16Array, Int32Array, NetMemory
    from makachess.core.kernel.packed import *


class Accumulator:
    """The rows and the notes of a line of play, which unmaking its moves shortens again.

    Row `row` is the last, that of the position after the first `noted_at[row]` notes; row 0 is that
    of an empty board. A row has the sums of White's view, then those of Black's; `zones` has where
    the net's rows for each begin, and `scores` what comes of it for White to move and for Black,
    OPEN if nobody has asked. A note is twice the piece, which is its code * CELLS + cell, and one
    more if the piece went.
    """

    def __init__(self, net: NetMemory) -> None:
        self.net = net
        self.units = net.units
        self.first = net.first
        self.last = net.last
        self.plies = self.row = self.noted = 0
        self.notes_kept = Int32Array([0])
        self.notes = self.notes_kept.data
        self.make_room(SEARCH_PLIES + 64)

    def make_room(self, plies: int) -> None:
        """Make room for a line of play: a row and MOST_NOTED notes for each of its plies.

        All rows but the first are worked out anew where they are needed.
        """
        i: cython.int
        if plies <= self.plies:
            return
        self.plies = plies
        # From lists of that length it would take longer than a short search.
        kept: Int32Array = Int32Array([], MOST_NOTED * plies + CELLS)
        for i in range(self.noted):
            kept.data[i] = self.notes[i]
        self.notes_kept = kept
        self.notes = kept.data
        # One more for the position that was set up, and one for a choice that is tried.
        self.noted_at_kept = Int32Array([], plies + 2)
        self.noted_at = self.noted_at_kept.data
        self.scores_kept = Int32Array([], 2 * (plies + 2))
        self.scores = self.scores_kept.data
        self.zones_kept = Int32Array([], 2 * (plies + 2))
        self.zones = self.zones_kept.data
        for i in range(2 * (plies + 2)):
            self.scores[i] = OPEN
            self.zones[i] = -1
        self.rows_kept = Int16Array(2 * self.units * (plies + 2))
        self.rows = self.rows_kept.data
        self.row = 0

    def clear(self) -> None:
        self.row = self.noted = 0

    def note(self, piece: cython.int, came: cython.bint) -> None:
        """Note that a piece, code * CELLS + cell, came or went."""
        self.notes[self.noted] = 2 * piece + (not came)
        self.noted += 1

    def go_back(self, noted: cython.int) -> None:
        """Forget all notes but the first `noted`."""
        self.noted = noted
        while self.noted_at[self.row] > noted:
            self.row -= 1

    def score(
        self,
        side: cython.int,
        sq: cython.p_int,
        pieces: cython.p_int,
        piece_count: cython.p_int,
        king: cython.p_int,
    ) -> cython.int:
        """What the net adds to the score of a side that is to move, in centipawns.

        The rest is the board's own.
        """
        number: cython.int = self.net.set_of[piece_count[0] + piece_count[1]]
        last: cython.int = 2 * self.units * (2 * number + side)
        # All of 16 bits, so that many of them go into one vector.
        value: cython.short
        square: cython.short
        floor: cython.short = 0
        ceiling: cython.short = self.net.ceiling
        total: cython.int = 0
        if self.noted_at[self.row] != self.noted or not self.row:
            self._catch_up(sq, pieces, piece_count, king)
        elif self.scores[2 * self.row + side] != OPEN:
            return self.scores[2 * self.row + side]
        start = 2 * self.units * self.row
        for i in range(2 * self.units):
            value = self.rows[start + i]
            value = max(floor, min(value, ceiling))
            square = value * value
            total += square * self.last[last + i]
        total = (total >> FINENESS) + self.net.offset[number]
        self.scores[2 * self.row + side] = total
        return total

    def _catch_up(
        self,
        sq: cython.p_int,
        pieces: cython.p_int,
        piece_count: cython.p_int,
        king: cython.p_int,
    ) -> None:
        """Work out the row of this position."""
        # A row of its own, unless there is no room for one.
        before: cython.int = self.row
        self.row += self.row <= self.plies
        for view in range(2):
            zone = self.net.zone_of[view * CELLS + king[view]]
            if before and self.zones[2 * before + view] == zone:
                self._follow(view, zone, before)
            else:
                self._sum_up(view, zone, sq, pieces, piece_count)
            self.zones[2 * self.row + view] = zone
        self.noted_at[self.row] = self.noted
        self.scores[2 * self.row] = self.scores[2 * self.row + 1] = OPEN

    def _sum_up(
        self,
        view: cython.int,
        zone: cython.int,
        sq: cython.p_int,
        pieces: cython.p_int,
        piece_count: cython.p_int,
    ) -> None:
        """Make a view of the last row of the pieces on the board."""
        start: cython.int = (2 * self.row + view) * self.units
        for i in range(self.units):
            self.rows[start + i] = self.net.bias[i]
        for color in range(2):
            for k in range(SIDE_PIECES * color, SIDE_PIECES * color + piece_count[color]):
                cell = pieces[k]
                added = zone + self.net.row_of[2 * (sq[cell] * CELLS + cell) + view]
                for i in range(self.units):
                    self.rows[start + i] += self.first[added + i]

    def _follow(self, view: cython.int, zone: cython.int, before: cython.int) -> None:
        """Make a view of the last row of an earlier one and the notes since."""
        gone: cython.int = 0
        more: cython.int = 0
        came: cython.int = 0
        at: cython.int = self.noted_at[before]
        while at < self.noted:
            note = self.notes[at]
            at += 1
            if at < self.noted and note ^ self.notes[at] == 1:
                at += 1  # a piece that has moved and then changed
                continue
            if note & 1 and not gone:
                gone = note >> 1
            elif note & 1 and not more:
                more = note >> 1
            elif not note & 1 and not came:
                came = note >> 1
            else:
                at -= 1
                self._change(view, zone, before, gone, more, came)
                before = self.row
                gone = more = came = 0
        self._change(view, zone, before, gone, more, came)

    def _change(
        self,
        view: cython.int,
        zone: cython.int,
        before: cython.int,
        gone: cython.int,
        more: cython.int,
        came: cython.int,
    ) -> None:
        """Make a view of the last row of one before: less two pieces, plus one.

        Piece 0 is nobody.
        """
        start: cython.int = (2 * self.row + view) * self.units
        before = (2 * before + view) * self.units
        gone = zone + self.net.row_of[2 * gone + view]
        more = zone + self.net.row_of[2 * more + view]
        came = zone + self.net.row_of[2 * came + view]
        for i in range(self.units):
            self.rows[start + i] = (
                self.rows[before + i]
                - self.first[gone + i]
                - self.first[more + i]
                + self.first[came + i]
            )


def largest_sum(first: bytes, bias: bytes, squares: cython.int) -> int:
    """The most, give or take its sign, that any pieces on any squares can make of a unit's sum.

    There is at most one piece on a square: on each, the one that changes the sum most. `first` has
    a row of units for each type, owner and square.
    """
    found: cython.int = 0
    units: cython.int = len(bias) // 2
    row: cython.int = squares * units
    size: cython.int = len(first) // 2
    weights: Int16Array = Int16Array(size, first)
    biases: Int16Array = Int16Array(units, bias)
    largest: Int32Array = Int32Array([0] * row)
    for i in range(size):
        largest.data[i % row] = max(largest.data[i % row], abs(weights.data[i]))
    for unit in range(units):
        total: cython.int = abs(biases.data[unit])
        for i in range(unit, row, units):
            total += largest.data[i]
        found = max(found, total)
    return found
