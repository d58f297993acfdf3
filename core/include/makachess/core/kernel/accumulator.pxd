# The C face of accumulator.py.

cimport cython

from makachess.core.kernel.memory cimport Int16Array, Int32Array, NetMemory
from makachess.core.kernel.packed cimport *

@cython.final
cdef class Accumulator:
    cdef NetMemory net
    cdef int units, plies
    cdef Int16Array rows_kept
    cdef short *rows
    cdef short *first
    cdef short *last
    cdef Int32Array noted_at_kept, notes_kept, scores_kept, zones_kept
    cdef int *noted_at
    cdef int *notes
    cdef int *scores
    cdef int *zones
    cdef readonly int row, noted

    cdef void clear(self) noexcept nogil
    cdef void note(self, int piece, bint came) noexcept nogil
    cdef void go_back(self, int noted) noexcept nogil
    cdef int score(
        self, int side, int *sq, int *pieces, int *piece_count, int *king
    ) noexcept nogil
    cdef void _catch_up(self, int *sq, int *pieces, int *piece_count, int *king) noexcept nogil
    cdef void _sum_up(
        self, int view, int zone, int *sq, int *pieces, int *piece_count
    ) noexcept nogil
    cdef void _follow(self, int view, int zone, int before) noexcept nogil
    cdef void _change(
        self, int view, int zone, int before, int gone, int more, int came
    ) noexcept nogil
