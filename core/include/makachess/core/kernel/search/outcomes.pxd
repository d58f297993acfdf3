# The C face of outcomes.py.

cimport cython

from makachess.core.kernel.attacks cimport is_in_check
from makachess.core.kernel.bare cimport has_lost_bare
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.danger cimport is_still_endangered
from makachess.core.kernel.dead cimport is_dead
from makachess.core.kernel.legality cimport has_legal_move_from
from makachess.core.kernel.search.loops cimport Loops

@cython.final
cdef class Outcomes:
    cdef Board board
    cdef Loops loops
    cdef int move_limit, no_move
    cdef int score_if_over(self, int ply, int depth, int top) noexcept nogil
    cdef int _score_of_draw(self, int ply, int top) noexcept nogil
    cdef bint _leaves_last_royal(self) noexcept nogil
    cdef int score_without_moves(self, int ply) noexcept nogil

cdef int score_if_bare(Board board, int ply) noexcept nogil
