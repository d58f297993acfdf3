# The C face of dead.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *

cdef bint is_dead(Board board) noexcept nogil
