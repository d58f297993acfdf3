# The C face of ways.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport destination_of, first_of, kind_of, origin_of, pack, pack_kind, pack_taken, second_of, without_choice, without_promotion

cdef long long word_of(Board board, long long move) noexcept nogil
cdef long long victims_of(Board board, long long move) noexcept nogil
cdef long long stops_of(long long move, long long victims) noexcept nogil
cdef bint is_among(int cell, long long cells) noexcept nogil
cpdef list cells_in(long long cells)
