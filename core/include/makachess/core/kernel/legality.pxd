# The C face of legality.py.

from makachess.core.kernel.board cimport Board

cdef int generate_legal(Board board, int top) noexcept nogil
cdef bint is_legal(Board board, long long move) noexcept nogil
cdef bint may_stand(Board board) noexcept nogil
cdef bint has_stood(Board board) noexcept nogil
cdef int stood_at(Board board) noexcept nogil
