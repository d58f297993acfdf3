"""How a score is packed into 64 bits; `packed_score.pxd` is the same for the compiled kernel.

A score has three parts: centipawns in the middle game (24 bits, with a sign), centipawns in the end
game (the same), and the phase (16 bits): how much is left on the board, White and Black together.
Whatever a man adds to all three is one number, and so is what a move changes: keeping the score up
to date costs one addition a change. A part may be negative, and then borrows from the next one;
reading a part gives the borrowed bit back.

How much of the value is that of the middle game is called the share, from 0 to 256.
"""

MOST_WORTH = 23_000  # centipawns of a man on a square: 19 x 19 of them still fit into 24 bits
MOST_PHASE = 90  # of a man, for the same reason


def pack_score(middle: int, end: int, phase: int) -> int:
    """The three parts as one number."""
    return middle + (end << 24) + (phase << 48)


def middle_of(score: int) -> int:
    """The centipawns in the middle game."""
    return ((score & 0xFFFFFF) ^ 0x800000) - 0x800000


def end_of(score: int) -> int:
    """The centipawns in the end game."""
    return (((score + 0x800000) >> 24 & 0xFFFFFF) ^ 0x800000) - 0x800000


def phase_of(score: int) -> int:
    """The phase."""
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
