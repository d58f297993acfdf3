# The C face of promotion.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *

cdef int add(
    Board board, int top, long long move, int code, int destination, int change
) noexcept nogil
cdef int add_quiet(Board board, int top, long long move, int code) noexcept nogil
cdef int change_by(
    Board board, int code, int column, int origin, int destination
) noexcept nogil
cdef bint in_reserve(Board board, int code) noexcept nogil
cdef int add_capture(
    Board board, int top, int origin, int destination, int code, int victim
) noexcept nogil
cdef int add_victims(
    Board board, int top, long long move, int code, int first, int second, int third
) noexcept nogil
