"""A child process that does tasks of one kind, one after the other: it is sent pickles.

Each pickle follows its length.
"""

from __future__ import annotations

import asyncio
import pickle
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from makachess.core import MakachessError
from makachess.play.workers.groups import ProcessGroup, group_options
from makachess.play.workers.starting import own_command

LENGTH = 4  # bytes before each pickle, the most significant first


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


class ProcessWorker:
    """One process, started with its first task; `function` is called with `shared` and a task.

    To end a task early its process is ended, and the programs that it has started with it.
    """

    def __init__(self, function: Callable[[Any, Any], Any], shared: Any) -> None:
        self._work = function, shared
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._closed = False
        self._listening: asyncio.Task[None] | None = None
        self._results: asyncio.Queue[Any] = asyncio.Queue()

    async def ask(self, task: Any) -> Any:
        """What the function returns; raises MakachessError if it fails, or the process ends."""
        process = await self._started()
        _send(process, task)
        result = await self._results.get()
        if isinstance(result, MakachessError):
            raise result
        return result

    async def _started(self) -> Process:
        async with self._starting:
            if self._closed:
                raise MakachessError("the task's process has been closed")
            if self._process is None:
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
        """Take results in until the process has ended."""
        group = ProcessGroup(process.pid)
        assert process.stdout is not None
        try:
            with suppress(asyncio.IncompleteReadError):
                while True:
                    self._results.put_nowait(await _receive(process.stdout))
        finally:
            group.end()
            while process.returncode is None:  # cancelled twice, it would be left unreaped
                with suppress(asyncio.CancelledError):
                    await process.wait()
            message = f"the task's process has ended{_status(process)}"
            self._results.put_nowait(MakachessError(message))

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


def _send(process: Process, value: object) -> None:
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError, RuntimeError):
        process.stdin.write(pack(value))


def _status(process: Process) -> str:
    status = process.returncode
    if status is None or status in (0, -9):
        return ""
    return f" (exit status {status})" if status > 0 else f" (signal {-status})"
