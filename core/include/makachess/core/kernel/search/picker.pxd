# The C face of picker.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.memory cimport Int32Array, Int64Array
from makachess.core.kernel.moves cimport generate, is_pseudo_legal
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.search.exchange cimport gain_of, loses

cdef bint is_quiet(Board board, long long move) noexcept nogil

@cython.final
cdef class Ordering:
    cdef Int32Array ranks_kept
    cdef Int32Array history_kept
    cdef Int64Array counters_kept
    cdef int *ranks
    cdef int *history
    cdef long long *counters
    cdef long long killers[2 * MAX_PLY]
    cdef long long tried[MOST_QUIETS * MAX_PLY]
    cdef int cells
    cdef int rank_gains(self, Board board, int top, int end, int least) noexcept nogil
    cdef int rank_of_gain(self, Board board, long long move, int gain) noexcept nogil
    cdef long long pick(self, Board board, int at, int end) noexcept nogil
    cdef int _best(self, int at, int end) noexcept nogil
    cdef int history_of(self, Board board, long long move) noexcept nogil
    cdef long long refutation(self, Board board, int ply, int k) noexcept nogil
    cdef void reward(
        self, Board board, long long move, int depth, int ply, int tried
    ) noexcept nogil
    cdef void _learn(self, Board board, long long move, int bonus) noexcept nogil

@cython.final
cdef class Picker:
    cdef Board board
    cdef Ordering ordering
    cdef int stage[MAX_PLY]
    cdef int at[MAX_PLY]
    cdef int end[MAX_PLY]
    cdef int loser[MAX_PLY]
    cdef int losers_end[MAX_PLY]
    cdef int count[MAX_PLY]
    cdef long long given[5 * MAX_PLY]  # GIVEN moves a ply
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
