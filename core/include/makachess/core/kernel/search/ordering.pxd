# The C face of ordering.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport origin_of, destination_of, promotion_of, kind_of, has_further
from makachess.core.kernel.packed_score cimport share_of, value_of
from makachess.core.kernel.search.exchange cimport gain_of, loses
from makachess.core.kernel.arrays cimport Int32Array, Int64Array

cdef bint is_capture(Board board, long long move) noexcept nogil
cdef bint is_quiet(Board board, long long move) noexcept nogil

@cython.final
cdef class Ordering:
    cdef Int32Array ranks_kept
    cdef Int32Array history_kept
    cdef Int64Array counters_kept
    cdef Int64Array killers_kept
    cdef Int64Array tried_kept
    cdef int *ranks
    cdef int *history
    cdef long long *counters
    cdef long long *killers
    cdef long long *tried
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
