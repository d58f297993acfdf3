"""Waiting pawns of delayed promotion, and carrying out what they become (Devingt rules, section 5).

`delayed` finds the possible results. A result is one outcome of the whole step: three bits for each
file of the last rank, naming the new type by its place among the choices, 0 for none.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.arrays import Int64Array, grown
    from makachess.core.kernel.memory import RuleMemory, Worth
    from makachess.core.kernel.men import Men
    from makachess.core.kernel.packed import (
        MOST_RESULTS,
        RESULT_BITS,
        RESULT_ROOM,
        SEARCHED_RESULTS,
    )
    from makachess.core.kernel.packed_score import share_of, value_of


class Waiting(Men):
    """The men, and the results among which the side to move may choose.

    `settled` is the forced result after the last move, `winning` whether it mated, and `choices`
    the number of results on top of their stack if there are several.
    """

    def __init__(self, tables: RuleMemory, worth: Worth | None = None) -> None:
        super().__init__(tables, worth)
        self.most_results = MOST_RESULTS
        self.results_kept = Int64Array(RESULT_ROOM if tables.reserve else 0)
        self.results = self.results_kept.data
        self.side = 0
        self.forget_waiting()
        if not cython.compiled:
            self.quiet = [0] * 32
            self.checking = [0] * 32

    def forget_waiting(self) -> None:
        """Begin without results."""
        self.results_top = self.settled = self.winning = self.choices = 0

    def make_room_for_results(self) -> None:
        """Make room for the results of one more move of the game and a search after it."""
        if not self.tables.reserve:
            return
        if self.results_top + 4 * MOST_RESULTS >= self.results_kept.size:
            self.results_kept = grown(self.results_kept)
            self.results = self.results_kept.data

    def narrow_choices(self) -> None:
        """Limit the delayed promotions a search considers in a position."""
        self.most_results = SEARCHED_RESULTS
        if self.choices > self.most_results:
            self.results_top -= self.choices - self.most_results
            self.choices = self.most_results

    def result(self, choice: cython.int) -> cython.longlong:
        """One of the results that the side to move may choose among, counted from 1."""
        return self.results[self.results_top - self.choices + choice - 1]

    def results_now(self) -> list[int]:
        """All results that the side to move may choose among."""
        return [self.result(i) for i in range(1, self.choices + 1)]

    def promote_waiting(self, result: cython.longlong, back: cython.bint) -> None:
        """Turn waiting pawns of the side to move into the men of a result, or back."""
        pawn: cython.int = self.tables.waiter + self.side
        first: cython.int = self.tables.arrival_start[pawn] - 1
        cell: cython.int = self.tables.last_cells[self.side]
        place: cython.int
        kind: cython.int
        changed: cython.int = 0
        while result:
            place = result & ((1 << RESULT_BITS) - 1)
            if place:
                kind = self.tables.arrival[first + place] + 1
                if back:
                    self.promote(cell, 2 * kind + self.side, pawn >> 1)
                else:
                    self.promote(cell, pawn, kind)
                changed += 1
            result >>= RESULT_BITS
            cell += 1
        if back and self.sums is not None:
            self.sums.go_back(self.sums.noted - 4 * changed)

    def static_score(self) -> cython.int:
        """What the men are worth to the side to move in the phase of the position, net included."""
        score: cython.int = value_of(self.score, share_of(self.score, self.full, self.scale))
        if self.side:
            score = -score
        return score if self.sums is None else score + self.sums.score(self.side)

    def choose(self, choice: cython.int) -> None:
        """Carry out a choice, 0 for none; the results stay on their stack."""
        if choice:
            self.promote_waiting(self.result(choice), False)
        self.settled = self.choices = 0

    def unchoose(self, choice: cython.int) -> None:
        """Take a choice back, once the choices are what they were."""
        if choice:
            self.promote_waiting(self.result(choice), True)

    def unsettle(self) -> None:
        """Take back the forced promotions after the last move."""
        self.results_top -= self.choices
        self.choices = 0
        if not self.winning:
            self.promote_waiting(self.settled, True)
        self.settled = self.winning = 0
