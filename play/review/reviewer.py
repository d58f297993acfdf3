"""Who makes a review in the background, and the choice of its shape: a thread or a process."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

from makachess.core import COMPILED, Move
from makachess.core.engine import Engine
from makachess.core.engine.review import NODES, Judgement, Review
from makachess.core.spec import Variant

# An uncompiled kernel searches some fifty times slower; less thorough is better than never done.
PURE_NODES = 4_000

INSIST = 0.01  # seconds after which a review that is to stop is told again

# What the thread passes on: judgements, then None; or what went wrong.
Told = Judgement | Exception | None


@dataclass(frozen=True, slots=True)
class Task:
    """The game to review."""

    variant: Variant
    start_fen: str
    moves: tuple[Move, ...]
    nodes: int = NODES if COMPILED else PURE_NODES


class Reviewer(ABC):
    """Makes one review."""

    @abstractmethod
    def judge(self, task: Task) -> AsyncIterator[Judgement]:
        """The judgements as they are made, the last move's first; raises MakachessError."""

    @abstractmethod
    async def close(self) -> None:
        """Stop at once, if it has not finished."""


class ThreadReviewer(Reviewer):
    """In a thread: the compiled search lets go of the interpreter."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._review: Review | None = None
        self._closed = False

    async def judge(self, task: Task) -> AsyncIterator[Judgement]:
        """The judgements as they are made."""
        found: asyncio.Queue[Told] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def tell(item: Told) -> None:
            with suppress(RuntimeError):  # the app has ended meanwhile
                loop.call_soon_threadsafe(found.put_nowait, item)

        self._thread = Thread(target=self._work, args=(task, tell), daemon=True)
        self._thread.start()
        while (item := await found.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item

    def _work(self, task: Task, tell: Callable[[Told], None]) -> None:
        try:
            review = Review(Engine(task.variant), task.moves, task.start_fen, task.nodes)
            self._review = review
            for judgement in () if self._closed else review.generate_judgements():
                tell(judgement)
        except Exception as error:  # for the loop to report
            tell(error)
        tell(None)

    async def close(self) -> None:
        """Stop, and wait until the thread has ended, which is a matter of milliseconds.

        A search that is just beginning may overhear a stop, so it is told again and again.
        """
        self._closed = True
        while self._thread is not None and self._thread.is_alive():
            if self._review is not None:
                self._review.stop()
            await asyncio.sleep(INSIST)


def make_reviewer() -> Reviewer:
    """A thread if the kernel is compiled; else a process, which leaves the interpreter alone."""
    if COMPILED:
        return ThreadReviewer()
    from makachess.play.review.process import ProcessReviewer

    return ProcessReviewer()
