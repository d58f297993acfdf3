# The C face of perft.py.

from makachess.core.kernel.attacks cimport is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.delayed cimport settle
from makachess.core.kernel.legality cimport may_stand
from makachess.core.kernel.moves cimport generate
from makachess.core.kernel.packed cimport *
