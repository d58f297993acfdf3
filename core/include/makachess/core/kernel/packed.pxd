# packed.py for the C compiler; a test holds the two together.

cdef enum:
    ROW = 40
    CELLS = 1000
    MARGIN = 3
    WALL = 1
    SIDE_PIECES = 500
    PACKED_PIECE = 4
    BLACK_NEAR = 8
    EMPTY_NEAR = 16
    LEAPS = 16777216
    ANYWHERE = 33554432
    MOST_CHANGES = 64
    LEG_FIELDS = 6
    DELTA = 0
    STEPS = 1
    MASK = 2
    FLAGS = 3
    NEAR = 4
    NEAR_ENEMY = 5
    MOVES = 1
    CAPTURES = 2
    INITIAL = 4
    PASSANT = 8
    STRIDES = 64
    PATH_FIELDS = 3
    HOPS = 16
    PASSES = 32
    SEVERAL_SLIDES = 255
    CASTLE_FIELDS = 68
    CASTLE_IN_FULL = 6
    CASTLE_EMPTY = 7
    CASTLE_SAFE = 46
    HOME_STEPS = 31
    HOME_RIGHT = 5
    UNATTACKED = 1024
    IN_ARRAY = 2048
    AREA = 1
    PASS = 2
    LINE_TWO = 4
    LINE_THREE = 8
    LINE_HOP = 16
    HOOK_ROOK = 32
    HOOK_BISHOP = 64
    UNIVERSAL = 128
    UNIVERSAL_ROYAL = 256
    OVERLAPS = 512
    PATHS = 1024
    STAY = 0
    MAY = 1
    MUST = 2
    CONTAGION = 3
    CHOICES = 10
    FORCED = 1
    ZONE = 2
    ENTERS = 1
    BEGINS = 2
    ARRIVES = 1
    TURNS = 2
    DEAD_ALONE = 1
    DEAD_ON_ONE_COLOR = 2
    DEAD_ON_LAST_RANK = 4
    DEAD_ROYAL = 8
    LIONS = 1
    ADJACENT = 2
    BRIDGE = 4
    ROYALS_GUARD = 8
    OTHERS_WAIT = 16
    LIONS_WAIT = 32
    NORMAL = 0
    TAKE_PASSANT = 1
    CASTLE = 2
    PASS_TURN = 3
    COMPOUND = 4
    STRIDE = 5
    CELL_BITS = 10
    ANY_TYPE = 256
    MOST_RESULTS = 2047
    SEARCHED_RESULTS = 64
    RESULT_ROOM = 16384
    ROOM = 131072
    SEARCH_PLIES = 256
    PLIES_AHEAD = 16
    MAX_PLY = 128
    MOST_MOVES = 8192
    MOST_ATTACKERS = 64
    MOST_QUIETS = 64
    MATE = 1000000
    MATE_BOUND = 999000
    OPEN = 2000000
    AT_LEAST = 1
    AT_MOST = 2
    EXACT = 3
    FINENESS = 16
    SETS = 8
    MOST_NOTED = 128
    MOST_WORTH = 23000
    MOST_PHASE = 90

# moves

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

# scores

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

# records of moves made

ctypedef struct UndoRecord:
    long long move
    long long key
    long long passant_key
    long long settled
    long long score
    int choices
    int castling
    int passed
    int passed_more
    int passed_piece
    int halfmove
    int noted
    int piece
    int victim
    int victim_slot
    int first
    int first_slot
    int second
    int second_slot

ctypedef UndoRecord *UndoPointer

cdef inline UndoPointer record_at(UndoPointer records, int ply) noexcept nogil:
    return records + ply
