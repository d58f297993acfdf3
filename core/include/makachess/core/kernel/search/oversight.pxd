# The C face of oversight.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.danger cimport is_still_endangered
from makachess.core.kernel.packed_move cimport (
    destination_of, first_of, has_further, origin_of, promotion_of, second_of, without_choice
)

@cython.final
cdef class Oversight:
    cdef Board board
    cdef readonly int root, rate, seen
    cdef readonly long long salt
    cdef bint hides(self, long long move) noexcept nogil
    cdef bint _takes_royal(self, long long move) noexcept nogil
    cdef int _odds(self, long long move, int ply) noexcept nogil
