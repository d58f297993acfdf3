"""The pipes to a program, none of which can fill our memory or take our time."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import cast

from makachess.play.engines.external.lines import LONGEST_QUOTE, LineSplitter, Pace, shortened
from makachess.play.workers.groups import ProcessGroup

STDIN, STDOUT, STDERR = 0, 1, 2
MOST_WAITING = 4000  # lines nobody has asked for yet; then the program waits
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

    # --- what the event loop tells --------------------------------------------------------------

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

    # --- what the program's owner asks for ------------------------------------------------------

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
        """End it with all that it has started, and close the pipes, whoever holds their ends."""
        self.group.end()
        if self._writer.get_write_buffer_size():
            self._writer.abort()
        # Not the transport itself: while the process is not known to have ended, that would ask
        # the system for its exit status, which then nobody else gets.
        for pipe in (self._writer, self._reader(STDOUT), self._reader(STDERR)):
            pipe.close()
