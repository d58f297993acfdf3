# The C face of compound.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport pack, pack_further, pack_kind

cdef int generate_compounds(Board board, int top) noexcept nogil
