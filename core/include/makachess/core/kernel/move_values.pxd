# The C face of move_values.py.

cimport cython

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.delayed cimport push
from makachess.core.kernel.legality cimport generate_legal, is_legal, repetition_key
from makachess.core.kernel.matching cimport Wanted, only_fitting
from makachess.core.kernel.moves cimport generate_joint, generate_man, is_decided
from makachess.core.kernel.packed_move cimport choice_of, destination_of, first_of, kind_of, origin_of, pack_choice, promotion_of
from makachess.core.kernel.ways cimport word_of

@cython.no_gc
cdef class LightMove:
    cdef readonly long long word
    cdef readonly str promotion
    cdef readonly tuple prefix

cpdef long long find(Board board, LightMove value, int promotion, int choice)
