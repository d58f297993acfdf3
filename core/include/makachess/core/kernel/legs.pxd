# The C face of legs.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport add, add_capture
from makachess.core.kernel.packed_move cimport pack, pack_further, pack_kind

cdef int generate_legs(Board board, int top, int origin, int code) noexcept nogil
cdef bint leads_to(Board board, int origin, int goal, int code) noexcept nogil
cdef int capture_at(
    Board board, int top, int origin, int at, int code, int row, int n
) noexcept nogil
cdef int generate_passant(
    Board board, int top, int origin, int at, int code, int row
) noexcept nogil
