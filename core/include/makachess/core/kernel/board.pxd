# The C face of board.py.

cimport cython

from makachess.core.kernel.accumulator cimport Accumulator
from makachess.core.kernel.memory cimport Int64Array, RuleMemory, UndoStack, Worth, grown
from makachess.core.kernel.packed cimport *

@cython.final
cdef class Board:
    cdef readonly RuleMemory tables
    cdef int sq[CELLS]
    cdef int around[CELLS]
    cdef int changes[MOST_CHANGES]
    cdef int changes_count
    cdef int slot[CELLS]
    cdef int pieces[CELLS]
    cdef int piece_count[2]
    cdef int code_count[512]
    cdef int royals[2]
    cdef int king[2]
    cdef readonly long long key
    cdef Worth worth_kept
    cdef long long *worth
    cdef int price[512]
    cdef int full, scale
    cdef readonly Accumulator accumulator
    cdef readonly long long score
    cdef readonly int side
    cdef readonly long long settled
    cdef readonly int winning, choices
    cdef Int64Array results_kept
    cdef long long *results
    cdef int results_top, most_results
    cdef int quiet[32]
    cdef int checking[32]
    cdef readonly int castling, passed, passed_more, passed_piece, halfmove, fullmove
    cdef readonly int ply, since
    cdef readonly long long passant_key
    cdef UndoStack undo_kept
    cdef UndoPointer undo
    cdef Int64Array moves_kept
    cdef long long *moves
    cdef unsigned int seen[CELLS]
    cdef unsigned int stamp
    cdef int exchange_attackers[2 * MOST_ATTACKERS]
    cdef int exchange_cells[2 * MOST_ATTACKERS]
    cdef int exchange_counts[2]

    cdef void _clear(self) except *
    cpdef tuple noted(self)
    cdef bytes _packed_pieces(self)
    cdef void look_round(self) noexcept nogil
    cdef void lift(self, int cell) noexcept nogil
    cdef void unlift(self, int cell, int code, int slot) noexcept nogil
    cdef void shift(self, int origin, int destination) noexcept nogil
    cdef void become(self, int cell, int code) noexcept nogil
    cdef void carry(self, int origin, int destination) noexcept nogil
    cdef void place(self, int cell, int code) noexcept nogil
    cdef void promote(self, int cell, int old, int promotion) noexcept nogil
    cpdef void make_room_for_results(self) except *
    cdef long long result(self, int choice) noexcept nogil
    cdef void promote_waiting(self, long long result, bint back) noexcept nogil
    cdef int static_score(self) noexcept nogil
    cdef void choose(self, int choice) noexcept nogil
    cdef void unchoose(self, int choice) noexcept nogil
    cdef void unsettle(self) noexcept nogil
    cpdef void make_room(self, int plies) except *
    cdef void make(self, long long move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef void take(self, int cell) noexcept nogil
    cdef void _note_strike(self) noexcept nogil
    cdef void _set_struck(self, int cell) noexcept nogil
    cdef void _turn_partner(self, int origin, int cell) noexcept nogil
    cdef void pass_over(self, int origin, int destination) noexcept nogil
    cdef void _make_special(
        self, int kind, int origin, int destination, int first, int second
    ) noexcept nogil
    cdef void _unmake_special(self, int kind, int step, int first, int second) noexcept nogil
    cdef void _keep(self, UndoPointer record, long long move) noexcept nogil
    cdef void _restore(self, UndoPointer record) noexcept nogil
    cdef void _lose_rights(self, int left) noexcept nogil
    cdef long long _key_of_rights(self) noexcept nogil
    cdef bint _can_pass_take(self, int cell) noexcept nogil

cpdef bint is_same(object one, object other) except *
