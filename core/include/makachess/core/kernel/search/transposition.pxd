# The C face of transposition.py.

cimport cython

from makachess.core.kernel.constants cimport *
from makachess.core.kernel.memory cimport Int64Array

@cython.final
cdef class TranspositionTable:
    cdef Int64Array kept
    cdef long long *entries
    cdef readonly long long size
    cdef int age
    cdef void expect(self, long long key) noexcept nogil
    cdef long long find(self, long long key) noexcept nogil
    cdef int _merit(self, long long at) noexcept nogil
    cdef int score_of(
        self, long long at, int depth, int alpha, int beta, int ply
    ) noexcept nogil
    cdef void store(
        self, long long key, long long move, int depth, int score, int bound, int ply
    ) noexcept nogil
