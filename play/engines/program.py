"""A program at the other end of two pipes: its lines, its complaints, its end."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import PIPE, Process, SubprocessStreamProtocol
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

from makachess.core.text import visible
from makachess.play.engines.interface import EngineFaultError, FaultKind
from makachess.play.processes import ProcessGroup, find_program, group_options
from makachess.saves.paths import command_words
from makachess.saves.restriction import is_restricted
from makachess.saves.text import decode

KILLED = 5.0  # seconds a killed program is waited for; only the system could hold it so long
LONGEST_LINE = 1 << 14  # bytes; longer ones are left out
MOST_UNREAD = 1 << 18  # bytes it has not read yet; then it is told nothing more
COMPLAINTS = 3  # last lines on stderr that are worth showing
BREATH = 0.001  # seconds between two lines of stderr, so that no flood of them takes our time


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, none of them without end; shorter ones are for tests."""

    silence: float = 1.0  # before a silent program is tried in XBoard's protocol, too
    answer: float = 10.0  # to answer at all, as XBoard gives
    features: float = 2.0  # for further features
    late_features: float = 60.0  # if it asks for more time with done=0
    ready: float = 5.0  # to answer `uci` and `isready`
    echo: float = 10.0  # to answer `ping`, and so to have read all that it was sent
    grace: float = 3.0  # beyond its time: then it is told to move, and so much later given up
    insist: float = 0.2  # between two commands to move: one just starting may miss the first
    farewell: float = 0.25  # to end by itself


USUAL = Patience()


class Program:
    """A running program that reads and writes lines; made by `start`."""

    def __init__(self, process: Process, pipes: Pipes, name: str, patience: Patience) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self.name = name
        self.patience = patience
        self._process = process
        self._pipes = pipes
        self._stdin = process.stdin
        self._lines = Lines(process.stdout)
        self._complaints: deque[str] = deque(maxlen=COMPLAINTS)
        self._listening = asyncio.create_task(self._hear_complaints(Lines(process.stderr)))

    @classmethod
    async def start(cls, command: str, patience: Patience = USUAL) -> Program:
        """Start a command line; raises EngineFaultError if that is not possible."""
        if is_restricted():
            raise EngineFaultError(FaultKind.START, f"{command!r}: not in this account")
        words = _split(command)
        found = find_program(words[0])
        if found is None:
            raise EngineFaultError(FaultKind.START, f"{words[0]!r}: no such program")
        loop = asyncio.get_running_loop()
        try:
            transport, pipes = await loop.subprocess_exec(
                lambda: Pipes(LONGEST_LINE, loop),
                found,
                *words[1:],
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                **group_options(),
            )
        except OSError as error:
            why = error.strerror or str(error)
            raise EngineFaultError(FaultKind.START, f"{command!r}: {why}") from None
        return cls(Process(transport, pipes, loop), pipes, name_of(command), patience)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def status(self) -> int | None:
        """Its exit status, None while it runs."""
        return self._process.returncode

    def send(self, *lines: str) -> None:
        """Write lines, unless it does not read; if it is gone, the next read reports it."""
        unread = self._stdin.transport.get_write_buffer_size()
        if not self._stdin.is_closing() and unread <= MOST_UNREAD:
            self._stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def receive(self, seconds: float | None = None) -> str:
        """The next line; raises TimeoutError, or EngineFaultError when there are no more."""
        if seconds is not None and seconds <= 0:
            raise TimeoutError  # however much it writes
        await asyncio.sleep(0)  # nor may others wait for a program that writes all the time
        async with asyncio.timeout(seconds):
            line = await self._lines.next()
        if line is None:
            with suppress(TimeoutError):  # it may still say why
                await asyncio.wait_for(self._process.wait(), self.patience.farewell)
            await asyncio.wait((self._listening,), timeout=self.patience.farewell)
            how = f"{self.name} has ended ({_describe(self.status)})"
            raise EngineFaultError(FaultKind.CRASH, f"{how}{self.complaint()}")
        return line

    async def _hear_complaints(self, lines: Lines) -> None:
        while (line := await lines.next()) is not None:
            self._complaints.append(shortened(line, LONGEST_QUOTE))
            await asyncio.sleep(BREATH)

    def complaint(self) -> str:
        """The last words on stderr behind a colon, or nothing."""
        return f": {'; '.join(self._complaints)}" if self._complaints else ""

    async def close(self) -> None:
        """Ask the program to end, and end it; even if cancelled, nothing goes on running."""
        self.send("quit")
        self._stdin.close()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._pipes.exited.wait(), self.patience.farewell)
        finally:
            self._pipes.kill()
            self._listening.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), KILLED)
        await asyncio.wait((self._listening,))


class Pipes(SubprocessStreamProtocol):
    """The pipes of a program, and the group of all that it has started, which ends with it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._all = [transport.get_pipe_transport(fd) for fd in range(3)]
        self._group = ProcessGroup(transport.get_pid())
        self.exited = asyncio.Event()

    def process_exited(self) -> None:
        """It has ended; others might hold its pipes."""
        self._group.end()
        self.exited.set()
        super().process_exited()

    def kill(self) -> None:
        """End it and all it has started, and close the pipes, though others may hold their ends."""
        self._group.end()
        # Not the transport itself: while the process is not known to have ended, that would ask
        # the system for its exit status, which no one else gets then.
        for pipe in self._all:
            if isinstance(pipe, asyncio.WriteTransport) and pipe.get_write_buffer_size():
                pipe.abort()
            elif pipe is not None:
                pipe.close()


class Lines:
    """The lines of a stream, without blank ones and those that are too long."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._skipping = False  # in a line that is too long

    async def next(self) -> str | None:
        while True:
            try:
                data = await self._stream.readuntil()
            except asyncio.LimitOverrunError as error:
                await self._stream.readexactly(error.consumed)
                self._skipping = True
                continue
            except asyncio.IncompleteReadError as error:
                data = error.partial
                if not data:
                    return None
            except OSError:
                return None
            line, self._skipping = "" if self._skipping else decode(data).strip(), False
            if line:
                return line


Command: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
"""A command line as one text, the path of a program, or the words of a command line."""


def command_line(command: Command) -> str:
    """The same as one text."""
    if isinstance(command, str):
        return command
    words = [command] if isinstance(command, os.PathLike) else command
    return shlex.join([os.fspath(word) for word in words])


def name_of(command: str) -> str:
    """The file name of the program that a command line starts, as well as it can be read."""
    try:
        name = Path(_split(command)[0]).name
    except EngineFaultError:
        name = command
    return shortened(name, LONGEST_NAME)


def _split(command: str) -> list[str]:
    try:
        words = command_words(command)
    except ValueError as error:
        raise EngineFaultError(FaultKind.START, f"{command!r}: {error}") from None
    if not words or "\0" in command:
        raise EngineFaultError(FaultKind.START, f"{command!r} is not a program")
    return words


def _describe(status: int | None) -> str:
    if status is None:
        return "it closed its output"
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.strsignal(-status) or f"signal {-status}"
    except ValueError:
        return f"signal {-status}"


LONGEST_QUOTE = 120  # characters of a program's own words in a message
LONGEST_NAME = 60
LONGEST_LIST = 300


def quoted(text: str) -> str:
    """A program's words for a message: in quotation marks, harmless and not too long."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}...")


def enumerated(names: Sequence[str]) -> str:
    """A program's names of things, as many whole ones as there is room for."""
    clean = [shortened(name, LONGEST_NAME) for name in names]
    ends = accumulate(len(name) + len(", ") for name in clean)
    shown = [name for name, end in zip(clean, ends, strict=True) if end <= LONGEST_LIST]
    more = len(clean) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def shortened(text: str, longest: int) -> str:
    """A program's words without quotation marks, harmless and not too long."""
    text = " ".join(visible(text[:longest]).split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."
