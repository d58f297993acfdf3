"""A program at the other end of two pipes: its lines, its complaints, its end."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import PIPE
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from makachess.core.text import visible
from makachess.play.engines.interface import EngineFaultError, FaultKind
from makachess.play.workers.groups import ProcessGroup, group_options
from makachess.play.workers.starting import find_program
from makachess.saves.paths import command_words
from makachess.saves.restriction import is_restricted
from makachess.saves.text import decode

KILLED = 5.0  # seconds a killed program is waited for; only the system could hold it so long


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, none of them without end; shorter ones are for tests."""

    silence: float = 1.0  # before a silent program is tried in UCI, too
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
        found = find_program(words[0])
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
        words = command_words(command)
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


LONGEST_QUOTE = 120  # characters of a program's own words in a message
LONGEST_NAME = 60


def quoted(text: str) -> str:
    """A program's words for a message: in quotation marks, harmless and not too long."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}...")


def shortened(text: str, longest: int) -> str:
    """A program's words without quotation marks, harmless and not too long."""
    text = " ".join(visible(text[:longest]).split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


# None of the pipes can fill our memory or take our time.

STDIN, STDOUT, STDERR = 0, 1, 2
MOST_WAITING = 4000  # lines that have not been asked for yet; then the program waits
MOST_UNREAD = 1 << 18  # bytes it has not read yet; then it is told nothing more
COMPLAINTS = 3  # last lines on stderr that are worth showing


class Pipes(asyncio.SubprocessProtocol):
    """Takes in what a program writes, at its pace or at ours, whichever is slower.

    A program that has closed its input has ended as far as we are concerned; `farewell` seconds
    later nothing more is expected of it.
    """

    def __init__(self, farewell: float) -> None:
        self.complaints: deque[str] = deque(maxlen=COMPLAINTS)
        self.deaf = False  # it does not read any more
        self.exited = asyncio.Event()
        self.gone = asyncio.Event()  # with all its pipes
        self._farewell = farewell
        self._lines: deque[str] = deque()
        self._news = asyncio.Event()
        self._ended = False  # no more lines will come
        self._splitters = {STDOUT: LineSplitter(), STDERR: LineSplitter()}
        self._paces = {STDOUT: Pace(), STDERR: Pace()}
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The program has been started."""
        self.transport = cast(asyncio.SubprocessTransport, transport)
        self.group = ProcessGroup(self.transport.get_pid())

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """It has written something; after too much of it, it has to wait."""
        lines = self._splitters[fd].feed(data)
        self._take(fd, lines)
        loop = asyncio.get_running_loop()
        wait = self._paces[fd].wait(loop.time(), len(lines), len(data))
        if self.exited.is_set():  # what is left in the pipe is not much
            wait = 0.0
        if wait or len(self._lines) > MOST_WAITING:
            self._reader(fd).pause_reading()
        if wait:
            self._timers[fd] = loop.call_later(wait, self._read_on, fd)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """It has closed one of its pipes."""
        if fd == STDIN:
            self.deaf = True
            loop = asyncio.get_running_loop()
            self._timers[STDIN] = loop.call_later(self._farewell, self._end)
            return
        self._take(fd, self._splitters[fd].finish())
        if fd == STDOUT:
            self._end()

    def process_exited(self) -> None:
        """It has ended; so do all that it has started."""
        self.group.end()
        self.exited.set()
        for fd in (STDOUT, STDERR):
            self._read_on(fd)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended, and all pipes are closed."""
        for timer in self._timers.values():
            timer.cancel()
        self._end()
        self.transport.close()
        self.gone.set()

    def _take(self, fd: int, lines: list[str]) -> None:
        if fd == STDERR:
            shown = lines[-COMPLAINTS:]
            self.complaints.extend(shortened(line, LONGEST_QUOTE) for line in shown)
        elif lines:
            self._lines.extend(lines)
            self._news.set()

    def _end(self) -> None:
        self._ended = True
        self._news.set()

    def _read_on(self, fd: int) -> None:
        if timer := self._timers.pop(fd, None):
            timer.cancel()
        if fd != STDOUT or len(self._lines) <= MOST_WAITING:
            self._reader(fd).resume_reading()

    def _reader(self, fd: int) -> asyncio.ReadTransport:
        return cast(asyncio.ReadTransport, self.transport.get_pipe_transport(fd))

    async def next_line(self) -> str | None:
        """The next line, None when there are no more."""
        while not self._lines:
            if self._ended:
                return None
            self._news.clear()
            await self._news.wait()
        line = self._lines.popleft()
        if len(self._lines) == MOST_WAITING // 2 and STDOUT not in self._timers:
            self._reader(STDOUT).resume_reading()
        return line

    def write(self, data: bytes) -> None:
        """Send something, unless it does not read."""
        stdin = self._writer
        if self.deaf or stdin.is_closing() or stdin.get_write_buffer_size() > MOST_UNREAD:
            return
        stdin.write(data)

    @property
    def _writer(self) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self.transport.get_pipe_transport(STDIN))

    def close_input(self) -> None:
        """Let it know that nothing more will come."""
        self._writer.close()

    def kill(self) -> None:
        """End it and all it has started, and close the pipes, though others may hold their ends."""
        self.group.end()
        if self._writer.get_write_buffer_size():
            self._writer.abort()
        # Not the transport itself: while the process is not known to have ended, that would ask
        # the system for its exit status, which no one else gets then.
        for pipe in (self._writer, self._reader(STDOUT), self._reader(STDERR)):
            pipe.close()


LONGEST_LINE = 1 << 14  # bytes; longer ones are left out
LINES_A_SECOND = 1000
BURST = 2000  # lines that may come at once
BYTES_A_LINE = 512  # what is longer counts as several


class LineSplitter:
    """Cuts what comes through a pipe into lines, and leaves out those that are too long."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False  # in a line that is too long

    def feed(self, data: bytes) -> list[str]:
        """The lines that are complete now, without blank ones."""
        pieces = (self._rest + data).split(b"\n")
        if self._skipping and len(pieces) > 1:
            self._skipping, pieces[0] = False, b""
        self._rest = pieces.pop()
        if self._skipping or len(self._rest) > LONGEST_LINE:
            self._skipping, self._rest = True, b""
        whole = (piece for piece in pieces if len(piece) <= LONGEST_LINE)
        return [line for piece in whole if (line := decode(piece).strip())]

    def finish(self) -> list[str]:
        """What has come without an end of line."""
        return self.feed(b"\n")


class Pace:
    """How fast a program may write; one that writes faster has to wait."""

    def __init__(self) -> None:
        self._owed = 0.0  # lines beyond what it may write up to now
        self._at = 0.0

    def wait(self, now: float, lines: int, size: int) -> float:
        """Seconds to wait before reading on, after that many lines and bytes; `now` in seconds."""
        self._owed = max(0.0, self._owed - (now - self._at) * LINES_A_SECOND)
        self._at = now
        self._owed += max(lines, size / BYTES_A_LINE)
        return max(0.0, self._owed - BURST) / LINES_A_SECOND
