# The C face of takers.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *

cdef bint find_takers(Board board, int goal, int enemy, int cheap) noexcept nogil
cdef void find_next_taker(Board board, int goal, int left) noexcept nogil
cdef int cheapest(Board board, int color) noexcept nogil
cdef void put_back(Board board) noexcept nogil
