"""The margins of the search: how far from a bound it prunes, and by how much it reduces.

Their forms are those common to alpha-beta engines. The figures are given, in hundredths: of an
average man of the array, since threats weigh more where men are stronger; of a ply; of a move.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython


class Margins:
    """What a search goes by; `man` is an average man, in centipawns, the others `Tuning`'s."""

    def __init__(
        self,
        man: int,
        futile: int,
        futile_ply: int,
        safe_ply: int,
        losing: int,
        losing_ply: int,
        null: int,
        null_ply: int,
        quiets: int,
        quiets_square: int,
        late: int,
        late_tried: int,
        late_depth: int,
    ) -> None:
        self.man = max(man, 1)
        self.futile = futile
        self.futile_ply = futile_ply
        self.safe_ply = safe_ply
        self.losing = losing
        self.losing_ply = losing_ply
        self.null = null
        self.null_ply = null_ply
        self.quiets = quiets
        self.quiets_square = quiets_square
        self.late = late
        self.late_tried = late_tried
        self.late_depth = late_depth

    def reduction(self, depth: cython.int, tried: cython.int, history: cython.int) -> cython.int:
        """Late move reduction, in plies: more for later moves, less for those that often cut."""
        less: cython.int = self.late
        less += self.late_tried * ((tried > 8) + (tried > 20) + (tried > 50))
        less += self.late_depth * ((depth > 5) + (depth > 9))
        less = (less + 50) // 100
        if history > 2000:
            less -= 1
        return max(0, min(less, depth - 2))

    def null_reduction(self, depth: cython.int, surplus: cython.int) -> cython.int:
        """Null-move reduction, in plies; `surplus` is how far above beta we stand."""
        return (self.null + self.null_ply * depth) // 100 + min(surplus // self.man, 2)

    def quiet_moves_enough(self, depth: cython.int, moves: cython.int) -> cython.int:
        """Late move pruning: moves tried near the leaves before other quiet ones are skipped."""
        return (self.quiets + self.quiets_square * depth * depth) // 100 + moves // 8

    def futility(self, depth: cython.int) -> cython.int:
        """Futility pruning: how far below alpha a quiet move is not worth trying."""
        return self.man * (self.futile + self.futile_ply * depth) // 100

    def safety(self, depth: cython.int) -> cython.int:
        """Reverse futility: how far above beta a position needs no search near the leaves."""
        return self.man * self.safe_ply * depth // 100

    def loss(self, depth: cython.int) -> cython.int:
        """How much a capture may lose in the exchange and still be searched."""
        return self.man * (self.losing + self.losing_ply * depth) // 100
