# The C face of attacks.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.powers cimport hook_reaches, is_hooked, is_on_path, path_reaches

cdef bint is_attacked(Board board, int cell, int color) noexcept nogil
cdef bint is_in_check(Board board, int color) noexcept nogil
cdef bint is_still_in_check(Board board, int color, bint before) noexcept nogil
cdef bint can_check(Board board, long long move) noexcept nogil
cdef bint is_reached(Board board, int cell, int color) noexcept nogil
cdef bint is_protected(Board board, int origin, int cell) noexcept nogil
cpdef bint is_endangered(Board board, int color) noexcept nogil
cpdef bint is_still_endangered(Board board, int color, bint before) noexcept nogil
cdef bint find_attackers(Board board, int goal, int enemy, int cheap) noexcept nogil
cdef void find_next_attacker(Board board, int goal, int left) noexcept nogil
