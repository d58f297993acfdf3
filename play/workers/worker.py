"""Background work, and what does it: a thread, or a child process."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from makachess.core import MakachessError
from makachess.core.engine import StopToken
from makachess.core.engine.run import in_thread
from makachess.play.workers.frames import (
    Job,
    JobFailure,
    JobReply,
    JobUpdate,
    StopJob,
    pack,
    receive,
)
from makachess.play.workers.groups import SESSIONS_ARE_KNOWN, ProcessGroup, group_options
from makachess.play.workers.starting import own_command

Hear = Callable[[Any], object]


class Work(Protocol):
    """Does jobs one after the other; it is pickled before it has done any."""

    what: str  # a word for messages: engine, review, ...

    def do(self, job: Any, tell: Hear, stop: StopToken) -> Any:
        """Do a job and return its result; `tell` gets interim results. Ends soon after a stop."""


class Worker(ABC):
    """Does the jobs of one work."""

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
        self._turn = asyncio.Lock()
        self._stop = StopToken()  # of the job under way

    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        async with self._turn:
            self._stop = stop = stop or StopToken()
            return await in_thread(partial(self._work.do, job), hear, stop)

    async def close(self) -> None:
        """Stop the job and wait for its end, a matter of milliseconds."""
        self._stop.stop()
        async with self._turn:
            pass


# --- in a process ---------------------------------------------------------------------------------

# What a job sends: whether more will come, and a value; or what went wrong.
Heard = tuple[bool, Any] | Exception
CHILD = "makachess.play.workers.child"
FAREWELL = 0.5  # seconds a child has to end its programs, where only it can


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
        self._waiting: dict[int, asyncio.Queue[Heard]] = {}

    async def ask(self, job: Any, hear: Hear | None = None, stop: StopToken | None = None) -> Any:
        process = await self._started()
        self._number += 1
        number = self._number
        heard = self._waiting[number] = asyncio.Queue()
        end = partial(_send, process, StopJob(number))
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
                    reply = await receive(process.stdout)
                    if reply.number in self._waiting:
                        self._waiting[reply.number].put_nowait(_heard(reply))
        finally:
            group.end()
            while process.returncode is None:  # cancelled twice, it would be left unreaped
                with suppress(asyncio.CancelledError):
                    await process.wait()
            message = f"the {self._work.what}'s process has ended{_status(process)}"
            for heard in self._waiting.values():
                heard.put_nowait(MakachessError(message))

    async def close(self) -> None:
        """End the process for good, also one that is being started, and the programs it started."""
        self._closed = True
        async with self._starting:
            process, self._process = self._process, None
        if process is None or self._listening is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        if not SESSIONS_ARE_KNOWN:
            await asyncio.wait((self._listening,), timeout=FAREWELL)
        self._listening.cancel()  # which ends the group
        await asyncio.wait((self._listening,))


async def _hear_out(heard: asyncio.Queue[Heard], hear: Hear | None) -> Any:
    """Pass on interim results of a job until its result; raises what went wrong."""
    while True:
        item = await heard.get()
        if isinstance(item, Exception):
            raise item
        more, value = item
        if not more:
            return value
        if hear is not None:
            hear(value)


def _heard(reply: JobReply) -> Heard:
    if isinstance(reply, JobFailure):
        return MakachessError(reply.message)
    return isinstance(reply, JobUpdate), reply.value


def _send(process: Process, value: object) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError, RuntimeError):
        process.stdin.write(pack(value))


def _status(process: Process) -> str:
    """How a process ended, unless we ended it."""
    status = process.returncode
    if status is None or status in (0, -9):
        return ""
    return f" (exit status {status})" if status > 0 else f" (signal {-status})"
