# The C face of perpetual.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.delayed cimport settle
from makachess.core.kernel.moves cimport generate_men
from makachess.core.kernel.packed_move cimport destination_of, kind_of, origin_of
from makachess.core.kernel.ways cimport is_among, victims_of

cpdef int sole_attacker(Board board, int first, int top) noexcept nogil
