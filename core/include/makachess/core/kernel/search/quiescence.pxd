# The C face of quiescence.py.

from makachess.core.kernel.packed cimport *
from makachess.core.kernel.dead cimport is_dead
from makachess.core.kernel.moves cimport generate
from makachess.core.kernel.search.outcomes cimport score_if_bare
from makachess.core.kernel.search.selectivity cimport retakes
from makachess.core.kernel.search.state cimport SearchState

cdef int quiesce(
    SearchState state, int alpha, int beta, int ply, int top, int depth
) noexcept nogil
