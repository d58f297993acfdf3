# The C face of danger.py.

from makachess.core.kernel.board cimport Board

cpdef bint is_endangered(Board board, int color) noexcept nogil
cpdef bint is_still_endangered(Board board, int color, bint before) noexcept nogil
