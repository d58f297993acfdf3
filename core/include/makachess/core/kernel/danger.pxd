# The C face of danger.py.

from makachess.core.kernel.attacks cimport is_reached
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.hooks cimport is_hooked
from makachess.core.kernel.paths cimport is_on_path
from makachess.core.kernel.packed_move cimport origin_of, destination_of, has_further

cpdef bint is_endangered(Board board, int color) noexcept nogil
cpdef bint is_still_endangered(Board board, int color, bint before) noexcept nogil
