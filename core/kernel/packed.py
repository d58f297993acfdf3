"""Numbers the whole kernel shares, and how moves and scores are packed into 64 bits.

`packed.pxd` gives the compiled kernel the same, as numbers, inline functions and a struct of the C
compiler; a test holds the two together.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

ROW = 40  # cells from one rank to the next
CELLS = 1000  # 25 rows: 19 ranks and a border of three on either side
MARGIN = 3
WALL = 1  # on a cell beyond the board; 0 is an empty square, what is more the code of a piece
SIDE_PIECES = 500  # room for the pieces of one side in the list of both
PACKED_PIECE = 4  # bytes of a piece: its cell and its code, two bytes each, the lower one first

# Neighbour bits of a cell: eight for neighbours with a White piece, in the order of their cells,
# eight for a Black one, eight for empty ones; then two that are always set, for pieces that leap up
# to MARGIN squares and for those that go anywhere.
BLACK_NEAR, EMPTY_NEAR, LEAPS, ANYWHERE = 8, 16, 1 << 24, 1 << 25
MOST_CHANGES = 64  # changes not yet passed on to the neighbour bits

# The fields of a leg; the mask is of the steps that are moves, the last two are what must be next
# door for a move and for a capture. Flags of legs and of parts of paths are one series of bits.
LEG_FIELDS = 6
DELTA, STEPS, MASK, FLAGS, NEAR, NEAR_ENEMY = 0, 1, 2, 3, 4, 5
MOVES, CAPTURES, INITIAL, PASSANT = 1, 2, 4, 8
STRIDES = 64  # moves of several squares along it can be answered en passant
PATH_FIELDS = 3  # of each part of a path: step, how many of them, flags
# The flags of a part have the names of what it does in `Stretch`: MOVES and CAPTURES, that it goes
# on over a piece, that it passes the turn over an empty cell.
HOPS, PASSES = 16, 32

SEVERAL_SLIDES = 255  # in `direction_of`: more than one slide leads there

# Right, colour, king from, to, rook from, to, whether that is written in full, two counted lists of
# cells.
CASTLE_FIELDS = 68
CASTLE_IN_FULL, CASTLE_EMPTY, CASTLE_SAFE = 6, 7, 46

# What `home` says of a piece that makes first moves on a cell: over how many squares it may go,
# then the castling right, counted from 1, that it must have, and whether it must not be attacked.
# Apart from that, whether the array has it there.
HOME_STEPS, HOME_RIGHT, UNATTACKED, IN_ARRAY = 31, 5, 1024, 2048

AREA, PASS, LINE_TWO, LINE_THREE, LINE_HOP = 1, 2, 4, 8, 16
HOOK_ROOK, HOOK_BISHOP, UNIVERSAL, UNIVERSAL_ROYAL = 32, 64, 128, 256
OVERLAPS = 512  # its legs and powers may find the same move twice
PATHS = 1024  # it has paths, which may find a move several times

STAY, MAY, MUST, CONTAGION = 0, 1, 2, 3
CHOICES = 10  # in a cell of the promotion table, behind rule and type: where further types stand
FORCED, ZONE = 1, 2  # where a piece that arrives must choose, and where it may
ENTERS, BEGINS = 1, 2  # rules of zones that ask where a move begins, too
ARRIVES, TURNS = 1, 2  # what may change a piece that takes nothing: its goal, or any such move
# What does not keep a position from being dead: a piece that is alone, pieces that are all on
# squares of one colour, a piece on its last rank.
DEAD_ALONE, DEAD_ON_ONE_COLOR, DEAD_ON_LAST_RANK, DEAD_ROYAL = 1, 2, 4, 8
# What restricts trades of Lions: whether there are any; that a Lion may take one next to it, or a
# piece on its way for a bridge; that royals count as guards; who may not strike back.
LIONS, ADJACENT, BRIDGE, ROYALS_GUARD, OTHERS_WAIT, LIONS_WAIT = 1, 2, 4, 8, 16, 32

# Kinds of move; where a move holds them is said below.
NORMAL, TAKE_PASSANT, CASTLE, PASS_TURN, COMPOUND, STRIDE = 0, 1, 2, 3, 4, 5

CELL_BITS = 10  # for each cell where several are packed into one number
ANY_TYPE = 256  # as the number of a new type: whichever

MOST_RESULTS = 2047  # the most a packed move can number; no game comes near
SEARCHED_RESULTS = 64  # the most a search looks at, stronger pieces first
RESULT_ROOM = 16384  # results kept for all plies together

ROOM = 131072  # moves the generator can hold: more than any position on 19x19 has
SEARCH_PLIES = 256  # plies kept free on the undo stack for a search
PLIES_AHEAD = 16  # and for the rules, which try a move and its answers
MAX_PLY = 128  # the deepest a search looks
MOST_MOVES = 8192  # room a search needs to open a node
MOST_ATTACKERS = 64  # pieces of a side considered in an exchange
MOST_QUIETS = 64  # quiet moves of a node penalised when a later one cuts off
MATE = 1000000  # score of a won game; less one for each ply on the way
MATE_BOUND = 999000  # scores beyond this are wins in a known number of plies
OPEN = 2000000  # no score: the position must be searched
AT_LEAST, AT_MOST, EXACT = 1, 2, 3

FINENESS = 16  # bits of a net's output below a centipawn
SETS = 8  # of the last weights of a net, by how many pieces are on the board
MOST_NOTED = 128  # changes of one ply, delayed promotions before and after a move included


# Four cells of ten bits each: origin, destination and two further ones (victims in passing, the
# Rook's squares in castling, the origins of further pawns in a compound first move). Then eight
# bits for the new type, counted from 1, four for the kind of move, and the rest for the choice of
# delayed promotion that precedes it, counted from 1; 0 means none.


def pack(origin: int, destination: int) -> int:
    """A plain move, to which the other parts can be added with `|`."""
    return origin | destination << 10


def pack_further(first: int, second: int) -> int:
    return first << 20 | second << 30


def pack_promotion(number: int) -> int:
    """The part that holds the number of the new type."""
    return number << 40


def pack_kind(kind: int) -> int:
    return kind << 48


def pack_choice(choice: int) -> int:
    """The part that holds the choice among delayed promotions."""
    return choice << 52


def pack_taken(place: int) -> int:
    """The part of the word of a LightMove that tells which victim stood on the destination."""
    return place << 40


def origin_of(move: int) -> int:
    return move & 1023


def destination_of(move: int) -> int:
    return (move >> 10) & 1023


def first_of(move: int) -> int:
    return (move >> 20) & 1023


def second_of(move: int) -> int:
    return (move >> 30) & 1023


def promotion_of(move: int) -> int:
    """The number of the new type; 0 if the piece stays what it is."""
    return (move >> 40) & 255


def kind_of(move: int) -> int:
    return (move >> 48) & 15


def choice_of(move: int) -> int:
    """Which of the results of a delayed promotion comes before a move; 0 if none does."""
    return move >> 52


def is_plain(move: int) -> bool:
    """Whether there is nothing to a move but origin and destination."""
    return not move >> 20


def is_special(move: int) -> bool:
    """Whether a move is of another kind than NORMAL, or follows a choice."""
    return move >> 48 != 0


def has_further(move: int) -> bool:
    return (move >> 20) & 0xFFFFF != 0


def without_further(move: int) -> int:
    return move ^ ((move >> 20) & 0xFFFFF) << 20


def without_promotion(move: int) -> int:
    return move ^ ((move >> 40) & 255) << 40


def without_choice(move: int) -> int:
    return move ^ (move >> 52) << 52


def taken_of(word: int) -> int:
    """Which victim stood on the destination, counted from 1, by the word of a LightMove; or 0."""
    return (word >> 40) & 3


def is_pass(move: int) -> bool:
    return kind_of(move) == PASS_TURN


def further_steps(move: int) -> Iterator[tuple[int, int]]:
    """Origin and destination of the pieces that a move takes along.

    These are further pawns, and in castlings that name both pieces the Rook.
    """
    first, second = first_of(move), second_of(move)
    if kind_of(move) == CASTLE and first:
        yield first, second
    if kind_of(move) != COMPOUND:
        return
    step = destination_of(move) - origin_of(move)
    forward = ROW if step > 0 else -ROW
    if second:
        yield first, first + forward
        yield second, second + forward
    else:
        yield first, first + 3 * forward - step


# A score has three parts: centipawns in the middle game (24 bits, with a sign), centipawns in the
# end game (the same), and the phase (16 bits): how much is left on the board, White and Black
# together. Whatever a piece adds to all three is one number, and so is what a move changes: keeping
# the score up to date costs one addition a change. A part may be negative, and then borrows from
# the next one; reading a part gives the borrowed bit back.
#
# How much of the value is that of the middle game is called the share, from 0 to 256.

MOST_WORTH = 23_000  # centipawns of a piece on a square: 19 x 19 of them still fit into 24 bits
MOST_PHASE = 90  # of a piece, for the same reason


def pack_score(middle: int, end: int, phase: int) -> int:
    """The three parts as one number."""
    return middle + (end << 24) + (phase << 48)


def middle_of(score: int) -> int:
    return ((score & 0xFFFFFF) ^ 0x800000) - 0x800000


def end_of(score: int) -> int:
    return (((score + 0x800000) >> 24 & 0xFFFFFF) ^ 0x800000) - 0x800000


def phase_of(score: int) -> int:
    return ((score + 0x800000 >> 24) + 0x800000) >> 24


def share_of(score: int, full: int, scale: int) -> int:
    """The share of the middle game; `full` is the phase of the array, `scale` 2 ** 24 / full."""
    return min(phase_of(score), full) * scale >> 16


def blend(whole: int, parts: int) -> int:
    """Centipawns, and 256ths of them, rounded towards zero: the same for White and Black."""
    return whole + ((parts + (parts >> 63 & 255)) >> 8)


def value_of(score: int, share: int) -> int:
    """The centipawns at a share of the middle game."""
    return blend(end_of(score), (middle_of(score) - end_of(score)) * share)


@dataclass(slots=True)
class UndoRecord:
    """A move made, and whatever of the state before it the move does not tell."""

    move: int = 0  # packed; 0 for a null move
    key: int = 0
    passant_key: int = 0
    settled: int = 0
    score: int = 0
    choices: int = 0
    castling: int = 0
    passed: int = 0
    passed_more: int = 0
    passed_piece: int = 0
    halfmove: int = 0
    noted: int = 0
    piece: int = 0  # the code of the piece that moved
    victim: int = 0  # the code of the piece taken on the destination, 0 if none was
    victim_slot: int = 0  # its place in the list of its side
    first: int = 0  # the same of pieces taken on the two further cells
    first_slot: int = 0
    second: int = 0  # or of the piece that has changed by castling
    second_slot: int = 0


UndoPointer: TypeAlias = UndoRecord
"""In C the address of a record, uncompiled the record itself."""


def record_at(records: list[UndoRecord], ply: int) -> UndoPointer:
    return records[ply]
