# The C face of men.py: what the other compiled modules may touch without the interpreter.

from makachess.core.kernel.packed cimport *
from makachess.core.kernel.memory cimport RuleMemory, Worth
from makachess.core.kernel.packed_score cimport share_of, value_of
from makachess.core.kernel.accumulator cimport Sums

cdef class Men:
    cdef readonly RuleMemory tables
    cdef int sq[1000]
    cdef int around[1000]
    cdef int changes[64]
    cdef int changes_count
    cdef int slot[1000]
    cdef int men[1000]
    cdef int men_count[2]
    cdef int code_count[512]
    cdef int royals[2]
    cdef int king[2]
    cdef readonly long long key
    cdef Worth worth_kept
    cdef long long *worth
    cdef int price[512]
    cdef int full, scale
    cdef readonly Sums sums
    cdef readonly long long score

    cdef void look_round(self) noexcept nogil
    cdef void lift(self, int cell) noexcept nogil
    cdef void unlift(self, int cell, int code, int slot) noexcept nogil
    cdef void shift(self, int origin, int destination) noexcept nogil
    cdef void become(self, int cell, int code) noexcept nogil
    cdef void carry(self, int origin, int destination) noexcept nogil
    cdef void place(self, int cell, int code) noexcept nogil
    cdef void promote(self, int cell, int old, int promotion) noexcept nogil
