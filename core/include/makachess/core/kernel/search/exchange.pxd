# The C face of exchange.py.

from makachess.core.kernel.attacks cimport find_attackers, find_next_attacker
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport change_by

cdef int gain_of(Board board, long long move) noexcept nogil
cpdef int exchange(Board board, long long move, int gain) noexcept nogil
cpdef bint loses(Board board, long long move, int gain) noexcept nogil
