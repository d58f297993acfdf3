# The C face of table.py.

cimport cython

from makachess.core.kernel.memory cimport Int64Array
from makachess.core.kernel.packed cimport *

# Memory that threads share: a hint that it will soon be read, where the C compiler knows how to give
# it, and a load that the compiler neither repeats nor leaves out.
cdef extern from *:
    """
    #ifdef __GNUC__
    #define prefetch(address) __builtin_prefetch(address)
    #else
    #define prefetch(address) ((void)(address))
    #endif
    #define load(array, at) (*(volatile long long *)((array) + (at)))
    """
    void prefetch(const void *address) noexcept nogil
    long long load(long long *array, long long at) noexcept nogil

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
