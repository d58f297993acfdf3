"""How many tasks travel together, and how many are out: bookkeeping of what a cluster does."""

from __future__ import annotations

from collections.abc import Sized

from makachess.play.tasks.remote import Done

LASTING = 1.0  # seconds that a batch should take at least
RATE = 100  # batches a second in all: half of what scheduler and client can do (docs/training.md)
MOST = 500  # tasks in a batch
SHARES = 4  # batches for each core at least, so that all end at about the same time


class Batches:
    """Short tasks are batched, long ones go alone; the last ones, too, where they are counted."""

    def __init__(self, count: int) -> None:
        self._left = count or None  # tasks that may still be handed in, if that is known
        self.pending = 0  # batches
        self._tasks = 0  # done
        self._seconds = 0.0

    def size(self, cores: int) -> int:
        """How many tasks the next batch should have."""
        if not self._tasks:
            return 1
        lasting = max(LASTING, cores / RATE)
        size = int(lasting * self._tasks / max(self._seconds, 1e-6))
        if self._left is not None:
            size = min(size, self._left // (SHARES * max(1, cores)))
        return max(1, min(size, MOST))

    def hand_in(self, batch: Sized) -> None:
        """Note a batch, unless it is empty."""
        if batch:
            self.pending += 1
            if self._left is not None:
                self._left = max(0, self._left - len(batch))

    def take_in(self, done: Done) -> None:
        """Note that one is done."""
        self.pending -= 1
        self._tasks += len(done.results)
        self._seconds += done.seconds
