# The C face of delayed.py.

from makachess.core.kernel.attacks cimport is_attacked, is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.legality cimport has_legal_move_from
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport in_reserve

cpdef void push(Board board, long long move) except *
cpdef void settle_position(Board board) noexcept
cdef void settle(Board board, int top) noexcept nogil
cdef int choice_gain(Board board) noexcept nogil
