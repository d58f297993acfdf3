# The C face of tree.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.danger cimport is_still_endangered
from makachess.core.kernel.delayed cimport settle
from makachess.core.kernel.search.table cimport TranspositionTable
from makachess.core.kernel.search.loops cimport Loops
from makachess.core.kernel.search.margins cimport Margins
from makachess.core.kernel.arrays cimport Int64Array
from makachess.core.kernel.search.ordering cimport Ordering, is_quiet
from makachess.core.kernel.search.outcomes cimport Outcomes
from makachess.core.kernel.search.picker cimport Picker
from makachess.core.kernel.search.quiescence cimport quiesce
from makachess.core.kernel.search.selectivity cimport doubt, is_hopeless, retakes
from makachess.core.kernel.search.state cimport SearchState

@cython.final
cdef class Search:
    cdef Board board
    cdef readonly SearchState state
    cdef Picker picker
    cdef TranspositionTable table
    cdef Outcomes outcomes
    cdef int root_depth
    cdef readonly int best_score
    cdef Int64Array barred_kept
    cdef long long *barred
    cdef int barred_count
    cdef long long first
    cdef Loops loops

    cdef int _search(
        self, int depth, int alpha, int beta, int ply, int top, bint may_pass
    ) noexcept nogil
    cdef int _search_moves(
        self, int depth, int alpha, int beta, int ply, int top, long long first, bint checked
    ) noexcept nogil
    cdef int _search_one(
        self, int depth, int alpha, int beta, int ply, int top, int tried, int less
    ) noexcept nogil
    cdef int _score_if_safe(
        self, int depth, int beta, int ply, int top, bint may_pass
    ) noexcept nogil
    cdef int _null_move(self, int depth, int beta, int ply, int top) noexcept nogil
    cdef bint _is_barred(self, long long move) noexcept nogil
    cdef bint _is_telling(self, int score, int alpha, int beta) noexcept nogil
