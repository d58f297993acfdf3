# The C face of memory.py.

cimport cython

from makachess.core.kernel.packed cimport *

# arrays

@cython.final
cdef class Int32Array:
    cdef int *data

@cython.final
cdef class ByteArray:
    cdef unsigned char *data

@cython.final
cdef class Int16Array:
    cdef short *data
    cdef readonly int size

@cython.final
cdef class Int64Array:
    cdef long long *data
    cdef readonly int size

cdef Int64Array grown(Int64Array array)

@cython.final
cdef class UndoStack:
    cdef UndoPointer records
    cdef readonly int size
    cpdef void grow(self) except *

# values, net and rules

@cython.final
cdef class NetMemory:
    cdef Int16Array first_kept, bias_kept, last_kept
    cdef Int32Array row_of_kept, zone_of_kept, offset_kept, set_of_kept
    cdef short *first
    cdef short *bias
    cdef short *last
    cdef int *row_of
    cdef int *zone_of
    cdef int *offset
    cdef int *set_of
    cdef readonly int units, ceiling

@cython.final
cdef class Worth:
    cdef Int64Array cells_kept
    cdef Int64Array price_kept
    cdef long long *cells
    cdef long long *price
    cdef readonly int codes, full, scale
    cdef readonly NetMemory net

@cython.final
cdef class RuleMemory:
    cdef list kept
    cdef readonly int types, codes, directions, slides, checkmate, no_repeats
    cdef readonly int castlings, passants, hooks, universals, pathers
    cdef readonly int zone_rule, ways, trading, bare, dead
    cdef readonly int files, contagion_first, needs_choice, reserve, result_bits, waiter, compounds
    cdef readonly Worth no_worth
    cdef int *leg_start
    cdef int *legs
    cdef int *near
    cdef int *near_enemy
    cdef int *powers
    cdef int *promotion
    cdef int *deltas
    cdef unsigned char *reach
    cdef int *direction_of
    cdef int *home
    cdef int *royal
    cdef int *resets
    cdef int *passant
    cdef int *castles
    cdef int *castled
    cdef int *rights
    cdef int *arrival_start
    cdef int *arrival
    cdef int *choice_zone
    cdef unsigned char *zone
    cdef int *changes
    cdef int *choices
    cdef unsigned char *way
    cdef int *last_cells
    cdef int *lion
    cdef int *no_bridge
    cdef int *slight
    cdef int *harmless
    cdef int *stock
    cdef int *army
    cdef int *pawn_start
    cdef int *pawns
    cdef int *hook_codes
    cdef int *path_start
    cdef int *paths
    cdef int *path_codes
    cdef int *universal_codes
    cdef long long *zobrist
    cdef long long *zobrist_other
