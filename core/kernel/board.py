"""The board: a position, and making and unmaking moves on it.

The only mutable part of the rules. Everything a move changes is kept on the undo stack, so that
unmake restores the board exactly, even the order of the lists of men.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.arrays import Int64Array, UndoStack
    from makachess.core.kernel.memory import RuleMemory, Worth
    from makachess.core.kernel.packed import (
        CASTLE,
        CELLS,
        COMPOUND,
        MOST_TAKERS,
        ROOM,
        ROW,
        SEARCH_PLIES,
        STRIDE,
        TAKE_PASSANT,
    )
    from makachess.core.kernel.packed_move import (
        choice_of,
        destination_of,
        first_of,
        kind_of,
        origin_of,
        promotion_of,
        second_of,
    )
    from makachess.core.kernel.undo_record import UndoPointer, record_at
    from makachess.core.kernel.waiting import Waiting

COMPILED = cython.compiled


# By inheritance, so that all fields lie in one piece of memory: with the men behind a pointer of
# their own, perft was 2 to 6 % slower (medians of seven interleaved runs over four variants).
class Board(Waiting):
    """A position and the moves that led to it."""

    def __init__(self, tables: RuleMemory, worth: Worth | None = None) -> None:
        super().__init__(tables, worth)
        self.undo_kept = UndoStack(SEARCH_PLIES + 64)
        self.undo = self.undo_kept.records
        self.moves_kept = Int64Array(ROOM, clear=False)
        self.moves = self.moves_kept.data
        if not cython.compiled:
            self.seen = [0] * CELLS
            self.takers = [0] * (2 * MOST_TAKERS)
            self.taker_cells = [0] * (2 * MOST_TAKERS)
            self.taker_count = [0, 0]
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
        """Set up a position: all cells of the board, (cell, code) of each man, and the state.

        `passed` is the one or two squares just passed by a pawn (0: none) and that pawn's cell, or
        that of the man that has just taken a Lion.
        """
        self.clear(cells)
        for cell, code in men:
            self.place(cell, code)
        self.ply = 0
        self.side = side
        self.forget_waiting()
        self.castling = castling
        self.passed = self.passed_more = self.passed_man = 0
        self.key ^= self.tables.zobrist_other[1 + castling]
        self.passant_key = 0
        if side:
            self.key ^= self.tables.zobrist_other[0]
        if passed[0]:
            self._set_passed(passed[0], passed[1], passed[2])
        elif passed[2]:
            self._set_struck(passed[2])
        self.halfmove = halfmove
        self.fullmove = fullmove

    def _set_passed(self, passed: cython.int, more: cython.int, man: cython.int) -> None:
        step: cython.int = man - (more if more else passed)
        self.side ^= 1
        self.pass_over(passed - step, man)
        self.side ^= 1

    def _set_struck(self, cell: cython.int) -> None:
        """Note in the key, too, where the man stands that has just taken a Lion and is none."""
        self.passed_man = cell
        self.passant_key = self.tables.zobrist_other[17]  # of the cell that is never passed
        self.key ^= self.passant_key

    def struck(self) -> int:
        """The cell of the man that has just taken a Lion and is none, else 0."""
        struck: cython.longlong = self.tables.zobrist_other[17]
        return self.passed_man if self.passant_key == struck else 0

    def move_made(self, ago: cython.int) -> int:
        """The move made so many plies ago; 1 is the last one."""
        move: cython.longlong = self.undo[self.ply - ago].move
        return move

    def make_room(self) -> None:
        """Make room on the stacks for one more move of the game and a search after it."""
        if self.ply + SEARCH_PLIES >= self.undo_kept.size:
            self.undo_kept.grow()
            self.undo = self.undo_kept.records
        if self.sums is not None:
            self.sums.make_room(self.undo_kept.size)
        self.make_room_for_results()

    def pop(self) -> None:
        """Take back the last move."""
        self.unmake()

    def take(self, cell: cython.int) -> None:
        """Remove a victim, updating key and score."""
        code: cython.int = self.sq[cell]
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score -= self.worth[code * CELLS + cell]
        if self.sums is not None:
            self.sums.note(code * CELLS + cell, False)
        if self.tables.lion[code]:
            self._note_strike()
        self.lift(cell)

    def _note_strike(self) -> None:
        """Note that a Lion falls to another man, and so must not be avenged at once."""
        record: UndoPointer = record_at(self.undo, self.ply)
        if not self.tables.lion[record.man] and not self.passant_key:
            self._set_struck(destination_of(record.move))

    def make(self, move: cython.longlong) -> None:
        """Make a pseudo-legal move of the side to move."""
        origin: cython.int = origin_of(move)
        destination: cython.int = destination_of(move)
        first: cython.int = first_of(move)
        second: cython.int = second_of(move)
        promotion: cython.int = promotion_of(move)
        kind: cython.int = kind_of(move)
        record: UndoPointer = record_at(self.undo, self.ply)
        code: cython.int
        captured: cython.bint = False
        self._keep(record, move)
        code = self.sq[origin]
        record.man = code
        record.victim = 0
        if first and kind < CASTLE:
            record.first = self.sq[first]
            record.first_slot = self.slot[first]
            self.take(first)
            captured = True
            if second:
                record.second = self.sq[second]
                record.second_slot = self.slot[second]
                self.take(second)
        if destination != origin:
            if self.sq[destination]:
                record.victim = self.sq[destination]
                record.victim_slot = self.slot[destination]
                self.take(destination)
                captured = True
            self.carry(origin, destination)
        if promotion:
            self.promote(destination, code, promotion)
        if kind > TAKE_PASSANT:
            self._make_special(kind, origin, destination, first, second)
        if self.castling:
            self._lose_rights(
                self.tables.rights[origin]
                & self.tables.rights[destination]
                & self.tables.rights[first]
                & self.tables.rights[second]
            )
        self.halfmove = 0 if captured or self.tables.resets[code] else self.halfmove + 1
        self.fullmove += self.side
        self.side ^= 1
        self.ply += 1

    def _keep(self, record: UndoPointer, move: cython.longlong) -> None:
        """Record what `_restore` needs, and pass the turn."""
        record.move = move
        record.key = self.key
        record.passant_key = self.passant_key
        record.castling = self.castling
        record.passed = self.passed
        record.passed_more = self.passed_more
        record.passed_man = self.passed_man
        record.halfmove = self.halfmove
        record.score = self.score
        if self.sums is not None:
            record.noted = self.sums.noted
        if self.tables.reserve:
            record.settled = self.settled
            record.choices = self.choices
            self.choose(choice_of(move))
        self.key ^= self.passant_key ^ self.tables.zobrist_other[0]
        self.passant_key = 0
        self.passed = self.passed_more = 0

    def _lose_rights(self, left: cython.int) -> None:
        self.key ^= self.tables.zobrist_other[1 + self.castling]
        self.castling &= left
        self.key ^= self.tables.zobrist_other[1 + self.castling]

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
        """Undo the last `make`."""
        if self.tables.reserve:
            self.unsettle()
        self.ply -= 1
        self.side ^= 1
        self.fullmove -= self.side
        record: UndoPointer = record_at(self.undo, self.ply)
        move: cython.longlong = record.move
        origin: cython.int = origin_of(move)
        destination: cython.int = destination_of(move)
        first: cython.int = first_of(move)
        second: cython.int = second_of(move)
        kind: cython.int = kind_of(move)
        code: cython.int = record.man
        if kind > TAKE_PASSANT:
            self._unmake_special(kind, destination - origin, first, second)
        if self.sq[destination] != code:
            self.become(destination, code)
        if destination != origin:
            self.shift(destination, origin)
            if record.victim:
                self.unlift(destination, record.victim, record.victim_slot)
        if first and kind < CASTLE:
            if second:
                self.unlift(second, record.second, record.second_slot)
            self.unlift(first, record.first, record.first_slot)
        self._restore(record)

    def _unmake_special(
        self, kind: cython.int, step: cython.int, first: cython.int, second: cython.int
    ) -> None:
        if kind == CASTLE:
            self.shift(second, first)
        elif kind == COMPOUND:
            self.shift(first + _second_step(step, second), first)
            if second:
                self.shift(second + step, second)

    def _restore(self, record: UndoPointer) -> None:
        if self.tables.reserve:
            self.settled = record.settled
            self.choices = record.choices
            self.unchoose(choice_of(record.move))
        self.key = record.key
        self.passant_key = record.passant_key
        self.castling = record.castling
        self.passed = record.passed
        self.passed_more = record.passed_more
        self.passed_man = record.passed_man
        self.halfmove = record.halfmove
        self.score = record.score
        if self.sums is not None:
            self.sums.go_back(record.noted)

    def make_null(self) -> None:
        """Make a null move (search only)."""
        self._keep(record_at(self.undo, self.ply), 0)
        self.halfmove += 1
        self.side ^= 1
        self.ply += 1

    def unmake_null(self) -> None:
        """Undo a null move."""
        if self.tables.reserve:
            self.unsettle()
        self.ply -= 1
        self.side ^= 1
        self._restore(record_at(self.undo, self.ply))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _second_step(step: cython.int, third: cython.int) -> cython.int:
    """How far the second pawn of a compound first move goes: three squares in all."""
    forward: cython.int = ROW if step > 0 else -ROW
    return forward if third else 3 * forward - step
