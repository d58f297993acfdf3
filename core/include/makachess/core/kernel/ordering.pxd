# The C face of ordering.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.memory cimport Ints, Words

cdef bint is_capture(Board board, long long move) noexcept nogil

cdef class Ordering:
    cdef Ints ranks_kept
    cdef Ints history_kept
    cdef Words killers_kept
    cdef int *ranks
    cdef int *history
    cdef long long *killers
    cdef int cells
    cdef void rank(self, Board board, int top, int end, int ply) noexcept nogil
    cdef int rank_gains(self, Board board, int top, int end, int least) noexcept nogil
    cdef long long pick(self, Board board, int at, int end) noexcept nogil
    cdef void reward(self, Board board, int top, int at, int depth, int ply) noexcept nogil
    cdef void _learn(self, Board board, long long move, int bonus) noexcept nogil
    cdef int history_of(self, Board board, long long move) noexcept nogil
    cdef int _best(self, int at, int end) noexcept nogil
    cdef int _rank_of(self, Board board, long long move, int ply) noexcept nogil
