"""A program at the other end of two pipes: its lines, its complaints, its end."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
from asyncio.subprocess import PIPE
from contextlib import suppress
from pathlib import Path

from makachess.play.engines.external.lines import LONGEST_NAME, shortened
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.engines.external.pipes import Pipes
from makachess.play.engines.interface import EngineFaultError, FaultKind
from makachess.play.workers.groups import group_options
from makachess.saves.restriction import is_restricted

GAMES = ("/usr/games", "/usr/local/games")  # where Debian keeps them, often not in PATH
KILLED = 5.0  # seconds a killed program is waited for; only the system could hold it so long


class Program:
    """A running program that reads and writes lines; made by `start`."""

    def __init__(self, pipes: Pipes, name: str, patience: Patience) -> None:
        self.name = name
        self.patience = patience
        self._pipes = pipes

    @classmethod
    async def start(cls, command: str, patience: Patience = USUAL) -> Program:
        """Start a command line; raises EngineFaultError if that is not possible."""
        if is_restricted():
            raise EngineFaultError(FaultKind.START, f"{command!r}: not in this account")
        words = _split(command)
        path = os.pathsep.join((os.environ.get("PATH", os.defpath), *GAMES))
        found = shutil.which(words[0], path=path)
        if found is None:
            raise EngineFaultError(FaultKind.START, f"{words[0]!r}: no such program")
        try:
            pipes = await _start(found, *words[1:], farewell=patience.farewell)
        except OSError as error:
            why = error.strerror or str(error)
            raise EngineFaultError(FaultKind.START, f"{command!r}: {why}") from None
        return cls(pipes, name_of(command), patience)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._pipes.transport.get_pid()

    @property
    def status(self) -> int | None:
        """Its exit status, None while it runs."""
        return self._pipes.transport.get_returncode()

    def send(self, *lines: str) -> None:
        """Write lines; if the program is gone, the next read reports it."""
        self._pipes.write("".join(f"{line}\n" for line in lines).encode())

    async def receive(self, seconds: float | None = None) -> str:
        """The next line; raises TimeoutError, or EngineFaultError when there are no more."""
        if seconds is not None and seconds <= 0:
            raise TimeoutError  # however much it writes
        await asyncio.sleep(0)  # nor may others wait for a program that writes all the time
        async with asyncio.timeout(seconds):
            line = await self._pipes.next_line()
        if line is None:
            with suppress(TimeoutError):  # it may still say why
                await asyncio.wait_for(self._pipes.gone.wait(), self.patience.farewell)
            raise EngineFaultError(FaultKind.CRASH, self.obituary())
        return line

    def obituary(self) -> str:
        """How the program ended, with its last words."""
        how = _describe(self.status, deaf=self._pipes.deaf)
        return f"{self.name} has ended ({how}){self.complaint()}"

    def complaint(self) -> str:
        """The last words on stderr behind a colon, or nothing."""
        complaints = self._pipes.complaints
        return f": {'; '.join(complaints)}" if complaints else ""

    async def close(self) -> None:
        """Ask the program to end, and end it; even if cancelled, nothing goes on running."""
        self.send("quit")
        self._pipes.close_input()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._pipes.exited.wait(), self.patience.farewell)
        finally:
            self._pipes.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pipes.gone.wait(), KILLED)


async def _start(*words: str, farewell: float) -> Pipes:
    """Start a program; also one whose start is cancelled does not go on running."""
    loop = asyncio.get_running_loop()
    starting = asyncio.ensure_future(
        loop.subprocess_exec(
            lambda: Pipes(farewell),
            *words,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            **group_options(),
        )
    )
    try:
        _, pipes = await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_abandon)
        await asyncio.wait((starting,))
        raise
    return pipes


def _abandon(starting: asyncio.Future[tuple[asyncio.SubprocessTransport, Pipes]]) -> None:
    if not starting.cancelled() and starting.exception() is None:
        starting.result()[1].kill()


def name_of(command: str) -> str:
    """The file name of the program that a command line starts, as well as it can be read."""
    try:
        name = Path(_split(command)[0]).name
    except EngineFaultError:
        name = command
    return shortened(name, LONGEST_NAME)


def _split(command: str) -> list[str]:
    """The words of a command line; raises EngineFaultError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineFaultError(FaultKind.START, f"{command!r}: {error}") from None
    if not words or "\0" in command:
        raise EngineFaultError(FaultKind.START, f"{command!r} is not a program")
    return words


def _describe(status: int | None, *, deaf: bool) -> str:
    """An exit status in words."""
    if status is None:
        return "it closed its input" if deaf else "it closed its output"
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.strsignal(-status) or f"signal {-status}"
    except ValueError:
        return f"signal {-status}"
