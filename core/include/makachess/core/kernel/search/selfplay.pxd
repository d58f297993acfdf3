# The C face of selfplay.py.

cimport cython

from makachess.core.kernel.attacks cimport is_in_check
from makachess.core.kernel.board cimport Board
from makachess.core.kernel.delayed cimport push
from makachess.core.kernel.legality cimport generate_legal, has_legal_move, stood_at
from makachess.core.kernel.memory cimport ByteArray
from makachess.core.kernel.moves cimport is_dead, is_decided
from makachess.core.kernel.packed cimport *
from makachess.core.kernel.search.picker cimport is_quiet
from makachess.core.kernel.search.table cimport TranspositionTable
from makachess.core.kernel.search.tree cimport Search

@cython.final
cdef class SelfPlay:
    cdef Search search
    cdef readonly Board board
    cdef TranspositionTable table
    cdef int nodes, clear, clear_plies, level, level_plies, level_after, longest, fair, bound
    cdef int occurrences, move_limit, corner, files, ranks, bits
    cdef ByteArray boards_kept, types_kept
    cdef unsigned char *boards
    cdef unsigned char *types
    cdef int pieces, ahead, even, score
    cdef long long best
    cdef readonly int points
    cdef readonly list scores, kept
    cdef bint _is_over(self) noexcept
    cdef int _times_stood(self) noexcept
    cdef bint _is_adjudicated(self, int score) noexcept
    cdef int _search(self) except -1
    cdef int _run(self, int depth, int low, int high) except -1
    cdef int _make(self, int score) except -1
    cdef int _write(self, int number) noexcept
