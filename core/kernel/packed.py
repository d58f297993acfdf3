"""Numbers the tables and the kernel share; `packed.pxd` gives the compiled kernel the same."""

ROW = 40  # cells from one rank to the next
CELLS = 1000  # 25 rows: 19 ranks and a border of three on either side
MARGIN = 3
SIDE_MEN = 500  # room for the men of one side in the list of both

# Neighbour bits of a cell: eight for neighbours with a White man, in the order of their cells,
# eight for a Black one, eight for empty ones; then two that are always set, for men that leap up to
# MARGIN squares and for those that go anywhere.
BLACK_NEAR, EMPTY_NEAR, LEAPS, ANYWHERE = 8, 16, 1 << 24, 1 << 25
MOST_CHANGES = 64  # changes not yet passed on to the neighbour bits

# The fields of a leg; the mask is of the steps that are moves, the last two are what must be next
# door for a move and for a capture.
LEG_FIELDS = 6
DELTA, STEPS, MASK, FLAGS, NEAR, NEAR_ENEMY = 0, 1, 2, 3, 4, 5
MOVES, CAPTURES, INITIAL, PASSANT = 1, 2, 4, 8
PATH_FIELDS = 3  # of each part of a path: step, how many of them, flags
HOPS, PASSES = 16, 32  # among these: goes on over a man; passes the turn over an empty cell

SEVERAL_SLIDES = 255  # in `ways`: more than one slide leads there

CASTLE_FIELDS = 52  # right, colour, king from, to, rook from, to, then two counted lists of cells
CASTLE_EMPTY, CASTLE_SAFE = 6, 28

AREA, PASS, LINE_TWO, LINE_THREE, LINE_HOP = 1, 2, 4, 8, 16
HOOK_ROOK, HOOK_BISHOP, UNIVERSAL, UNIVERSAL_ROYAL = 32, 64, 128, 256
OVERLAPS = 512  # its legs and powers may find the same move twice
PATHS = 1024  # it has paths, which may find a move several times

STAY, MAY, MUST, CONTAGION = 0, 1, 2, 3
LAST_RANK, ZONE = 1, 2  # where a man that arrives must choose, and where it may
# What does not keep a position from being dead: a man that is alone, men that are all on squares of
# one colour, a man on its last rank.
DEAD_ALONE, DEAD_ON_ONE_COLOR, DEAD_ON_LAST_RANK, DEAD_ROYAL = 1, 2, 4, 8
# What restricts trades of Lions: whether there are any; that a Lion may take one next to it, or a
# man on its way for a bridge; that royals count as guards; who may not strike back.
LIONS, ADJACENT, BRIDGE, ROYALS_GUARD, OTHERS_WAIT, LIONS_WAIT = 1, 2, 4, 8, 16, 32

# Kinds of move; `packed_move` says where a move holds them.
NORMAL, TAKE_PASSANT, CASTLE, PASS_TURN, COMPOUND, STRIDE = 0, 1, 2, 3, 4, 5

CELL_BITS = 10  # for each cell where several are packed into one number
ANY_TYPE = 256  # as the number of a new type: whichever

MOST_RESULTS = 2047  # the most a packed move can number; no game comes near
SEARCHED_RESULTS = 64  # the most a search looks at, stronger men first
RESULT_BITS = 3  # for each file of a result: the new type's place among the choices, from 1
RESULT_ROOM = 16384  # results kept for all plies together

ROOM = 131072  # moves the generator can hold: more than any position on 19x19 has
SEARCH_PLIES = 256  # plies kept free on the undo stack for a search
MAX_PLY = 128  # the deepest a search looks
MOST_MOVES = 8192  # room a search needs to open a node
MOST_TAKERS = 64  # men of a side considered in an exchange
MOST_QUIETS = 64  # quiet moves of a node penalised when a later one cuts off
MATE = 1000000  # score of a won game; less one for each ply on the way
MATE_BOUND = 999000  # scores beyond this are wins in a known number of plies
OPEN = 2000000  # no score: the position must be searched
AT_LEAST, AT_MOST, EXACT = 1, 2, 3

FINENESS = 16  # bits of a net's output below a centipawn
MOST_NOTED = 128  # changes of one ply, delayed promotions before and after a move included
