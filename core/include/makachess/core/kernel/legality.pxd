# The C face of legality.py.

from makachess.core.kernel.attacks cimport is_attacked, is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.moves cimport generate, generate_men
from makachess.core.kernel.packed_move cimport kind_of
from makachess.core.kernel.trading cimport is_unlawful_trade
from makachess.core.kernel.ways cimport cells_in, victims_of

cdef int generate_legal(Board board, int top) noexcept nogil
cdef bint is_legal(Board board, long long move) noexcept nogil
cdef bint may_stand(Board board) noexcept nogil
cdef bint has_stood(Board board) noexcept nogil
cdef int stood_at(Board board) noexcept nogil
cpdef bint has_legal_move(Board board) noexcept nogil
cdef bint has_legal_move_from(Board board, int top) noexcept nogil
cpdef long long repetition_key(Board board) noexcept nogil
