# The C face of selectivity.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport destination_of
from makachess.core.kernel.search.exchange cimport exchange, gain_of
from makachess.core.kernel.search.picker cimport Picker
from makachess.core.kernel.search.state cimport SearchState

cdef bint retakes(Board board, long long move) noexcept nogil
cdef bint is_hopeless(SearchState state, int depth, int ply, int needed) noexcept nogil
cdef int doubt(
    SearchState state, Picker picker, long long move, bint quiet, int depth, int needed, int tried,
    int ply, int top
) noexcept nogil
