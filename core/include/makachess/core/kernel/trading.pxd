# The C face of trading.py.

from makachess.core.kernel.attacks cimport is_attacked
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.packed_move cimport destination_of, first_of, kind_of, origin_of, second_of
from makachess.core.kernel.undo_record cimport UndoPointer, record_at

cdef bint is_unlawful_trade(Board board) noexcept nogil
