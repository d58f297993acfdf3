"""`makachess engine`, as a program with its pipes or in this process."""

import os
import subprocess
import threading
from collections.abc import Iterable
from queue import SimpleQueue

from cli_calls import PROGRAM
from makachess.tui.commands.engine import Server
from makachess.variants.books import BookChoice
from makachess.variants.models import ModelChoice

COMMAND = [*PROGRAM, "engine", "--book", "none"]


class EngineProgram:
    """The program with its pipes, read until what is waited for has come."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, *lines: str | bytes) -> None:
        """Send lines at once."""
        for line in lines:
            data = line if isinstance(line, bytes) else line.encode()
            self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def read_until(self, beginning: str) -> list[str]:
        """The lines up to one that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            line = self.process.stdout.readline().decode()
            assert line, f"ended before {beginning!r}: {lines} {self.process.stderr.read()!r}"
            lines.append(line.strip())
        return lines

    def end(self) -> tuple[int, bytes]:
        """Exit status and what came on stderr, once it has ended."""
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints

    def kill(self) -> None:
        """End it if it has not ended."""
        self.process.kill()
        self.process.communicate()


class EngineInside:
    """The same conversation without a program: what the command does once it has its options."""

    def __init__(self) -> None:
        self._reading, self._writing = os.pipe()
        self._lines: SimpleQueue[str] = SimpleQueue()
        self.written: list[list[str]] = []  # what was written at once
        models, books = ModelChoice(""), BookChoice("none")
        self._server = Server(self._reading, self._take, models, books, 1)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()

    def _take(self, lines: Iterable[str]) -> None:
        self.written.append(list(lines))
        for line in self.written[-1]:
            self._lines.put(line)

    def send(self, *lines: str | bytes) -> None:
        """Send lines at once."""
        data = b"".join((x if isinstance(x, bytes) else x.encode()) + b"\n" for x in lines)
        while data:
            data = data[os.write(self._writing, data) :]

    def read_until(self, beginning: str) -> list[str]:
        """The lines up to one that begins so."""
        lines = []
        while not lines or not lines[-1].startswith(beginning):
            lines.append(self._lines.get(timeout=60))
        return lines

    def end(self) -> None:
        """End its input, and see that it ends; the reader may be just about to look at its end."""
        if self._writing >= 0:
            os.close(self._writing)
            self._writing = -1
        self._thread.join(60)
        assert not self._thread.is_alive()
