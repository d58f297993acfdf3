"""Tasks in processes of this machine, each with a core of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing
from typing import Any, Self

from makachess.core.engine import StopToken
from makachess.core.text import how_many
from makachess.play.tasks.interface import Result, Runner, Shared, Task
from makachess.play.workers import ProcessWorker


class TaskWork:
    """Does tasks of one kind. To end one early, its process is ended, and its programs with it."""

    what = "game"

    def __init__(self, function: Callable[[Any, Any], Any], shared: Any) -> None:
        self._function = function
        self._shared = shared

    def do(self, job: Any, tell: Callable[[object], object], stop: StopToken) -> Any:
        """Do a task."""
        return self._function(self._shared, job)


class LocalRunner(Runner):
    """Some processes, which are started when there are tasks."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._workers: list[ProcessWorker] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all processes, finished or not."""
        workers, self._workers = self._workers, []
        await asyncio.gather(*(worker.close() for worker in workers))

    @property
    def where(self) -> str:
        """How many processes there are."""
        return how_many(self._processes, "process", "processes")

    async def run(
        self,
        function: Callable[[Shared, Task], Result],
        shared: Shared,
        tasks: Iterable[Task],
        count: int = 0,
    ) -> AsyncGenerator[Result, None]:
        """The results of tasks, each of which has a process to itself while it is done."""
        work = TaskWork(function, shared)
        workers = [ProcessWorker(work) for _ in range(self._processes)]
        self._workers += workers
        async with aclosing(_results(workers, iter(tasks))) as results:
            async for result in results:
                yield result
        await asyncio.gather(*(worker.close() for worker in workers))
        self._workers = [worker for worker in self._workers if worker not in workers]


async def _results(
    workers: list[ProcessWorker], source: Iterator[Any]
) -> AsyncGenerator[Any, None]:
    """What the workers make of the tasks of one source."""
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
