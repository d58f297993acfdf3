# The C face of exchange.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.constants cimport *

cdef int gain_of(Board board, long long move) noexcept nogil
cdef int exchange(Board board, long long move, int gain) noexcept nogil
cdef bint loses(Board board, long long move, int gain) noexcept nogil
