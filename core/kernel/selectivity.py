"""How much of the tree is left out: the margins and reductions of the search, each in one place.

The forms are those every alpha-beta engine of today uses; the figures were chosen by self-play
in the games of this family. Margins are in shares of what an average man of the array is worth,
since a threat weighs more where the men are stronger.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython


def reduction_of(depth: cython.int, tried: cython.int, history: cython.int) -> cython.int:
    """Plies less for a late quiet move: the later, the more; fewer if it has often cut off."""
    less: cython.int = 1 + (tried > 8) + (tried > 20) + (tried > 50)
    less += (depth > 5) + (depth > 9)
    if history > 2000:
        less -= 1
    return max(0, min(less, depth - 2))


def null_reduction(depth: cython.int, surplus: cython.int, man: cython.int) -> cython.int:
    """Plies less for the search after a null move; `surplus` is how far above beta we stand."""
    return 3 + depth // 4 + min(surplus // man, 2)


def quiet_moves_enough(depth: cython.int, moves: cython.int) -> cython.int:
    """How many moves are tried near the leaves before the quiet ones left are skipped."""
    return 4 + moves // 8 + 2 * depth * depth


def futile_margin(depth: cython.int, man: cython.int) -> cython.int:
    """How far below alpha a quiet move is not worth trying; `man` is an average man's worth."""
    return man * (4 + 5 * depth) // 10


def safe_margin(depth: cython.int, man: cython.int) -> cython.int:
    """How far above beta a position needs no search so near the leaves."""
    return man * 4 * depth // 10


def losing_margin(depth: cython.int, man: cython.int) -> cython.int:
    """How much a capture may lose in the exchange and still be searched."""
    return man * (3 + 4 * depth) // 10
