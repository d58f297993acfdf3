# The C face of margins.py.

cimport cython

@cython.final
cdef class Margins:
    cdef readonly int man
    cdef int futile, futile_ply, safe_ply, losing, losing_ply, null, null_ply
    cdef int quiets, quiets_square, late, late_tried, late_depth
    cdef int reduction(self, int depth, int tried, int history) noexcept nogil
    cdef int null_reduction(self, int depth, int surplus) noexcept nogil
    cdef int quiet_moves_enough(self, int depth, int moves) noexcept nogil
    cdef int futility(self, int depth) noexcept nogil
    cdef int safety(self, int depth) noexcept nogil
    cdef int loss(self, int depth) noexcept nogil
