# The C face of board.py: what the other compiled modules may touch without the interpreter.

from makachess.core.kernel.memory cimport Ints, Tables, Words

cdef class Board:
    cdef readonly Tables tables
    cdef int sq[1000]
    cdef int slot[1000]
    cdef int men[1000]
    cdef int men_count[2]
    cdef int code_count[512]
    cdef int royals[2]
    cdef int king[2]
    cdef readonly int side, castling, passed, passed_more, passed_man, halfmove, fullmove
    cdef readonly int ply, score
    cdef readonly long long key
    cdef readonly long long passant_key
    cdef Ints worth_kept
    cdef int *worth
    cdef Words undo_kept
    cdef long long *undo
    cdef Words moves_kept
    cdef long long *moves
    cdef int seen[1000]
    cdef int stamp
    cdef readonly long long settled
    cdef readonly int winning, choices
    cdef Words results_kept
    cdef long long *results
    cdef int results_top, most_results
    cdef int quiet[32]
    cdef int checking[32]

    cdef void make(self, long long move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void make_null(self) noexcept nogil
    cdef void unmake_null(self) noexcept nogil
    cdef void lift(self, int cell) noexcept nogil
    cdef void unlift(self, int cell, int code, int slot) noexcept nogil
    cdef void shift(self, int origin, int destination) noexcept nogil
    cdef void become(self, int cell, int code) noexcept nogil
    cdef void take(self, int base, int cell) noexcept nogil
    cdef void carry(self, int origin, int destination) noexcept nogil
    cdef void pass_over(self, int origin, int destination) noexcept nogil
    cdef void _promote(self, int cell, int old, int promotion) noexcept nogil
    cdef void _make_special(
        self, int kind, int origin, int destination, int first, int second
    ) noexcept nogil
    cdef void _unmake_special(self, int kind, int step, int first, int second) noexcept nogil
    cdef void _restore(self, int base) noexcept nogil
    cdef bint _can_pass_take(self, int cell) noexcept nogil
    cdef long long result(self, int choice) noexcept nogil
    cdef void promote_waiting(self, long long result, bint back) noexcept nogil
    cdef void _choose(self, int base, long long move) noexcept nogil
    cdef void _unchoose(self, int base, long long move) noexcept nogil
    cdef void _unsettle(self) noexcept nogil
