# The C face of tree.py.

cimport cython

from makachess.core.kernel.attacks cimport is_endangered, is_in_check, is_still_endangered
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.delayed cimport push, settle
from makachess.core.kernel.legality cimport has_legal_move_from, stood_at
from makachess.core.kernel.memory cimport Int64Array
from makachess.core.kernel.moves cimport generate, has_lost_bare, is_dead
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.perpetual cimport sole_attacker
from makachess.core.kernel.search.exchange cimport exchange, gain_of
from makachess.core.kernel.search.picker cimport Ordering, Picker, is_quiet
from makachess.core.kernel.search.state cimport Margins, SearchState
from makachess.core.kernel.search.table cimport TranspositionTable

@cython.final
cdef class RepetitionScores:
    cdef Board board
    cdef int loss, root, judged
    cdef Int64Array judged_kept
    cdef long long *judgements
    cdef int endangered[1024]  # PLIES
    cdef void note(self, bint endangered) noexcept nogil
    cdef bint was_endangered(self) noexcept nogil
    cdef int score_if_closed(self, int depth, int top) noexcept nogil
    cdef int _loser(self, int first, int depth, int top) noexcept nogil
    cdef bint _was_endangered_always(self, int first) noexcept nogil

@cython.final
cdef class Outcomes:
    cdef Board board
    cdef RepetitionScores repetition_scores
    cdef int move_limit, no_move
    cdef int score_if_over(self, int ply, int depth, int top) noexcept nogil
    cdef int _score_of_draw(self, int ply, int top) noexcept nogil
    cdef bint _leaves_last_royal(self) noexcept nogil
    cdef int score_without_moves(self, int ply) noexcept nogil

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
    cdef RepetitionScores repetition_scores

    cdef int _search(
        self, int depth, int alpha, int beta, int ply, int top, bint may_pass
    ) noexcept nogil
    cdef int _search_moves(
        self, int depth, int alpha, int beta, int ply, int top, long long first, bint checked
    ) noexcept nogil
    cdef int _search_one(
        self, int depth, int alpha, int beta, int ply, int top, int tried, int reduction
    ) noexcept nogil
    cdef int _score_if_safe(
        self, int depth, int beta, int ply, int top, bint may_pass
    ) noexcept nogil
    cdef int _null_move(self, int depth, int beta, int ply, int top) noexcept nogil
    cdef bint _is_barred(self, long long move) noexcept nogil
    cdef bint _is_telling(self, int score, int alpha, int beta) noexcept nogil
