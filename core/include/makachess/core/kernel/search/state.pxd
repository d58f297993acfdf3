# The C face of state.py.

cimport cython

from makachess.core.kernel.attacks cimport can_check, is_still_endangered, is_still_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.delayed cimport choice_gain, settle
from makachess.core.kernel.legality cimport may_stand
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.search.picker cimport Ordering

@cython.final
cdef class Margins:
    cdef readonly int piece
    cdef int futile, futile_ply, safe_ply, losing, losing_ply, null, null_ply
    cdef int quiets, quiets_square, late, late_tried, late_depth
    cdef int late_reduction(self, int depth, int tried, int history) noexcept nogil
    cdef int null_reduction(self, int depth, int surplus) noexcept nogil
    cdef int quiet_moves_enough(self, int depth, int moves) noexcept nogil
    cdef int futility(self, int depth) noexcept nogil
    cdef int safety(self, int depth) noexcept nogil
    cdef int loss(self, int depth) noexcept nogil

@cython.final
cdef class Oversight:
    cdef Board board
    cdef readonly int root, rate, seen
    cdef readonly long long salt
    cdef bint hides(self, long long move) noexcept nogil
    cdef bint _takes_royal(self, long long move) noexcept nogil
    cdef int _odds(self, long long move, int ply) noexcept nogil

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
    cdef long long line[MAX_PLY * MAX_PLY]
    cdef int line_end[MAX_PLY]
    cdef int static[MAX_PLY]
    cdef readonly Margins margins
    cdef long long apart[16]  # keeps what another thread writes off the cache lines of these
    cdef readonly Oversight oversight

    cdef void count(self) noexcept nogil
    cdef int static_score(self) noexcept nogil
    cdef void estimate(self, int ply, bint checked) noexcept nogil
    cdef bint make(
        self, long long move, bint checked, bint for_check, int top
    ) noexcept nogil
    cdef void keep_line(self, int ply, long long move) noexcept nogil
