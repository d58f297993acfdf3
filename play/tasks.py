"""Many independent computations, such as the games of a match, shared out among child processes.

A child runs this module. It is sent pickles, each behind its length: a function and what its tasks
share, then one task after the other. It sends the results back, and ends when its input does.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextlib import aclosing, suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Self, TypeVar

from makachess.core import MakachessError
from makachess.play.processes import ProcessGroup, end_all_groups, group_options, own_command

MODULE = "makachess.play.tasks"
LENGTH = 4  # bytes before each pickle, the most significant first
FAREWELL = 0.5  # seconds a child has to end the programs that it has started

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


class ProcessWorker:
    """One process, started with its first task; `function` is called with `shared` and a task.

    To end a task early its process is ended, and the programs that it has started with it.
    """

    def __init__(self, function: Callable[[Any, Any], Any], shared: Any) -> None:
        self._work = function, shared
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._closed = False

    async def ask(self, task: Any) -> Any:
        """What the function returns; raises MakachessError if it fails, or the process ends."""
        process = await self._started()
        _send(process, task)
        assert process.stdout is not None
        try:
            length = await process.stdout.readexactly(LENGTH)
            result = pickle.loads(await process.stdout.readexactly(int.from_bytes(length)))
        except asyncio.IncompleteReadError:
            self._group.end()
            raise MakachessError(_how_ended(await process.wait())) from None
        if isinstance(result, MakachessError):
            raise result
        return result

    async def _started(self) -> Process:
        async with self._starting:
            if self._closed:
                raise MakachessError("the task's process has been closed")
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    *own_command(MODULE),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    **group_options(),
                )
                self._group = ProcessGroup(self._process.pid)
                _send(self._process, self._work)
            return self._process

    async def close(self) -> None:
        """End the process for good, also one that is being started, and the programs it started."""
        self._closed = True
        async with self._starting:
            process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), FAREWELL)
        finally:
            self._group.end()
        await process.wait()


def _send(process: Process, value: object) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError, RuntimeError):
        process.stdin.write(_pack(value))


def _how_ended(status: int) -> str:
    how = f" (exit status {status})" if status > 0 else f" (signal {-status})"
    return f"the task's process has ended{how if status not in (0, -9) else ''}"


def _pack(value: object) -> bytes:
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH) + data


def _read(stream: BinaryIO) -> Any:
    """The next value, blocking; raises EOFError when there are no more."""
    return pickle.loads(_read_exactly(stream, int.from_bytes(_read_exactly(stream, LENGTH))))


def _read_exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do tasks in this thread while another one reads, and so hears of the end of the input."""
    function, shared = _read(source)
    tasks: SimpleQueue[Any] = SimpleQueue()

    def take_in() -> None:
        try:
            while True:
                tasks.put(_read(source))
        finally:
            _end()

    Thread(target=take_in, daemon=True).start()
    while True:
        sink.write(_pack(_done(function, shared, tasks.get())))
        sink.flush()


def _done(function: Callable[[Any, Any], Any], shared: Any, task: Any) -> Any:
    try:
        return function(shared, task)
    except MakachessError as error:
        return MakachessError(str(error))
    except Exception as error:  # for the other end to report
        return MakachessError(repr(error))


def _end() -> None:
    """End at once, with every process started here."""
    end_all_groups()
    os._exit(0)


def _main() -> None:
    """Be the child process; stray output does not reach the parent."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        _serve(sys.stdin.buffer, sink)
    except (EOFError, BrokenPipeError):
        _end()


if __name__ == "__main__":
    _main()
