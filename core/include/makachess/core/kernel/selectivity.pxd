# The C face of selectivity.py.

cdef int reduction_of(int depth, int tried, int history) noexcept nogil
cdef int null_reduction(int depth, int surplus, int man) noexcept nogil
cdef int quiet_moves_enough(int depth, int moves) noexcept nogil
cdef int futile_margin(int depth, int man) noexcept nogil
cdef int safe_margin(int depth, int man) noexcept nogil
cdef int losing_margin(int depth, int man) noexcept nogil
