# packed_move.py as inline functions of the C compiler; a test holds the two together.

cdef inline int pack(int origin, int destination) noexcept nogil:
    return origin | destination << 10

cdef inline long long pack_further(long long first, long long second) noexcept nogil:
    return first << 20 | second << 30

cdef inline long long pack_promotion(long long number) noexcept nogil:
    return number << 40

cdef inline long long pack_kind(long long kind) noexcept nogil:
    return kind << 48

cdef inline long long pack_choice(long long choice) noexcept nogil:
    return choice << 52

cdef inline long long pack_taken(long long place) noexcept nogil:
    return place << 40

cdef inline int origin_of(long long move) noexcept nogil:
    return move & 1023

cdef inline int destination_of(long long move) noexcept nogil:
    return (move >> 10) & 1023

cdef inline int first_of(long long move) noexcept nogil:
    return (move >> 20) & 1023

cdef inline int second_of(long long move) noexcept nogil:
    return (move >> 30) & 1023

cdef inline int promotion_of(long long move) noexcept nogil:
    return (move >> 40) & 255

cdef inline int kind_of(long long move) noexcept nogil:
    return (move >> 48) & 15

cdef inline int choice_of(long long move) noexcept nogil:
    return move >> 52

cdef inline bint is_plain(long long move) noexcept nogil:
    return not move >> 20

cdef inline bint is_special(long long move) noexcept nogil:
    return move >> 48 != 0

cdef inline bint has_further(long long move) noexcept nogil:
    return (move >> 20) & 0xFFFFF != 0

cdef inline long long without_further(long long move) noexcept nogil:
    return move ^ ((move >> 20) & 0xFFFFF) << 20

cdef inline long long without_promotion(long long move) noexcept nogil:
    return move ^ ((move >> 40) & 255) << 40

cdef inline long long without_choice(long long move) noexcept nogil:
    return move ^ (move >> 52) << 52

cdef inline int taken_of(long long word) noexcept nogil:
    return (word >> 40) & 3
