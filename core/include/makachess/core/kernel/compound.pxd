# The C face of compound.py.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.constants cimport *

cdef int generate_compounds(Board board, int top) noexcept nogil
