# The C face of waiting.py.

from makachess.core.kernel.packed cimport *
from makachess.core.kernel.arrays cimport Int64Array, grown
from makachess.core.kernel.memory cimport RuleMemory, Worth
from makachess.core.kernel.men cimport Men
from makachess.core.kernel.packed_score cimport share_of, value_of

cdef class Waiting(Men):
    cdef readonly int side
    cdef readonly long long settled
    cdef readonly int winning, choices
    cdef Int64Array results_kept
    cdef long long *results
    cdef int results_top, most_results
    cdef int quiet[32]
    cdef int checking[32]

    cpdef void make_room_for_results(self) except *
    cdef long long result(self, int choice) noexcept nogil
    cdef void promote_waiting(self, long long result, bint back) noexcept nogil
    cdef int static_score(self) noexcept nogil
    cdef void choose(self, int choice) noexcept nogil
    cdef void unchoose(self, int choice) noexcept nogil
    cdef void unsettle(self) noexcept nogil
