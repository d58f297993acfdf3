# The C face of moves.py.

from makachess.core.kernel.attacks cimport is_attacked
from makachess.core.kernel.bare cimport has_lost_bare
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.captures cimport generate_captures
from makachess.core.kernel.compound cimport generate_compounds
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport add, drop_repeated
from makachess.core.kernel.legs cimport generate_legs, leads_to
from makachess.core.kernel.packed_move cimport pack, pack_further, pack_kind, pack_choice, origin_of, destination_of, is_plain
from makachess.core.kernel.paths cimport drop_equal
from makachess.core.kernel.powers cimport generate_powers

cdef int generate(Board board, int top, bint captures_only) noexcept nogil
cdef int generate_men(Board board, int top, bint captures_only) noexcept nogil
cdef int generate_man(Board board, int top, int origin) noexcept nogil
cdef int generate_joint(Board board, int top) noexcept nogil
cdef bint is_decided(Board board) noexcept nogil
cpdef bint is_pseudo_legal(Board board, long long move, int top) noexcept nogil
