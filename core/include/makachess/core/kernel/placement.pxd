# The C face of placement.py: only what it takes from others.

from makachess.core.kernel.board cimport Board
from makachess.core.kernel.packed cimport *
