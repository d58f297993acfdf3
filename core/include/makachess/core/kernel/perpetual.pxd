# The C face of perpetual.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.delayed cimport settle
from makachess.core.kernel.move_values cimport is_among, victims_of
from makachess.core.kernel.moves cimport generate_pieces
from makachess.core.kernel.packed cimport *

cpdef int sole_attacker(Board board, int first, int top) noexcept nogil
