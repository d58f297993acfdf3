"""The transposition table: what the search found out about positions, by key.

An entry is three numbers: key, best move, and depth, score, bound and age packed into one. Entries
form buckets of two; the shallower or older one is replaced.
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if cython.compiled:
    from cython.cimports.makachess.core.kernel.search.prefetch import prefetch
else:
    from makachess.core.kernel.constants import AT_LEAST, AT_MOST, MATE, MATE_BOUND, OPEN
    from makachess.core.kernel.memory import Int64Array


class TranspositionTable:
    """A power of two of entries, in at most so many megabytes."""

    def __init__(self, megabytes: int) -> None:
        size = 1 << 10
        while 2 * size * 24 <= megabytes << 20:
            size *= 2
        self.size = size
        self.kept = Int64Array(3 * size)
        self.entries = self.kept.data
        self.age = 0

    def new_search(self) -> None:
        """Age the entries of earlier searches, so that they are replaced first."""
        self.age = (self.age + 1) & 255

    def clear(self) -> None:
        """Forget everything."""
        self.kept = Int64Array(3 * self.size)
        self.entries = self.kept.data
        self.age = 0

    def expect(self, key: cython.longlong) -> None:
        """Prefetch a key's bucket, so that `find` need not wait for the memory."""
        if cython.compiled:
            prefetch(self.entries + 3 * (key & (self.size - 2)))
            prefetch(
                self.entries + 3 * (key & (self.size - 2)) + 5
            )  # a bucket may span two cache lines

    def find(self, key: cython.longlong) -> cython.longlong:
        """The index of a key's entry, or -1."""
        at: cython.longlong = 3 * (key & (self.size - 1))
        if self.entries[at] == key:
            return at
        at = 3 * ((key & (self.size - 1)) ^ 1)
        return at if self.entries[at] == key else -1

    def score_of(
        self,
        at: cython.longlong,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The score of an entry that is deep enough and cuts off here; else OPEN."""
        packed: cython.longlong = self.entries[at + 2]
        bound: cython.int = packed & 255
        score: cython.int = _from_table((packed >> 24) - 2 * MATE, ply)
        if ((packed >> 16) & 255) - 8 < depth:
            return OPEN
        if (bound & AT_LEAST and score >= beta) or (bound & AT_MOST and score <= alpha):
            return score
        return OPEN

    def store(
        self,
        key: cython.longlong,
        move: cython.longlong,
        depth: cython.int,
        score: cython.int,
        bound: cython.int,
        ply: cython.int,
    ) -> None:
        """Store a score, AT_LEAST, AT_MOST or EXACT, found so many plies from the root."""
        at: cython.longlong = 3 * (key & (self.size - 1))
        other: cython.longlong = 3 * ((key & (self.size - 1)) ^ 1)
        if self.entries[at] != key and (
            self.entries[other] == key or self._merit(other) < self._merit(at)
        ):
            at = other
        if not move and self.entries[at] == key:
            move = self.entries[at + 1]
        self.entries[at] = key
        self.entries[at + 1] = move
        self.entries[at + 2] = (
            cython.cast(cython.longlong, _to_table(score, ply) + 2 * MATE) << 24
            | (depth + 8) << 16
            | self.age << 8
            | bound
        )

    def _merit(self, at: cython.longlong) -> cython.int:
        """How much an entry is worth keeping: its depth, less for each search it has survived."""
        packed: cython.longlong = self.entries[at + 2]
        depth: cython.int = (packed >> 16) & 255
        age: cython.int = (packed >> 8) & 255
        return depth - 4 * ((self.age - age) & 255)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _to_table(score: cython.int, ply: cython.int) -> cython.int:
    """Wins are kept as plies from the position, not from the root."""
    if score >= MATE_BOUND:
        return score + ply
    if score <= -MATE_BOUND:
        return score - ply
    return score


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _from_table(score: cython.int, ply: cython.int) -> cython.int:
    """The reverse: plies from the root."""
    if score >= MATE_BOUND:
        return score - ply
    if score <= -MATE_BOUND:
        return score + ply
    return score
