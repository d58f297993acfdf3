# constants.py as numbers of the C compiler; a test holds the two together.

cdef enum:
    ROW = 40
    CELLS = 1000
    MARGIN = 3
    SIDE_MEN = 500
    LEG_FIELDS = 4
    MOVES = 1
    CAPTURES = 2
    INITIAL = 4
    PASSANT = 8
    CASTLE_FIELDS = 52
    CASTLE_EMPTY = 6
    CASTLE_SAFE = 28
    AREA = 1
    PASS = 2
    LINE_TWO = 4
    LINE_THREE = 8
    LINE_HOP = 16
    HOOK_ROOK = 32
    HOOK_BISHOP = 64
    UNIVERSAL = 128
    STAY = 0
    MAY = 1
    MUST = 2
    CONTAGION = 3
    NORMAL = 0
    TAKE_PASSANT = 1
    CASTLE = 2
    PASS_TURN = 3
    COMPOUND = 4
    STRIDE = 5
    UNDO_FIELDS = 12
    ROOM = 131072
    SEARCH_PLIES = 256
