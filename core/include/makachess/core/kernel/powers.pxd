# The C face of powers.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport add, add_capture, add_quiet, add_victims

cdef int generate_powers(
    Board board, int top, int origin, int code, bint captures_only
) noexcept nogil
cdef bint is_hooked(Board board, int cell, int color) noexcept nogil
cdef bint hook_reaches(Board board, int origin, int cell, int powers) noexcept nogil
cdef bint is_on_path(Board board, int cell, int color) noexcept nogil
cdef bint path_reaches(Board board, int origin, int cell) noexcept nogil
