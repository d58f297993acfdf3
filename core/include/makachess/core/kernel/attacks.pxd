# The C face of attacks.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.constants cimport *

cdef bint is_attacked(Board board, int cell, int color) noexcept nogil
cdef bint is_in_check(Board board, int color) noexcept nogil
cdef bint is_hooked(Board board, int cell, int color) noexcept nogil
cdef bint is_reached(Board board, int cell, int color) noexcept nogil
cdef bint is_protected(Board board, int origin, int cell) noexcept nogil
cdef bint hook_reaches(Board board, int origin, int cell, int powers) noexcept nogil
