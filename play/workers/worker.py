"""ThreadWorker and ProcessWorker, which do jobs in a thread, or in a child sent pickles.

Each pickle follows its length, and what is said of a job carries its number: what comes of one
that was abandoned is dropped.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import threading
from abc import ABC, abstractmethod
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, BinaryIO, NamedTuple, Protocol

from makachess.core import MakachessError
from makachess.core.engine import StopToken
from makachess.core.engine.asynchronous import in_thread
from makachess.play.workers.groups import ProcessGroup, group_options
from makachess.play.workers.starting import own_command
from makachess.saves.restriction import is_restricted

Hear = Callable[[Any], object]
LOWEST = 19  # the priority of a thread that has a core when nobody else wants it


class Work(Protocol):
    """Does jobs one after the other; it is pickled before it has done any."""

    what: str  # a word for messages: engine, review, ...

    def do(self, job: Any, tell: Hear, stop: StopToken) -> Any:
        """Do a job and return its result; `tell` gets interim results. Ends soon after a stop."""


class Worker(ABC):
    @abstractmethod
    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        """The result of a job; one at a time.

        `hear` gets interim results in the caller's event loop. A job whose task is cancelled is
        stopped. Raises what the work raised, and MakachessError if the worker itself fails.
        """

    @abstractmethod
    async def close(self) -> None:
        """Stop the job under way and close the worker."""


class ThreadWorker(Worker):
    """A thread for each job in turn, for what releases the GIL: the compiled search."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._closed = False
        self._turn = asyncio.Lock()
        self._stop = StopToken()  # of the job under way

    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        async with self._turn:
            if self._closed:
                raise MakachessError(f"the {self._work.what} has been closed")
            self._stop = stop = stop or StopToken()
            return await in_thread(partial(self._do, job), hear, stop)

    def _do(self, job: Any, tell: Hear, stop: StopToken) -> Any:
        """Do a job; of a visitor of a host that gives way to tables, and to whatever is shown."""
        if is_restricted() and sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
        return self._work.do(job, tell, stop)

    async def close(self) -> None:
        """Stop the job and wait for its end, a matter of milliseconds."""
        self._closed = True
        self._stop.stop()
        async with self._turn:
            pass


LENGTH = 4  # bytes before each pickle, the most significant first


class Job(NamedTuple):
    """To the child: do this, or stop doing it."""

    number: int
    job: Any
    stops: bool = False


class Reply(NamedTuple):
    """From the child: what has come of a job so far, or in the end; an error says why it failed."""

    number: int
    value: Any
    is_last: bool = True


def pack(value: object) -> bytes:
    data = pickle.dumps(value)
    return len(data).to_bytes(LENGTH) + data


def read(stream: BinaryIO) -> Any:
    """The next value, blocking; raises EOFError when there are no more."""
    return pickle.loads(_read_exactly(stream, int.from_bytes(_read_exactly(stream, LENGTH))))


def _read_exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


async def _receive(stream: asyncio.StreamReader) -> Any:
    """The next value; raises asyncio.IncompleteReadError when there are no more."""
    return pickle.loads(await stream.readexactly(int.from_bytes(await stream.readexactly(LENGTH))))


CHILD = "makachess.play.workers.child"
FAREWELL = 0.5  # seconds a child has to end the programs that it has started


class ProcessWorker(Worker):
    """One process, for what would hold the GIL or needs a core of its own.

    It is started with the first job, and started again after it has died.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._closed = False
        self._listening: asyncio.Task[None] | None = None
        self._number = 0
        self._waiting: dict[int, asyncio.Queue[Reply]] = {}

    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        process = await self._started()
        self._number += 1
        number = self._number
        heard = self._waiting[number] = asyncio.Queue()
        end = partial(_send, process, Job(number, None, stops=True))
        _send(process, Job(number, job))
        loop = asyncio.get_running_loop()
        try:
            with (stop or StopToken()).on_stop(lambda: loop.call_soon_threadsafe(end)):
                return await _hear_out(heard, hear)
        except BaseException:
            end()
            raise
        finally:
            del self._waiting[number]

    async def _started(self) -> Process:
        async with self._starting:
            if self._closed:
                raise MakachessError(f"the {self._work.what}'s process has been closed")
            if self._process is None or self._listening is None or self._listening.done():
                self._process = await asyncio.create_subprocess_exec(
                    *own_command(CHILD),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    **group_options(),
                )
                self._listening = asyncio.create_task(self._listen(self._process))
                _send(self._process, self._work)
            return self._process

    async def _listen(self, process: Process) -> None:
        """Hand out replies until the process has ended."""
        group = ProcessGroup(process.pid)
        assert process.stdout is not None
        try:
            with suppress(asyncio.IncompleteReadError):
                while True:
                    reply: Reply = await _receive(process.stdout)
                    if reply.number in self._waiting:
                        self._waiting[reply.number].put_nowait(reply)
        finally:
            group.end()
            while process.returncode is None:  # cancelled twice, it would be left unreaped
                with suppress(asyncio.CancelledError):
                    await process.wait()
            message = f"the {self._work.what}'s process has ended{_status(process)}"
            for number, heard in self._waiting.items():
                heard.put_nowait(Reply(number, MakachessError(message)))

    async def close(self) -> None:
        """End the process for good, also one that is being started, and the programs it started."""
        self._closed = True
        async with self._starting:
            process, self._process = self._process, None
        if process is None or self._listening is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        await asyncio.wait((self._listening,), timeout=FAREWELL)
        self._listening.cancel()  # which ends the group
        await asyncio.wait((self._listening,))


async def _hear_out(heard: asyncio.Queue[Reply], hear: Hear | None) -> Any:
    """Pass on interim results of a job until its result; raises what went wrong."""
    while not (reply := await heard.get()).is_last:
        if hear is not None:
            hear(reply.value)
    if isinstance(reply.value, MakachessError):
        raise reply.value
    return reply.value


def _send(process: Process, value: object) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError, RuntimeError):
        process.stdin.write(pack(value))


def _status(process: Process) -> str:
    status = process.returncode
    if status is None or status in (0, -9):
        return ""
    return f" (exit status {status})" if status > 0 else f" (signal {-status})"
