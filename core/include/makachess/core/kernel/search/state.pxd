# The C face of state.py.

cimport cython

from makachess.core.kernel.attacks cimport is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.delayed cimport choice_gain, settle
from makachess.core.kernel.legality cimport may_stand
from makachess.core.kernel.arrays cimport Int32Array, Int64Array
from makachess.core.kernel.search.margins cimport Margins
from makachess.core.kernel.search.ordering cimport Ordering
from makachess.core.kernel.search.oversight cimport Oversight

@cython.final
cdef class SearchState:
    cdef readonly Board board
    cdef Ordering ordering
    cdef object poll
    cdef public int stop
    cdef readonly long long nodes
    cdef public int deepest
    cdef public long long node_limit
    cdef long long next_poll, poll_every, calm_from
    cdef Int64Array line_kept
    cdef long long *line
    cdef Int32Array line_end_kept
    cdef Int32Array static_kept
    cdef int *static
    cdef int *line_end
    cdef readonly Margins margins
    cdef long long apart[16]  # keeps what another thread writes off the cache lines of these
    cdef readonly Oversight oversight

    cdef void count(self) noexcept nogil
    cdef int static_score(self) noexcept nogil
    cdef void estimate(self, int ply, bint checked) noexcept nogil
    cdef bint make(self, long long move, bint for_check, int top) noexcept nogil
    cdef void keep_line(self, int ply, long long move) noexcept nogil
