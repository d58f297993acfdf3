# The C face of hooks.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport add, add_capture
from makachess.core.kernel.packed_move cimport pack

cdef int generate_hooks(
    Board board, int top, int origin, int code, bint captures_only
) noexcept nogil
cdef bint is_hooked(Board board, int cell, int color) noexcept nogil
cdef bint hook_reaches(Board board, int origin, int cell, int powers) noexcept nogil
