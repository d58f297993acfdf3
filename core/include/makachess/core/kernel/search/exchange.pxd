# The C face of exchange.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport origin_of, destination_of, first_of, second_of, promotion_of, kind_of, choice_of, has_further, without_further, without_choice
from makachess.core.kernel.packed_score cimport share_of, value_of
from makachess.core.kernel.search.takers cimport cheapest, find_next_taker, find_takers, put_back

cdef int gain_of(Board board, long long move) noexcept nogil
cpdef int exchange(Board board, long long move, int gain) noexcept nogil
cpdef bint loses(Board board, long long move, int gain) noexcept nogil
