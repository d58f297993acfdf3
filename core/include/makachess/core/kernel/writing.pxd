# The C face of writing.py: only what it takes from others.

from makachess.core.kernel.attacks cimport is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.delayed cimport push
from makachess.core.kernel.legality cimport has_legal_move, is_legal
from makachess.core.kernel.moves cimport generate_joint, generate_man
from makachess.core.kernel.packed_move cimport choice_of, destination_of, kind_of, origin_of, pack_choice, promotion_of, without_choice
from makachess.core.kernel.ways cimport victims_of

cpdef int threat_of(Board board, long long move) except -1
