# The C face of matching.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.legality cimport is_legal
from makachess.core.kernel.moves cimport generate_joint, generate_man, is_decided
from makachess.core.kernel.packed_move cimport choice_of, destination_of, kind_of, origin_of, pack_choice, promotion_of
from makachess.core.kernel.ways cimport is_among, stops_of, victims_of

@cython.final
cdef class Wanted:
    cdef readonly int man, file, rank, promotion, castling, is_pass, is_igui, taken
    cdef readonly long long stops

cdef long long only_fitting(Board board, Wanted wanted) noexcept nogil
