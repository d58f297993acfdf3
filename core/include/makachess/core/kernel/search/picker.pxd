# The C face of picker.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport MAX_PLY
from makachess.core.kernel.packed_move cimport destination_of, promotion_of, is_plain, is_special
from makachess.core.kernel.search.exchange cimport gain_of
from makachess.core.kernel.arrays cimport Int32Array, Int64Array
from makachess.core.kernel.moves cimport generate, is_pseudo_legal
from makachess.core.kernel.search.ordering cimport Ordering, is_capture, is_quiet

@cython.final
cdef class Picker:
    cdef Board board
    cdef Ordering ordering
    cdef Int32Array stage_kept
    cdef Int32Array at_kept
    cdef Int32Array end_kept
    cdef Int32Array loser_kept
    cdef Int32Array losers_end_kept
    cdef Int32Array count_kept
    cdef Int64Array given_kept
    cdef int *stage
    cdef int *at
    cdef int *end
    cdef int *loser
    cdef int *losers_end
    cdef int *count
    cdef long long *given
    cdef void begin(self, int ply, int top, long long known) noexcept nogil
    cdef long long next(self, int ply, bint gains_only) noexcept nogil
    cdef bint is_losing(self, int ply) noexcept nogil
    cdef bint is_late(self, int ply) noexcept nogil
    cdef bint _give(self, int ply, int place, long long move) noexcept nogil
    cdef bint _is_given(self, int ply, long long move) noexcept nogil
    cdef void _generate_captures(self, int ply) noexcept nogil
    cdef long long _next_gain(self, int ply) noexcept nogil
    cdef long long _next_refutation(self, int ply) noexcept nogil
    cdef void _generate_others(self, int ply) noexcept nogil
    cdef int _rank_of_gain(self, int ply, long long move) noexcept nogil
    cdef int _rank(self, int ply, long long move) noexcept nogil
    cdef long long _next_quiet(self, int ply) noexcept nogil
    cdef long long _next_loser(self, int ply) noexcept nogil
