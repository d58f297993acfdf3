# The C face of movegen.py.

from makachess.core.kernel.board cimport Board

cdef int generate(Board board, int top, bint captures_only) noexcept nogil
cdef int generate_men(Board board, int top, bint captures_only) noexcept nogil
cdef bint is_pseudo_legal(Board board, long long move, int top) noexcept nogil
