# The C face of captures.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport drop_repeated
from makachess.core.kernel.legs cimport capture_at, generate_passant
from makachess.core.kernel.paths cimport drop_equal
from makachess.core.kernel.powers cimport generate_powers

cdef int generate_captures(Board board, int top) noexcept nogil
