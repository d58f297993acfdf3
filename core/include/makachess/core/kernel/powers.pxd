# The C face of powers.py.

from makachess.core.kernel.attacks cimport is_protected
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.promotion cimport add, add_capture, add_victims
from makachess.core.kernel.hooks cimport generate_hooks
from makachess.core.kernel.paths cimport generate_paths
from makachess.core.kernel.packed_move cimport pack, pack_further, pack_kind

cdef int generate_powers(
    Board board, int top, int origin, int code, bint captures_only
) noexcept nogil
