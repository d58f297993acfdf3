# The C face of powers.py.

from makachess.core.kernel.board cimport Board

cdef int generate_powers(
    Board board, int top, int origin, int code, bint captures_only
) noexcept nogil
