# The C face of move_values.py.

cimport cython

from makachess.core.kernel.attacks cimport can_check, is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.delayed cimport push
from makachess.core.kernel.history cimport Link, WorkingBoard
from makachess.core.kernel.legality cimport generate_legal, has_legal_move, is_legal
from makachess.core.kernel.moves cimport generate_joint, generate_piece, is_decided
from makachess.core.kernel.packed cimport *

cdef long long victims_of(Board board, long long move) noexcept nogil
cdef bint is_among(int cell, long long cells) noexcept nogil
cpdef list cells_in(long long cells)

@cython.no_gc
cdef class LightMove:
    cdef readonly long long word
    cdef readonly str promotion
    cdef readonly tuple prefix

cpdef long long find(Board board, LightMove value, int promotion, int choice)

@cython.final
cdef class Wanted:
    cdef readonly int piece, file, rank, promotion, castling, is_pass, is_igui, taken
    cdef readonly long long stops

cpdef int threat_of(Board board, long long move) except -1
