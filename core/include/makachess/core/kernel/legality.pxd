# The C face of legality.py.

from makachess.core.kernel.attacks cimport is_attacked, is_in_check, is_still_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.moves cimport generate, generate_pieces, is_decided
from makachess.core.kernel.packed cimport *

cdef int generate_legal(Board board, int top) noexcept nogil
cdef bint is_legal(Board board, long long move) noexcept nogil
cdef bint may_stand(Board board, bint checked) noexcept nogil
cdef int stood_at(Board board) noexcept nogil
cpdef bint has_legal_move(Board board) noexcept nogil
cdef bint has_legal_move_from(Board board, int top) noexcept nogil
cpdef long long repetition_key(Board board) noexcept nogil
