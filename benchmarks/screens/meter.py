"""A program in a pseudo-terminal, and what it writes from a key on."""

from __future__ import annotations

import os
import select
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass

from pty_harness import Terminal

QUIET = 0.4  # seconds without output after which a screen counts as complete
GLANCE = 0.08  # and a step; what follows a rest of the cursor comes after twice as long
ANSWER = 1.0  # seconds within which a key shows, if it shows at all
BLOCK = 65536  # bytes


@dataclass(frozen=True, slots=True)
class Burst:
    """What was written from a key on: bytes, and seconds until the first and the last of them."""

    count: int
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds from key to repaint: of half of the keys at most, of 95 in 100, of all."""

    middle: float
    most: float
    worst: float


def burst(terminal: Terminal, *keys: str, quiet: float = QUIET) -> Burst:
    """Press keys, and read until the program has been quiet for some seconds."""
    chunks: list[bytes] = []
    began = time.perf_counter()
    first = last = 0.0
    terminal.press(*keys)
    wait = ANSWER if keys else quiet
    while select.select([terminal.descriptor], [], [], wait)[0]:
        wait = quiet
        last = time.perf_counter() - began
        first = first or last
        try:
            chunks.append(os.read(terminal.descriptor, BLOCK))
        except OSError:  # the program has ended
            break
    data = b"".join(chunks)
    terminal.take_in(data)  # only now: the emulator takes longer than the program
    return Burst(len(data), first, last)


def delays(seconds: Iterable[float]) -> Delays:
    """The distribution of some delays."""
    found = sorted(seconds)
    return Delays(statistics.median(found), found[int(0.95 * (len(found) - 1))], found[-1])
