# The C face of bare.py.

from makachess.core.kernel.attacks cimport is_reached
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *

cdef bint has_lost_bare(Board board, int color) noexcept nogil
