"""The board: a position, and making and unmaking moves on it.

The only mutable part of the rules. Everything a move changes is kept on the undo stack, so that
unmake restores the board exactly, even the order of the lists of pieces.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

from typing import TypeAlias

if not cython.compiled:
    from makachess.core.kernel.accumulator import Accumulator
    from makachess.core.kernel.memory import Int64Array, RuleMemory, UndoStack, Worth, grown
    from makachess.core.kernel.packed import *

COMPILED = cython.compiled

Standing: TypeAlias = tuple[bytes, int, int, tuple[int, int, int], int, int]
"""What stands where, and the rest of a FEN, as `Board.set_position` takes it."""


# One class, so that all fields lie in one piece of memory: with the pieces behind a pointer of
# their own, perft was 2 to 6 % slower (medians of seven interleaved runs over four variants).
class Board:
    """A position and the moves that led to it.

    `sq` holds a code a cell, `pieces` the cells of each side, `around` the neighbour bits of each
    cell, as of the last `look_round`. Key and score are updated as pieces come, go and change.
    Positions count as repeated from ply `since` on, after the last null move of the game. Of
    delayed promotions `settled` is the forced result after the last move, `winning` whether it
    mated, and `choices` the number of results, on top of their stack, among which the side to move
    may choose.
    """

    def __init__(self, tables: RuleMemory, worth: Worth | None = None) -> None:
        self.tables = tables
        self.worth_kept = tables.no_worth if worth is None else worth
        self.worth = self.worth_kept.cells
        self.full = self.worth_kept.full
        self.scale = self.worth_kept.scale
        net = self.worth_kept.net
        self.accumulator = None if net is None else Accumulator(net)
        self.results_kept = Int64Array(RESULT_ROOM if tables.reserve else 0)
        self.results = self.results_kept.data
        self.most_results = MOST_RESULTS
        self.undo_kept = UndoStack(2 * PLIES_AHEAD)
        self.undo = self.undo_kept.records
        self.moves_kept = Int64Array(ROOM, clear=False)
        self.moves = self.moves_kept.data
        self.key = self.score = self.changes_count = 0
        self.side = self.ply = self.since = self.stamp = 0
        self.forget_results()
        if not cython.compiled:
            self.sq = [1] * CELLS
            self.around = [0] * CELLS
            self.changes = [0] * MOST_CHANGES
            self.slot = [0] * CELLS
            self.pieces = [0] * CELLS
            self.piece_count = [0, 0]
            self.code_count = [0] * 512
            self.price = [0] * 512
            self.royals = [0, 0]
            self.king = [0, 0]
            self.quiet = [0] * 32
            self.checking = [0] * 32
            self.seen = [0] * CELLS
            self.exchange_attackers = [0] * (2 * MOST_ATTACKERS)
            self.exchange_cells = [0] * (2 * MOST_ATTACKERS)
            self.exchange_counts = [0, 0]

    def lay_out(self, cells: list[int]) -> None:
        """Make these the cells of the board, and wall off all others; do this once, first."""
        cell: cython.int
        for i in range(CELLS):
            self.sq[i] = WALL
            self.around[i] = LEAPS | ANYWHERE
        for cell in cells:
            self.sq[cell] = 0
            _tell_neighbours(self, cell, 1 << EMPTY_NEAR)

    def set_position(
        self,
        pieces: bytes,
        side: int,
        castling: int,
        passed: tuple[int, int, int],
        halfmove: int,
        fullmove: int,
    ) -> None:
        """Set up a position: its packed pieces, in the order of the lists, and the state.

        `passed` is the one or two squares just passed by a pawn (0: none) and that pawn's cell, or
        that of the piece that has just taken a Lion.
        """
        i: cython.int
        self._clear()
        for i in range(len(pieces) // PACKED_PIECE):
            self.place(_cell_at(pieces, i), _code_at(pieces, i))
        self.ply = self.since = 0
        self.side = side
        self.forget_results()
        self.castling = castling
        self.passed = self.passed_more = self.passed_piece = 0
        self.key ^= self._key_of_rights()
        self.passant_key = 0
        if side:
            self.key ^= self.tables.zobrist_other[0]
        if passed[0]:
            self._set_passed(passed[0], passed[1], passed[2])
        elif passed[2]:
            self._set_struck(passed[2])
        self.halfmove = halfmove
        self.fullmove = fullmove

    def _clear(self) -> None:
        """Take all pieces off the board."""
        for i in range(2):
            while self.piece_count[i]:
                self.lift(self.pieces[i * SIDE_PIECES + self.piece_count[i] - 1])
            self.king[i] = 0
        self.key = self.score = 0
        if self.accumulator is not None:
            self.accumulator.clear()

    def place(self, cell: cython.int, code: cython.int) -> None:
        """Put a piece on an empty cell, last in the list of its side."""
        self.unlift(cell, code, self.piece_count[code & 1])
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score += self.worth[code * CELLS + cell]
        if self.accumulator is not None:
            self.accumulator.note(code * CELLS + cell, True)
        if self.tables.royal[code]:
            self.king[code & 1] = cell

    def fix_prices(self) -> None:
        """Take what pieces count for in exchanges from the phase of the position."""
        share: cython.longlong = share_of(self.score, self.full, self.scale)
        for code in range(self.worth_kept.codes):
            self.price[code] = value_of(self.worth_kept.price[code], share)

    def noted(self) -> Standing:
        """All that `set_position` takes to set this position up again."""
        passed = (self.passed, self.passed_more, self.passed_piece)
        return (
            self._packed_pieces(),
            self.side,
            self.castling,
            passed if self.passed else (0, 0, self.struck()),
            self.halfmove,
            self.fullmove,
        )

    def _packed_pieces(self) -> bytes:
        packed = bytearray(PACKED_PIECE * (self.piece_count[0] + self.piece_count[1]))
        count: cython.int = 0
        for color in range(2):
            for i in range(color * SIDE_PIECES, color * SIDE_PIECES + self.piece_count[color]):
                _pack_piece(packed, count, self.pieces[i], self.sq[self.pieces[i]])
                count += 1
        return bytes(packed)

    def code_at(self, cell: cython.int) -> int:
        """The code of the piece on a cell, 0 if it is empty."""
        return self.sq[cell]

    def is_royal(self, cell: cython.int) -> bool:
        return bool(self.tables.royal[self.sq[cell]])

    def count_of(self, code: cython.int) -> int:
        return self.code_count[code]

    def royals_of(self, color: cython.int) -> int:
        return self.royals[color]

    def pieces_of(self, color: cython.int) -> list[int]:
        return [self.pieces[color * SIDE_PIECES + i] for i in range(self.piece_count[color])]

    def centipawns(self) -> int:
        """What the pieces are worth in the phase of the position, White's less Black's."""
        return value_of(self.score, share_of(self.score, self.full, self.scale))

    def net_score(self, side: cython.int) -> int:
        """What the net, if there is one, adds to the score of a side if that is to move."""
        score: cython.int = 0
        if self.accumulator is not None:
            score = self.accumulator.score(side, self.sq, self.pieces, self.piece_count, self.king)
        return score

    def static_score(self) -> cython.int:
        """What the pieces are worth to the side to move in this phase of the game, net included."""
        score: cython.int = value_of(self.score, share_of(self.score, self.full, self.scale))
        if self.side:
            score = -score
        if self.accumulator is not None:
            score += self.accumulator.score(
                self.side, self.sq, self.pieces, self.piece_count, self.king
            )
        return score

    def look_round(self) -> None:
        """Bring the neighbour bits up to date; call this before they are read."""
        while self.changes_count:
            self.changes_count -= 1
            change = self.changes[self.changes_count]
            bits = (1 << EMPTY_NEAR) | 1 << BLACK_NEAR * (change & 1)
            _tell_neighbours(self, change >> 11, bits)
            if (change >> 1) & 1023:
                _tell_neighbours(self, (change >> 1) & 1023, bits)

    def lift(self, cell: cython.int) -> None:
        """Remove the piece on a cell from the board."""
        code: cython.int = self.sq[cell]
        color: cython.int = code & 1
        last_slot: cython.int = self.piece_count[color] - 1
        slot: cython.int = self.slot[cell]
        last: cython.int = self.pieces[color * SIDE_PIECES + last_slot]
        self.piece_count[color] = last_slot
        self.pieces[color * SIDE_PIECES + slot] = last
        self.slot[last] = slot
        self.sq[cell] = 0
        _note_change(self, 0, cell, color)
        self.code_count[code] -= 1
        self.royals[color] -= self.tables.royal[code]

    def unlift(self, cell: cython.int, code: cython.int, slot: cython.int) -> None:
        """Undo `lift`: put a piece back on its cell, at its place in the list of its side."""
        color: cython.int = code & 1
        last_slot: cython.int = self.piece_count[color]
        last: cython.int = self.pieces[color * SIDE_PIECES + slot]
        if slot != last_slot:
            self.pieces[color * SIDE_PIECES + last_slot] = last
            self.slot[last] = last_slot
        self.piece_count[color] = last_slot + 1
        self.pieces[color * SIDE_PIECES + slot] = cell
        self.slot[cell] = slot
        self.sq[cell] = code
        _note_change(self, 0, cell, color)
        self.code_count[code] += 1
        self.royals[color] += self.tables.royal[code]

    def shift(self, origin: cython.int, destination: cython.int) -> None:
        code: cython.int = self.sq[origin]
        slot: cython.int = self.slot[origin]
        self.sq[origin] = 0
        self.sq[destination] = code
        _note_change(self, min(origin, destination), max(origin, destination), code & 1)
        self.slot[destination] = slot
        self.pieces[(code & 1) * SIDE_PIECES + slot] = destination
        if self.tables.royal[code]:
            self.king[code & 1] = destination

    def become(self, cell: cython.int, code: cython.int) -> None:
        """Turn the piece on a cell into another type of its side."""
        old: cython.int = self.sq[cell]
        self.sq[cell] = code
        self.code_count[old] -= 1
        self.code_count[code] += 1
        self.royals[code & 1] += self.tables.royal[code] - self.tables.royal[old]

    def carry(self, origin: cython.int, destination: cython.int) -> None:
        """Carry a piece to an empty cell, updating key and score."""
        row: cython.int = self.sq[origin] * CELLS
        self.key ^= self.tables.zobrist[row + origin] ^ self.tables.zobrist[row + destination]
        self.score += self.worth[row + destination] - self.worth[row + origin]
        if self.accumulator is not None:
            self.accumulator.note(row + origin, False)
            self.accumulator.note(row + destination, True)
        self.shift(origin, destination)

    def promote(self, cell: cython.int, old: cython.int, promotion: cython.int) -> None:
        """Turn a piece into the type of a number counted from 1, updating key and score."""
        code: cython.int = 2 * promotion + (old & 1)
        self.key ^= self.tables.zobrist[old * CELLS + cell]
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score += self.worth[code * CELLS + cell] - self.worth[old * CELLS + cell]
        if self.accumulator is not None:
            self.accumulator.note(old * CELLS + cell, False)
            self.accumulator.note(code * CELLS + cell, True)
        self.become(cell, code)

    def _set_passed(self, passed: cython.int, more: cython.int, piece: cython.int) -> None:
        step: cython.int = piece - (more if more else passed)
        self.side ^= 1
        self.pass_over(passed - step, piece)
        self.side ^= 1

    def _set_struck(self, cell: cython.int) -> None:
        """Note in the key, too, where the piece stands that has just taken a Lion and is none."""
        self.passed_piece = cell
        self.passant_key = self.tables.zobrist_other[17]  # of the cell that is never passed
        self.key ^= self.passant_key

    def struck(self) -> int:
        """The cell of the piece that has just taken a Lion and is none, else 0."""
        struck: cython.longlong = self.tables.zobrist_other[17]
        return self.passed_piece if self.passant_key == struck else 0

    def move_made(self, ago: cython.int) -> int:
        """The move made a number of plies ago; 1 is the last one."""
        return self.undo[self.ply - ago].move

    def make_room(self, plies: cython.int) -> None:
        """Make room on the stacks for some plies after this position."""
        while self.ply + plies >= self.undo_kept.size:
            self.undo_kept.grow()
        self.undo = self.undo_kept.records
        if self.accumulator is not None:
            self.accumulator.make_room(self.undo_kept.size)
        self.make_room_for_results()

    def pop(self) -> None:
        """Take back the last move of the game, which may be a null move."""
        if record_at(self.undo, self.ply - 1).move:
            self.unmake()
            return
        self.unmake_null()
        self.fullmove -= self.side
        self.since = self.ply
        while self.since and record_at(self.undo, self.since - 1).move:
            self.since -= 1

    def push_null(self) -> None:
        """Make a null move of the game: no position before it counts as repeated after it."""
        self.fullmove += self.side
        self.make_null()
        self.since = self.ply

    def take(self, cell: cython.int) -> None:
        """Remove a victim, updating key and score."""
        code: cython.int = self.sq[cell]
        self.key ^= self.tables.zobrist[code * CELLS + cell]
        self.score -= self.worth[code * CELLS + cell]
        if self.accumulator is not None:
            self.accumulator.note(code * CELLS + cell, False)
        if self.tables.lion[code]:
            self._note_strike()
        self.lift(cell)

    def _note_strike(self) -> None:
        """Note that a Lion falls to another piece, and so must not be avenged at once."""
        record: UndoPointer = record_at(self.undo, self.ply)
        if not self.tables.lion[record.piece] and not self.passant_key:
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
        captured: cython.bint = False
        self._keep(record, move)
        code = self.sq[origin]
        record.piece = code
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
        record.passed_piece = self.passed_piece
        record.halfmove = self.halfmove
        record.score = self.score
        if self.accumulator is not None:
            record.noted = self.accumulator.noted
        if self.tables.reserve:
            record.settled = self.settled
            record.choices = self.choices
            self.choose(choice_of(move))
        self.key ^= self.passant_key ^ self.tables.zobrist_other[0]
        self.passant_key = 0
        self.passed = self.passed_more = 0

    def _lose_rights(self, left: cython.int) -> None:
        if self.castling & left != self.castling:
            self.key ^= self._key_of_rights()
            self.castling &= left
            self.key ^= self._key_of_rights()

    def _key_of_rights(self) -> cython.longlong:
        """What the rights add to the key: the first four as a set, each further one by itself."""
        key: cython.longlong = self.tables.zobrist_other[1 + (self.castling & 15)]
        at: cython.int = 17 + CELLS
        left: cython.int = self.castling >> 4
        while left:
            if left & 1:
                key ^= self.tables.zobrist_other[at]
            left >>= 1
            at += 1
        return key

    def _make_special(
        self,
        kind: cython.int,
        origin: cython.int,
        destination: cython.int,
        first: cython.int,
        second: cython.int,
    ) -> None:
        if kind == STRIDE and self.sq[destination] == record_at(self.undo, self.ply).piece:
            self.pass_over(origin, destination)
        elif kind == CASTLE:
            self.carry(first, second)
            self._turn_partner(first, second)
        elif kind == COMPOUND:
            self.carry(first, first + _second_step(destination - origin, second))
            if second:
                self.carry(second, second + destination - origin)

    def _turn_partner(self, origin: cython.int, cell: cython.int) -> None:
        """Change the piece with which a King has castled, if its own quiet move would."""
        record: UndoPointer = record_at(self.undo, self.ply)
        code: cython.int = self.sq[cell]
        record.second = 0
        for i in range(self.tables.castlings):
            row = i * CASTLE_FIELDS
            if self.tables.castles[row + 4] != origin or self.tables.castles[row + 5] != cell:
                continue
            if self.tables.castled[i] and not record.second:
                record.second = code
                self.promote(cell, code, self.tables.castled[i])

    def pass_over(self, origin: cython.int, destination: cython.int) -> None:
        """Note the squares a pawn has just passed, so that it can be taken on them."""
        step: cython.int = ROW if destination > origin else -ROW
        self.passed = origin + step
        self.passed_more = 0 if self.passed + step == destination else self.passed + step
        self.passed_piece = destination
        if self._can_pass_take(self.passed):
            self.passant_key ^= self.tables.zobrist_other[17 + self.passed]
        if self.passed_more and self._can_pass_take(self.passed_more):
            self.passant_key ^= self.tables.zobrist_other[17 + self.passed_more]
        self.key ^= self.passant_key

    def _can_pass_take(self, cell: cython.int) -> cython.bint:
        for i in range(self.tables.passants):
            code = self.tables.passant[2 * i]
            if (code & 1) != self.side and self.sq[cell - self.tables.passant[2 * i + 1]] == code:
                return True
        return False

    def unmake(self) -> None:
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
        code: cython.int = record.piece
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
            partner = record_at(self.undo, self.ply).second
            if partner:
                self.become(second, partner)
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
        self.passed_piece = record.passed_piece
        self.halfmove = record.halfmove
        self.score = record.score
        if self.accumulator is not None:
            self.accumulator.go_back(record.noted)

    def make_null(self) -> None:
        self._keep(record_at(self.undo, self.ply), 0)
        self.halfmove += 1
        self.side ^= 1
        self.ply += 1

    def unmake_null(self) -> None:
        if self.tables.reserve:
            self.unsettle()
        self.ply -= 1
        self.side ^= 1
        self._restore(record_at(self.undo, self.ply))

    # Waiting pawns, and carrying out what they become (Devingt rules, section 5); `delayed` finds
    # the possible results. A result is one outcome of the whole step: three bits for each file of
    # the last rank, naming the new type by its place among the choices, 0 for none.

    def forget_results(self) -> None:
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
        """Turn waiting pawns of the side to move into the pieces of a result, or back."""
        pawn: cython.int = self.tables.waiter + self.side
        first: cython.int = self.tables.arrival_start[pawn] - 1
        cell: cython.int = self.tables.last_cells[self.side]
        changed: cython.int = 0
        while result:
            place = result & ((1 << self.tables.result_bits) - 1)
            if place:
                kind = self.tables.arrival[first + place] + 1
                if back:
                    self.promote(cell, 2 * kind + self.side, pawn >> 1)
                else:
                    self.promote(cell, pawn, kind)
                changed += 1
            result >>= self.tables.result_bits
            cell += 1
        if back and self.accumulator is not None:
            self.accumulator.go_back(self.accumulator.noted - 4 * changed)

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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _note_change(
    board: Board, cell: cython.int, other: cython.int, color: cython.int
) -> cython.void:
    """Note that a piece of a colour has come to `other` or gone, and to or from `cell`, if not 0.

    A change undone at once costs nothing: most positions of a search are left before the neighbour
    bits are needed.
    """
    change: cython.int = other << 11 | cell << 1 | color
    if board.changes_count and board.changes[board.changes_count - 1] == change:
        board.changes_count -= 1
        return
    if board.changes_count == MOST_CHANGES:
        board.look_round()
    board.changes[board.changes_count] = change
    board.changes_count += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_neighbours(board: Board, cell: cython.int, change: cython.int) -> cython.void:
    """Flip a cell's bits at its eight neighbours."""
    board.around[cell - ROW - 1] ^= change << 7
    board.around[cell - ROW] ^= change << 6
    board.around[cell - ROW + 1] ^= change << 5
    board.around[cell - 1] ^= change << 4
    board.around[cell + 1] ^= change << 3
    board.around[cell + ROW - 1] ^= change << 2
    board.around[cell + ROW] ^= change << 1
    board.around[cell + ROW + 1] ^= change


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _second_step(step: cython.int, third: cython.int) -> cython.int:
    """How far the second pawn of a compound first move goes: three squares in all."""
    forward: cython.int = ROW if step > 0 else -ROW
    return forward if third else 3 * forward - step


def unpacked_pieces(packed: bytes) -> list[tuple[int, int]]:
    """The (cell, code) of each piece."""
    return [(_cell_at(packed, i), _code_at(packed, i)) for i in range(len(packed) // PACKED_PIECE)]


def exchanged_pieces(packed: bytes, images: list[int]) -> bytes:
    """The same pieces with colours exchanged, each on the image of its cell."""
    found = bytearray(len(packed))
    for i in range(len(packed) // PACKED_PIECE):
        _pack_piece(found, i, images[_cell_at(packed, i)], _code_at(packed, i) ^ 1)
    return bytes(found)


def is_same(one: Standing, other: Standing) -> cython.bint:
    """Whether two positions of a game are the same, in whatever order their pieces are."""
    return one[1:] == other[1:] and _has_same_pieces(one[0], other[0])


@cython.cfunc
def _has_same_pieces(one: bytes, other: bytes) -> cython.bint:
    if len(one) != len(other) or one == other:
        return one == other
    codes = bytearray(2 * CELLS)  # by cell
    for i in range(len(one) // PACKED_PIECE):
        codes[2 * _cell_at(one, i)] = _code_at(one, i) & 255
        codes[2 * _cell_at(one, i) + 1] = _code_at(one, i) >> 8
    for i in range(len(other) // PACKED_PIECE):
        at = 2 * _cell_at(other, i)
        if codes[at] | codes[at + 1] << 8 != _code_at(other, i):
            return False
    return True


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
def _cell_at(packed: bytes, i: cython.int) -> cython.int:
    return packed[PACKED_PIECE * i] | packed[PACKED_PIECE * i + 1] << 8


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
def _code_at(packed: bytes, i: cython.int) -> cython.int:
    return packed[PACKED_PIECE * i + 2] | packed[PACKED_PIECE * i + 3] << 8


@cython.cfunc
@cython.boundscheck(False)
@cython.wraparound(False)
def _pack_piece(
    packed: bytearray, i: cython.int, cell: cython.int, code: cython.int
) -> cython.void:
    packed[PACKED_PIECE * i] = cell & 255
    packed[PACKED_PIECE * i + 1] = cell >> 8
    packed[PACKED_PIECE * i + 2] = code & 255
    packed[PACKED_PIECE * i + 3] = code >> 8


def read_placement(
    text: str, codes: dict[str, int], royal: frozenset[int], files: cython.int, ranks: cython.int
) -> tuple[bytes, list[int]]:
    """The packed pieces, from the top rank down, and the codes of those that are royal.

    `codes` are those of the pieces' texts. Raises ValueError for what is not a placement on a board
    of this size.
    """
    pieces = bytearray(PACKED_PIECE * len(text))
    count: cython.int = 0
    royals: list[int] = []
    rank: cython.int = ranks - 1
    file: cython.int = 0
    i: cython.int = 0
    n: cython.int = len(text)
    while i < n:
        start = i
        if "0" < text[i] <= "9":
            while i < n and "0" <= text[i] <= "9":
                i += 1
            if i - start > 2:
                raise ValueError("more than two digits")
            file += int(text[start:i])
        elif text[i] == "/":
            if file != files:
                raise ValueError("too many or too few files")
            rank -= 1
            file = 0
            i += 1
        else:
            i = _end_of_piece(text, i, n)
            code = codes.get(text[start:i])
            if code is None:
                raise ValueError("no piece of the game")
            if code in royal:
                royals.append(code)
            _pack_piece(pieces, count, (rank + MARGIN) * ROW + file + MARGIN, code)
            count += 1
            file += 1
    if file != files or rank:
        raise ValueError("too many or too few files or ranks")
    return bytes(pieces[: PACKED_PIECE * count]), royals


@cython.cfunc
def _end_of_piece(text: str, i: cython.int, n: cython.int) -> cython.int:
    """Where the text of a piece ends: an optional plus, a letter, and an optional mark."""
    if text[i] == "+":
        i += 1
    i += 1
    if i < n and (text[i] == "!" or text[i] == "'"):
        i += 1
    return min(i, n)


def write_placement(
    board: Board, texts: tuple[str, ...], files: cython.int, ranks: cython.int
) -> str:
    """The placement of a board; `texts` are those of the pieces by their codes."""
    rows = []
    for rank in range(ranks - 1, -1, -1):
        gap = 0
        for file in range(files):
            code = board.sq[(rank + MARGIN) * ROW + file + MARGIN]
            if code == 0:
                gap += 1
                continue
            if gap:
                rows.append(str(gap))
                gap = 0
            rows.append(texts[code])
        if gap:
            rows.append(str(gap))
        if rank:
            rows.append("/")
    return "".join(rows)
