# The C face of loops.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.danger cimport is_endangered
from makachess.core.kernel.legality cimport stood_at
from makachess.core.kernel.arrays cimport Int32Array, Int64Array
from makachess.core.kernel.perpetual cimport sole_attacker

@cython.final
cdef class Loops:
    cdef Board board
    cdef int loss, root, judged
    cdef Int64Array judged_kept
    cdef long long *judgements
    cdef Int32Array endangered_kept
    cdef int *endangered
    cdef void note(self, bint endangered) noexcept nogil
    cdef bint was_endangered(self) noexcept nogil
    cdef int score_if_closed(self, int depth, int top) noexcept nogil
    cdef int _loser(self, int first, int depth, int top) noexcept nogil
    cdef bint _was_endangered_always(self, int first) noexcept nogil
