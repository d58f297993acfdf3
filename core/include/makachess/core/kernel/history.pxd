# The C face of history.py.

cimport cython

from makachess.core.kernel.board cimport Board, is_same
from makachess.core.kernel.delayed cimport push, settle_position
from makachess.core.kernel.legality cimport repetition_key
from makachess.core.kernel.packed cimport *

@cython.final
cdef class Link:
    cdef readonly Link before
    cdef readonly object move
    cdef public object standing  # None, or a Standing
    cdef readonly long long packed, key, board_key, settled
    cdef readonly int ply, since, side, halfmove, fullmove

cdef class WorkingBoard:
    cdef readonly Board board
    cdef readonly Link at
    cdef readonly int depth
    cdef unsigned long thread
    cdef public object asked
    cdef public long long answer

    cpdef Link extend(self, object move, long long packed)
    cpdef object note(self)
    cpdef void go_to(self, Link link, int plies=?) except *
    cdef void _leave(self) except *
    cdef void _set_up(self, Link at) except *
    cdef void _recall(self, Link at) except *

cdef class Place:
    cdef public object variant
    cdef public Link _link
    cdef public WorkingBoard _working

    cdef WorkingBoard _lent(self)
    cpdef object _noted(self)
    cpdef bint _stands_as(self, Place other) except *
