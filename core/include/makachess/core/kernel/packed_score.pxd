# packed_score.py as inline functions of the C compiler; a test holds the two together.

cdef inline long long pack_score(long long middle, long long end, long long phase) noexcept nogil:
    return middle + (end << 24) + (phase << 48)

cdef inline long long middle_of(long long score) noexcept nogil:
    return ((score & 0xFFFFFF) ^ 0x800000) - 0x800000

cdef inline long long end_of(long long score) noexcept nogil:
    return (((score + 0x800000) >> 24 & 0xFFFFFF) ^ 0x800000) - 0x800000

cdef inline long long phase_of(long long score) noexcept nogil:
    return ((score + 0x800000 >> 24) + 0x800000) >> 24

cdef inline long long share_of(long long score, long long full, long long scale) noexcept nogil:
    return min(phase_of(score), full) * scale >> 16

cdef inline int blend(long long whole, long long parts) noexcept nogil:
    return whole + ((parts + (parts >> 63 & 255)) >> 8)

cdef inline int value_of(long long score, long long share) noexcept nogil:
    return blend(end_of(score), (middle_of(score) - end_of(score)) * share)
