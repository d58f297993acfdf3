# The C face of promotion.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport destination_of, has_further, origin_of, pack, pack_promotion, promotion_of

cdef int add(
    Board board, int top, long long move, int code, int destination, int change
) noexcept nogil
cdef int drop_repeated(Board board, int start, int top) noexcept nogil
cdef bint in_reserve(Board board, int code) noexcept nogil
cdef int add_capture(
    Board board, int top, int origin, int destination, int code, int victim
) noexcept nogil
cdef int add_victims(
    Board board, int top, long long move, int code, int first, int second, int third
) noexcept nogil
