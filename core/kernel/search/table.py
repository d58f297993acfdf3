"""The transposition table: what the search found out about positions, by key.

An entry is three numbers: best move, then depth, score, bound and age packed into one, and before
both the key. Entries form buckets of two; the shallower or older one is replaced.

Threads share the entries without locks. Of two that write the same one at once, each may leave a
part; so the key is stored xor the other two numbers, and an entry is one only if it gives the key
back (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
"""

try:
    import cython
except ImportError:
    from makachess.core import cython_shim as cython

if not cython.compiled:
    from makachess.core.kernel.memory import Int64Array
    from makachess.core.kernel.packed import *

    def prefetch(address: int) -> None:
        """Hint that memory will soon be read, where the C compiler knows how to; here nothing."""

    def load(array: list[int], at: int) -> int:
        """A number that another thread may be writing, read exactly once."""
        return array[at]


class TranspositionTable:
    """A power of two of entries, in at most `megabytes`.

    What `find` has found is kept in the table, so each thread needs one of its own: `share` gives
    it one with the same entries.
    """

    def __init__(self, megabytes: int, entries: Int64Array | None = None) -> None:
        size: cython.longlong = 1 << 10
        while 2 * size * 24 <= megabytes << 20:
            size *= 2
        self.kept = Int64Array(3 * size) if entries is None else entries
        self.size = self.kept.size // 3
        self.entries = self.kept.data
        self.age = 0
        self.move = 0
        self.packed = 0

    def share(self) -> "TranspositionTable":
        """The same table for another thread, until one of them is cleared or aged."""
        other: TranspositionTable = TranspositionTable(0, self.kept)
        other.age = self.age
        return other

    def new_search(self) -> None:
        """Age the entries of earlier searches, so that they are replaced first."""
        self.age = (self.age + 1) & 255

    def clear(self) -> None:
        self.kept = Int64Array(3 * self.size)
        self.entries = self.kept.data
        self.age = 0

    def fullness(self) -> int:
        """How full the last search has made it, in thousandths, judging by the first entries."""
        count: cython.longlong = 0
        sampled: cython.longlong = min(self.size, 1000)
        for i in range(sampled):
            if self.entries[3 * i + 2] and ((self.entries[3 * i + 2] >> 8) & 255) == self.age:
                count += 1
        return 1000 * count // sampled

    def expect(self, key: cython.longlong) -> None:
        """Prefetch a key's bucket, so that `find` need not wait for the memory."""
        if cython.compiled:
            prefetch(self.entries + 3 * (key & (self.size - 2)))
            prefetch(
                self.entries + 3 * (key & (self.size - 2)) + 5
            )  # a bucket may span two cache lines

    def find(self, key: cython.longlong) -> cython.bint:
        """Whether there is an entry for a key; `move` and `score_of` are then those of it."""
        at: cython.longlong = 3 * (key & (self.size - 1))
        return self._read(at, key) or self._read(3 * ((key & (self.size - 1)) ^ 1), key)

    def _read(self, at: cython.longlong, key: cython.longlong) -> cython.bint:
        """Read an entry once, as others may write it; whether it is whole and the key's."""
        self.move = load(self.entries, at + 1)
        self.packed = load(self.entries, at + 2)
        return load(self.entries, at) ^ self.move ^ self.packed == key

    def score_of(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """The score of the entry found, if it is deep enough and cuts off here; else OPEN."""
        bound: cython.int = self.packed & 255
        score: cython.int = _to_table((self.packed >> 24) - 2 * MATE, -ply)
        if ((self.packed >> 16) & 255) - 8 < depth:
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
        """Store a score, AT_LEAST, AT_MOST or EXACT, found `ply` plies from the root."""
        at: cython.longlong = 3 * (key & (self.size - 1))
        other: cython.longlong = 3 * ((key & (self.size - 1)) ^ 1)
        known: cython.bint = self._read(at, key)
        packed: cython.longlong = (
            cython.cast(cython.longlong, _to_table(score, ply) + 2 * MATE) << 24
            | (depth + 8) << 16
            | self.age << 8
            | bound
        )
        if not known:
            known = self._read(other, key)
            if known or self._merit(other) < self._merit(at):
                at = other
        if not move and known:
            move = self.move
        self.entries[at] = key ^ move ^ packed
        self.entries[at + 1] = move
        self.entries[at + 2] = packed

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
    """Wins are kept as plies from the position, not from the root; with -ply, the reverse."""
    if score >= MATE_BOUND:
        return score + ply
    if score <= -MATE_BOUND:
        return score - ply
    return score
