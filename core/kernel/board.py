"""The board: where every man stands, and making and unmaking moves on it.

The one mutable thing of the core. Everything a move changes is kept on the undo stack, so that
unmake restores the board to the last bit, the order of the lists of men included.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.makachess.core.kernel.constants import (
        CASTLE,
        CELLS,
        CHOICE_SHIFT,
        COMPOUND,
        MOST_RESULTS,
        RESULT_BITS,
        RESULT_ROOM,
        ROOM,
        ROW,
        SEARCH_PLIES,
        SEARCHED_RESULTS,
        SIDE_MEN,
        STRIDE,
        TAKE_PASSANT,
        UNDO_FIELDS,
    )
    from cython.cimports.makachess.core.kernel.memory import Ints, Tables, Words, grown
else:
    from makachess.core.kernel.constants import (
        CASTLE,
        CELLS,
        CHOICE_SHIFT,
        COMPOUND,
        MOST_RESULTS,
        RESULT_BITS,
        RESULT_ROOM,
        ROOM,
        ROW,
        SEARCH_PLIES,
        SEARCHED_RESULTS,
        SIDE_MEN,
        STRIDE,
        TAKE_PASSANT,
        UNDO_FIELDS,
    )
    from makachess.core.kernel.memory import Ints, Tables, Words, grown

COMPILED = cython.compiled


class Board:
    """One position and the way to it; `sq` holds a code a cell, `men` the cells of each side."""

    def __init__(self, tables: Tables, worth: Ints | None = None) -> None:
        self.tables = tables
        self.worth_kept = tables.no_worth if worth is None else worth
        self.most_results = MOST_RESULTS
        self.worth = self.worth_kept.data
        self.undo_kept = Words((SEARCH_PLIES + 64) * UNDO_FIELDS)
        self.undo = self.undo_kept.data
        self.moves_kept = Words(ROOM)
        self.moves = self.moves_kept.data
        self.results_kept = Words(RESULT_ROOM)
        self.results = self.results_kept.data
        if not cython.compiled:
            self.sq = [1] * CELLS
            self.slot = [0] * CELLS
            self.men = [0] * CELLS
            self.men_count = [0, 0]
            self.code_count = [0] * 512
            self.royals = [0, 0]
            self.king = [0, 0]
            self.seen = [0] * CELLS
            self.quiet = [0] * 32
            self.checking = [0] * 32
        self.stamp = 0
        self.ply = 0

    def set_position(
        self,
        cells: list[int],
        men: list[tuple[int, int]],
        side: int,
        castling: int,
        passed: tuple[int, int, int],
        halfmove: int,
        fullmove: int,
    ) -> None:
        """Lay out a position: all cells of the board, (cell, code) of each man, and the rest.

        `passed` is the one or two squares just passed by a pawn (0: none) and that pawn's cell.
        """
        i: cython.int
        cell: cython.int
        code: cython.int
        for i in range(CELLS):
            self.sq[i] = 1
            self.seen[i] = 0
        for i in range(512):
            self.code_count[i] = 0
        for i in range(2):
            self.men_count[i] = self.royals[i] = self.king[i] = 0
        for cell in cells:
            self.sq[cell] = 0
        self.ply = self.score = self.results_top = 0
        self.settled = self.winning = self.choices = 0
        self.side = side
        self.castling = castling
        self.passed = self.passed_more = self.passed_man = 0
        self.key = self.tables.zobrist_other[1 + castling]
        self.passant_key = 0
        if side:
            self.key ^= self.tables.zobrist_other[0]
        for cell, code in men:
            self.unlift(cell, code, self.men_count[code & 1])
            self.key ^= self.tables.zobrist[code * CELLS + cell]
            self.score += self.worth[code * CELLS + cell]
            if self.tables.royal[code]:
                self.king[code & 1] = cell
        if passed[0]:
            self._set_passed(passed[0], passed[1], passed[2])
        self.halfmove = halfmove
        self.fullmove = fullmove

    def _set_passed(self, passed: cython.int, more: cython.int, man: cython.int) -> None:
        step: cython.int = man - (more if more else passed)
        self.side ^= 1
        self.pass_over(passed - step, man)
        self.side ^= 1

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

    def move_made(self, ago: cython.int) -> int:
        """The move made so many plies ago; 1 is the last one."""
        move: cython.longlong = self.undo[(self.ply - ago) * UNDO_FIELDS]
        return move

    def make_room(self) -> None:
        """Keep room on the stacks for one more move of the game, and a search after it."""
        if (self.ply + SEARCH_PLIES) * UNDO_FIELDS >= self.undo_kept.size:
            self.undo_kept = grown(self.undo_kept)
            self.undo = self.undo_kept.data
        if self.results_top + 4 * MOST_RESULTS >= self.results_kept.size:
            self.results_kept = grown(self.results_kept)
            self.results = self.results_kept.data

    def narrow_choices(self) -> None:
        """Let a search look at no more delayed promotions in a position than it has time for."""
        self.most_results = SEARCHED_RESULTS
        if self.choices > self.most_results:
            self.results_top -= self.choices - self.most_results
            self.choices = self.most_results

    def pop(self) -> None:
        """Take the last move back."""
        self.unmake()

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
        self.code_count[code] -= 1
        self.royals[color] -= self.tables.royal[code]

    def unlift(self, cell: cython.int, code: cython.int, slot: cython.int) -> None:
        """Put a man on an empty cell, at a place in the list of its side: the undoing of lift."""
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
        self.code_count[code] += 1
        self.royals[color] += self.tables.royal[code]

    def shift(self, origin: cython.int, destination: cython.int) -> None:
        """Carry a man to an empty cell."""
        code: cython.int = self.sq[origin]
        slot: cython.int = self.slot[origin]
        self.sq[origin] = 0
        self.sq[destination] = code
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

    def take(self, base: cython.int, cell: cython.int) -> None:
        """Remove a victim, with its code and place on the undo stack and key and score kept."""
        code: cython.int = self.sq[cell]
        self.undo[base] = code | self.slot[cell] << 16
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score -= self.worth[code * CELLS + cell]
        self.lift(cell)

    def carry(self, origin: cython.int, destination: cython.int) -> None:
        """Carry a man to an empty cell, with key and score kept."""
        row: cython.int = self.sq[origin] * CELLS
        self.key ^= self.tables.zobrist[row + origin] ^ self.tables.zobrist[row + destination]
        self.score += self.worth[row + destination] - self.worth[row + origin]
        self.shift(origin, destination)

    def make(self, move: cython.longlong) -> None:
        """Make a pseudo-legal move of the side to move."""
        origin: cython.int = move & 1023
        destination: cython.int = (move >> 10) & 1023
        first: cython.int = (move >> 20) & 1023
        second: cython.int = (move >> 30) & 1023
        promotion: cython.int = (move >> 40) & 255
        kind: cython.int = (move >> 48) & 15
        base: cython.int = self.ply * UNDO_FIELDS
        code: cython.int
        rights: cython.int
        captured: cython.bint = False
        self.undo[base] = move
        self.undo[base + 1] = self.key
        self.undo[base + 2] = self.passant_key
        self.undo[base + 3] = self.castling | self.passed << 4 | self.passed_more << 14
        self.undo[base + 4] = self.passed_man | cython.cast(cython.longlong, self.halfmove) << 10
        self.undo[base + 5] = self.score
        if self.tables.reserve:
            self._choose(base, move)
        code = self.sq[origin]
        self.undo[base + 6] = code
        self.undo[base + 7] = 0
        self.key ^= self.passant_key ^ self.tables.zobrist_other[0]
        self.passant_key = 0
        self.passed = self.passed_more = 0
        if first and kind < CASTLE:
            self.take(base + 8, first)
            captured = True
            if second:
                self.take(base + 9, second)
        if destination != origin:
            if self.sq[destination]:
                self.take(base + 7, destination)
                captured = True
            self.carry(origin, destination)
        if promotion:
            self._promote(destination, code, promotion)
        if kind > TAKE_PASSANT:
            self._make_special(kind, origin, destination, first, second)
        if self.castling:
            rights = self.castling & self.tables.rights[origin] & self.tables.rights[destination]
            if rights != self.castling:
                self.key ^= self.tables.zobrist_other[1 + self.castling]
                self.key ^= self.tables.zobrist_other[1 + rights]
                self.castling = rights
        self.halfmove = 0 if captured or self.tables.resets[code] else self.halfmove + 1
        self.fullmove += self.side
        self.side ^= 1
        self.ply += 1

    def _promote(self, cell: cython.int, old: cython.int, promotion: cython.int) -> None:
        code: cython.int = 2 * promotion + (old & 1)
        self.key ^= self.tables.zobrist[old * CELLS + cell]
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score += self.worth[code * CELLS + cell] - self.worth[old * CELLS + cell]
        self.become(cell, code)

    def _make_special(
        self,
        kind: cython.int,
        origin: cython.int,
        destination: cython.int,
        first: cython.int,
        second: cython.int,
    ) -> None:
        if kind == STRIDE:
            self.pass_over(origin, destination)
        elif kind == CASTLE:
            self.carry(first, second)
        elif kind == COMPOUND:
            self.carry(first, first + _second_step(destination - origin, second))
            if second:
                self.carry(second, second + destination - origin)

    def pass_over(self, origin: cython.int, destination: cython.int) -> None:
        """Note the squares a pawn has just passed, so that it can be taken on them."""
        step: cython.int = ROW if destination > origin else -ROW
        self.passed = origin + step
        self.passed_more = 0 if self.passed + step == destination else self.passed + step
        self.passed_man = destination
        if self._can_pass_take(self.passed):
            self.passant_key ^= self.tables.zobrist_other[17 + self.passed]
        if self.passed_more and self._can_pass_take(self.passed_more):
            self.passant_key ^= self.tables.zobrist_other[17 + self.passed_more]
        self.key ^= self.passant_key

    def _can_pass_take(self, cell: cython.int) -> cython.bint:
        i: cython.int
        code: cython.int
        for i in range(self.tables.passants):
            code = self.tables.passant[2 * i]
            if (code & 1) != self.side and self.sq[cell - self.tables.passant[2 * i + 1]] == code:
                return True
        return False

    def unmake(self) -> None:
        """Take the last made move back."""
        if self.tables.reserve:
            self._unsettle()
        self.ply -= 1
        self.side ^= 1
        self.fullmove -= self.side
        base: cython.int = self.ply * UNDO_FIELDS
        move: cython.longlong = self.undo[base]
        origin: cython.int = move & 1023
        destination: cython.int = (move >> 10) & 1023
        first: cython.int = (move >> 20) & 1023
        second: cython.int = (move >> 30) & 1023
        kind: cython.int = (move >> 48) & 15
        code: cython.int = self.undo[base + 6]
        kept: cython.int
        if kind > TAKE_PASSANT:
            self._unmake_special(kind, destination - origin, first, second)
        if self.sq[destination] != code:
            self.become(destination, code)
        if destination != origin:
            self.shift(destination, origin)
            kept = self.undo[base + 7]
            if kept:
                self.unlift(destination, kept & 0xFFFF, kept >> 16)
        if first and kind < CASTLE:
            if second:
                kept = self.undo[base + 9]
                self.unlift(second, kept & 0xFFFF, kept >> 16)
            kept = self.undo[base + 8]
            self.unlift(first, kept & 0xFFFF, kept >> 16)
        if self.tables.reserve:
            self._unchoose(base, move)
        self._restore(base)

    def _unmake_special(
        self, kind: cython.int, step: cython.int, first: cython.int, second: cython.int
    ) -> None:
        if kind == CASTLE:
            self.shift(second, first)
        elif kind == COMPOUND:
            self.shift(first + _second_step(step, second), first)
            if second:
                self.shift(second + step, second)

    def _restore(self, base: cython.int) -> None:
        packed: cython.longlong = self.undo[base + 3]
        self.key = self.undo[base + 1]
        self.passant_key = self.undo[base + 2]
        self.castling = packed & 15
        self.passed = (packed >> 4) & 1023
        self.passed_more = (packed >> 14) & 1023
        packed = self.undo[base + 4]
        self.passed_man = packed & 1023
        self.halfmove = packed >> 10
        self.score = self.undo[base + 5]

    def make_null(self) -> None:
        """Hand the turn over without a move (search only)."""
        base: cython.int = self.ply * UNDO_FIELDS
        self.undo[base] = 0
        self.undo[base + 1] = self.key
        self.undo[base + 2] = self.passant_key
        self.undo[base + 3] = self.castling | self.passed << 4 | self.passed_more << 14
        self.undo[base + 4] = self.passed_man | cython.cast(cython.longlong, self.halfmove) << 10
        self.undo[base + 5] = self.score
        if self.tables.reserve:
            self._choose(base, 0)
        self.key ^= self.passant_key ^ self.tables.zobrist_other[0]
        self.passant_key = 0
        self.passed = self.passed_more = 0
        self.halfmove += 1
        self.side ^= 1
        self.ply += 1

    def unmake_null(self) -> None:
        """Take the turn back."""
        if self.tables.reserve:
            self._unsettle()
        self.ply -= 1
        self.side ^= 1
        if self.tables.reserve:
            self._unchoose(self.ply * UNDO_FIELDS, 0)
        self._restore(self.ply * UNDO_FIELDS)

    # --- delayed promotions: `delayed` finds what they can come to, here they are carried out ---

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
        while result:
            place = result & ((1 << RESULT_BITS) - 1)
            if place:
                kind = self.tables.arrival[first + place] + 1
                if back:
                    self._promote(cell, 2 * kind + self.side, pawn >> 1)
                else:
                    self._promote(cell, pawn, kind)
            result >>= RESULT_BITS
            cell += 1

    def _choose(self, base: cython.int, move: cython.longlong) -> None:
        """Carry out the choice that precedes a move; what it was chosen from stays on its stack."""
        self.undo[base + 10] = self.settled
        self.undo[base + 11] = self.choices
        if move >> CHOICE_SHIFT:
            self.promote_waiting(self.result(move >> CHOICE_SHIFT), False)
        self.settled = self.choices = 0

    def _unchoose(self, base: cython.int, move: cython.longlong) -> None:
        self.settled = self.undo[base + 10]
        self.choices = self.undo[base + 11]
        if move >> CHOICE_SHIFT:
            self.promote_waiting(self.result(move >> CHOICE_SHIFT), True)

    def _unsettle(self) -> None:
        """Take back what followed the last move of itself."""
        self.results_top -= self.choices
        self.choices = 0
        if not self.winning:
            self.promote_waiting(self.settled, True)
        self.settled = self.winning = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _second_step(step: cython.int, third: cython.int) -> cython.int:
    """How far the second pawn of a compound first move goes: three squares in all."""
    forward: cython.int = ROW if step > 0 else -ROW
    return forward if third else 3 * forward - step
