# The C face of board.py: what the other compiled modules may touch without the interpreter.

cimport cython

from makachess.core.kernel.packed cimport *
from makachess.core.kernel.arrays cimport Int64Array, UndoStack
from makachess.core.kernel.memory cimport RuleMemory
from makachess.core.kernel.packed_move cimport origin_of, destination_of, first_of, second_of, promotion_of, kind_of, choice_of
from makachess.core.kernel.undo_record cimport UndoPointer, record_at
from makachess.core.kernel.waiting cimport Waiting

@cython.final
cdef class Board(Waiting):
    cdef readonly int castling, passed, passed_more, passed_man, halfmove, fullmove
    cdef readonly int ply
    cdef readonly long long passant_key
    cdef UndoStack undo_kept
    cdef UndoPointer undo
    cdef Int64Array moves_kept
    cdef long long *moves
    cdef unsigned int seen[CELLS]
    cdef unsigned int stamp
    cdef int takers[2 * MOST_TAKERS]
    cdef int taker_cells[2 * MOST_TAKERS]
    cdef int taker_count[2]

    cpdef void make_room(self) except *
    cdef void make(self, long long move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef void take(self, int cell) noexcept nogil
    cdef void _note_strike(self) noexcept nogil
    cdef void _set_struck(self, int cell) noexcept nogil
    cdef void pass_over(self, int origin, int destination) noexcept nogil
    cdef void _make_special(
        self, int kind, int origin, int destination, int first, int second
    ) noexcept nogil
    cdef void _unmake_special(self, int kind, int step, int first, int second) noexcept nogil
    cdef void _keep(self, UndoPointer record, long long move) noexcept nogil
    cdef void _restore(self, UndoPointer record) noexcept nogil
    cdef void _lose_rights(self, int left) noexcept nogil
    cdef bint _can_pass_take(self, int cell) noexcept nogil
