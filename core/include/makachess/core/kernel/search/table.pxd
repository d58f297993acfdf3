# The C face of table.py.

cimport cython

from makachess.core.kernel.packed cimport *
from makachess.core.kernel.arrays cimport Int64Array

@cython.final
cdef class TranspositionTable:
    cdef readonly Int64Array kept
    cdef long long *entries
    cdef readonly long long size
    cdef int age
    cdef readonly long long move, packed
    cdef long long apart[16]  # keeps what another thread writes off the cache lines of these
    cdef void expect(self, long long key) noexcept nogil
    cpdef bint find(self, long long key) noexcept nogil
    cdef bint _read(self, long long at, long long key) noexcept nogil
    cdef int _merit(self, long long at) noexcept nogil
    cpdef int score_of(self, int depth, int alpha, int beta, int ply) noexcept nogil
    cpdef void store(
        self, long long key, long long move, int depth, int score, int bound, int ply
    ) noexcept nogil
