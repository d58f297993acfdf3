# The C face of exchange.py.

from makachess.core.kernel.board cimport Board

cdef int gain_of(Board board, long long move) noexcept nogil
cdef int exchange(Board board, long long move) noexcept nogil
