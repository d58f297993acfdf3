# The C face of delayed.py.

from makachess.core.kernel.board cimport Board

cdef void settle(Board board, int top) noexcept nogil
cdef int choice_gain(Board board) noexcept nogil
