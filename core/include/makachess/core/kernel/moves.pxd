# The C face of moves.py.

from makachess.core.kernel.attacks cimport is_attacked, is_protected, is_reached
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.powers cimport generate_powers
from makachess.core.kernel.promotion cimport add, add_capture, add_quiet, change_by

cdef int generate(Board board, int top, bint captures_only) noexcept nogil
cdef int generate_pieces(Board board, int top, bint captures_only) noexcept nogil
cdef int generate_piece(Board board, int top, int origin, bint captures_only) noexcept nogil
cdef int generate_joint(Board board, int top) noexcept nogil
cdef bint is_decided(Board board) noexcept nogil
cpdef bint is_pseudo_legal(Board board, long long move, int top) noexcept nogil
cdef bint has_lost_bare(Board board, int color) noexcept nogil
cpdef bint is_dead(Board board) noexcept nogil
