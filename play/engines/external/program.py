"""A program at the other end of two pipes: its lines, its complaints, its end."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from makachess.play.engines.interface import EngineFaultError, FaultKind
from makachess.play.workers.groups import ProcessGroup, group_options

GAMES = ("/usr/games", "/usr/local/games")  # where Debian keeps them, often not in PATH
LONGEST_LINE = 1 << 20
COMPLAINTS = 5  # last lines on stderr that are worth showing
FAREWELL = 0.5  # seconds a program has to end by itself


class Program:
    """A running program that reads and writes lines; made by `start`."""

    def __init__(self, process: Process, name: str) -> None:
        self.name = name
        self._process = process
        self._group = ProcessGroup(process.pid)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._complaints: deque[str] = deque(maxlen=COMPLAINTS)
        self._readers = [
            asyncio.create_task(self._read(process.stdout, self._lines.put_nowait)),
            asyncio.create_task(self._read(process.stderr, self._complain)),
        ]

    @classmethod
    async def start(cls, command: str) -> Program:
        """Start a command line; raises EngineFaultError if that is not possible."""
        words = _split(command)
        path = os.pathsep.join((os.environ.get("PATH", os.defpath), *GAMES))
        found = shutil.which(words[0], path=path)
        if found is None:
            raise EngineFaultError(FaultKind.START, f"{words[0]!r}: no such program")
        try:
            process = await asyncio.create_subprocess_exec(
                *(found, *words[1:]),
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=LONGEST_LINE,
                **group_options(),
            )
        except OSError as error:
            raise EngineFaultError(
                FaultKind.START, f"{command!r}: {error.strerror or error}"
            ) from None
        return cls(process, Path(words[0]).name)

    def send(self, *lines: str) -> None:
        """Write lines; if the program is gone, the next read reports it."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError, ConnectionResetError, RuntimeError):
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def receive(self, seconds: float | None = None) -> str:
        """The next line; raises TimeoutError, or EngineFaultError when there are no more."""
        async with asyncio.timeout(seconds):
            line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            await self._await_end()
            raise EngineFaultError(FaultKind.CRASH, self.obituary())
        return line

    def obituary(self) -> str:
        """How the program ended, with its last words."""
        status = self._process.returncode
        words = "; ".join(self._complaints)
        return f"{self.name} has ended ({_describe(status)})" + (f": {words}" if words else "")

    def complaint(self) -> str:
        """The last words on stderr behind a colon, or nothing."""
        return f": {'; '.join(self._complaints)}" if self._complaints else ""

    async def _read(self, stream: asyncio.StreamReader | None, take: Callable[..., None]) -> None:
        assert stream is not None
        try:
            with suppress(ValueError):  # a line without end
                while line := await stream.readline():
                    take(line.decode(errors="replace").strip())
        finally:
            take(None)

    def _complain(self, line: str | None) -> None:
        if line:
            self._complaints.append(line)

    async def _await_end(self) -> None:
        """Give a program that has closed its output a moment to end and to say why."""
        end = asyncio.create_task(self._process.wait())
        await asyncio.wait((end, self._readers[1]), timeout=FAREWELL)
        if not end.done():
            end.cancel()
        await asyncio.wait((end,))

    async def close(self, farewell: str = "quit") -> None:
        """Ask the program to end, and end it; even if cancelled, nothing goes on running."""
        self.send(farewell)
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await self._await_end()
        finally:
            self._group.end()
        await self._process.wait()
        _, kept_open = await asyncio.wait(self._readers, timeout=FAREWELL)
        for reader in kept_open:  # by a program that it has started itself
            reader.cancel()


def name_of(command: str) -> str:
    """The file name of the program that a command line starts, as well as it can be read."""
    try:
        return Path(_split(command)[0]).name
    except EngineFaultError:
        return command


def _split(command: str) -> list[str]:
    """The words of a command line; raises EngineFaultError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineFaultError(FaultKind.START, f"{command!r}: {error}") from None
    if not words or "\0" in command:
        raise EngineFaultError(FaultKind.START, f"{command!r} is not a program")
    return words


def _describe(status: int | None) -> str:
    """An exit status in words."""
    if status is None:
        return "it closed its output"
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.strsignal(-status) or f"signal {-status}"
    except ValueError:
        return f"signal {-status}"
