# The C face of legs.py.

from makachess.core.kernel.board cimport Board

cdef int generate_legs(
    Board board, int top, int origin, int code, bint captures_only
) noexcept nogil
