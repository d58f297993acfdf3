# The C face of paths.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport add, add_capture, add_victims
from makachess.core.kernel.packed_move cimport pack, pack_further, pack_kind

cdef int generate_paths(
    Board board, int top, int origin, int code, bint captures_only
) noexcept nogil
cdef int drop_equal(Board board, int start, int top) noexcept nogil
cdef bint is_on_path(Board board, int cell, int color) noexcept nogil
cdef bint path_reaches(Board board, int origin, int cell) noexcept nogil
