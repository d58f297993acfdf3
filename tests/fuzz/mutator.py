"""Inputs by mutation: samples with bytes changed, words of the format put in, parts exchanged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

LARGEST = 4096  # bytes of an input
MOST_KEPT = 2000  # inputs in the pool
# What parsers stumble over in any format.
AWKWARD = (
    *(b"\0", b"\xff", b"\xed\xa0\x80", b"\x1b[2J", b"\r\n", b"\n\n", b"\t", b"\xc2\x85"),
    *(b"\r", b"\x1a", b"\x85", b"\x81", b"\v", b"\xff\xfe", b"\xef\xbb\xbf"),
    *("０–０".encode(), "\u2060ｅ４\xa0".encode(), "e4\u200b".encode(), "1−0".encode()),
    *("\u202e\u200b\ufeff\u2028²٣½Ⅻ－１".encode(), "İſKß".encode(), "♔王".encode()),
    *(b"-1", b"0", b"00", b"256", b"65536", b"2147483648", b"9" * 20, b"9" * 5000, b"1e999"),
    *(b"nan", b"-inf", b"0x10", b"1_000", b"%s%n", b"{}", b"'" * 3, b'"', b"\\", b"()" * 50),
)


class Mutator:
    """Makes inputs from samples, the same ones for the same seed.

    Inputs that were answered in a new way join the samples.
    """

    def __init__(self, seed: int, samples: Sequence[bytes], words: Sequence[bytes]) -> None:
        self._random = Random(seed)
        self._pool = list(samples)
        self._words = (*words, *AWKWARD)
        self._known: set[str] = set()
        self._changes: tuple[Callable[[bytes, int, int], bytes], ...] = (
            lambda data, at, to: data[:at] + data[to:],
            lambda data, at, to: data[:to] + data[at:],
            lambda data, at, to: data[:at] + self._word() + data[at:],
            lambda data, at, to: data[:at] + self._word() + data[to:],
            lambda data, at, to: data[:at] + self._random.randbytes(1) + data[at + 1 :],
            lambda data, at, to: data[:at] + self._random.randbytes(to - at) + data[to:],
            lambda data, at, to: data[:at] + data[at:to][::-1] + data[to:],
            lambda data, at, to: data[:at] + data[at:to] * 3 + data[to:],
            lambda data, at, to: data[:at] + self._part_of_another() + data[to:],
        )

    def next(self) -> bytes:
        """The next input."""
        data = self._random.choice(self._pool)
        for _ in range(self._random.choice((0, 1, 1, 1, 2, 2, 3, 5, 8))):
            at = self._random.randrange(len(data) + 1)
            to = min(at + self._random.choice((1, 1, 1, 2, 4, 8, 64)), len(data))
            data = self._random.choice(self._changes)(data, at, to)[:LARGEST]
        return data

    def note(self, data: bytes, answer: str) -> None:
        """Keep an input whose answer is a new one."""
        if answer not in self._known and len(self._pool) < MOST_KEPT:
            self._known.add(answer)
            self._pool.append(data)

    def _word(self) -> bytes:
        return self._random.choice(self._words)

    def _part_of_another(self) -> bytes:
        other = self._random.choice(self._pool)
        at = self._random.randrange(len(other) + 1)
        return other[at : at + self._random.choice((1, 4, 16, 64))]
