"""Threads that help a search: they search the same position and fill the same table (lazy SMP).

The thread that they help reaches its depths sooner because it finds much of what it needs in the
table, and better moves first. Nothing is shared but the table and their flags. What a helper itself
has found is asked for in the end alone, if it has seen further.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from types import TracebackType
from typing import Protocol

from makachess.core.kernel.search.tree import Search


@dataclass(frozen=True, slots=True)
class Finished:
    """The last depth that a thread has finished, its score, and its line as packed moves."""

    depth: int = 0
    score: int = 0
    line: tuple[int, ...] = ()


class Helper(Protocol):
    """What one thread does."""

    search: Search
    finished: Finished

    def assist(self) -> None:
        """Search until stopped."""


class Helpers:
    """So many threads that search while a `with` block is open, and have ended when it is left.

    `begin(number)` makes a helper, counted from 1, in its own thread. If one fails, `fail` is
    called there at once, and the block ends with what it has raised.
    """

    def __init__(
        self,
        count: int,
        begin: Callable[[int], Helper],
        fail: Callable[[], object],
    ) -> None:
        self._begin, self._fail = begin, fail
        self._threads = [Thread(target=self._help, args=(n,)) for n in range(1, count + 1)]
        self._helpers: list[Helper] = []
        self._halted = False
        self._errors: list[BaseException] = []

    def __enter__(self) -> Helpers:
        for at, thread in enumerate(self._threads):
            try:
                thread.start()
            except RuntimeError:  # the system gives no more threads
                del self._threads[at:]
                break
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.halt()
        for thread in self._threads:
            thread.join()
        if self._errors and error is None:
            raise self._errors[0]

    @property
    def nodes(self) -> int:
        """How many nodes they have searched."""
        return sum(helper.search.state.nodes for helper in self._helpers)

    @property
    def furthest(self) -> Finished:
        """What the one that has seen furthest has found."""
        return max((helper.finished for helper in self._helpers), key=_depth, default=Finished())

    def halt(self) -> None:
        """Tell them to end, from any thread."""
        self._halted = True
        for helper in tuple(self._helpers):
            helper.search.state.stop = 1

    def _help(self, number: int) -> None:
        try:
            helper = self._begin(number)
            self._helpers.append(helper)
            if not self._halted:  # a halt that comes later finds the search
                helper.assist()
        except BaseException as error:
            self._errors.append(error)
            self._fail()


def _depth(finished: Finished) -> int:
    return finished.depth
