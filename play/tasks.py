"""Many independent computations, such as the games of a match, shared out among child processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing
from typing import Any, Self, TypeVar

from makachess.play.workers.worker import ProcessWorker

Shared = TypeVar("Shared")
Task = TypeVar("Task")
Result = TypeVar("Result")


class TaskRunner:
    """Some processes, started when there are tasks, and kept for more of their kind.

    Use it with `async with`, which ends all that is still being done.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._workers: list[ProcessWorker] = []
        self._ready: tuple[Any, Any] | None = None  # the tasks of the workers, all of which wait

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        workers, self._workers = self._workers, []
        await asyncio.gather(*(worker.close() for worker in workers))

    async def run(
        self,
        function: Callable[[Shared, Task], Result],
        shared: Shared,
        tasks: Iterable[Task],
    ) -> AsyncGenerator[Result, None]:
        """The results of tasks, in the order in which they end; each has a process to itself.

        No more tasks are taken from the iterable than are needed to keep all busy. Raises what the
        iterable raises, and MakachessError if a task cannot be done; all results there are have
        been given out then.
        """
        ready, self._ready = self._ready, None
        if ready is None or ready[0] is not function or ready[1] is not shared:
            await self.__aexit__()
            self._workers = [ProcessWorker(function, shared) for _ in range(self._processes)]
        async with aclosing(_results(self._workers, iter(tasks))) as results:
            async for result in results:
                yield result
        self._ready = function, shared


async def _results(
    workers: list[ProcessWorker], source: Iterator[Any]
) -> AsyncGenerator[Any, None]:
    results: asyncio.Queue[tuple[bool, Any]] = asyncio.Queue()
    drivers = [asyncio.create_task(_drive(worker, source, results)) for worker in workers]
    try:
        running = len(drivers)
        while running:
            more, result = await results.get()
            if isinstance(result, Exception):
                raise result
            if more:
                yield result
            else:
                running -= 1
    finally:
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)


async def _drive(
    worker: ProcessWorker, source: Iterator[Any], results: asyncio.Queue[tuple[bool, Any]]
) -> None:
    """Give one process task after task; any failure ends the run."""
    try:
        for task in source:
            results.put_nowait((True, await worker.ask(task)))
    except Exception as error:
        results.put_nowait((False, error))
    else:
        results.put_nowait((False, None))
