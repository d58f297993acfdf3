"""A terminal for tests: starts a program in a real pseudo-terminal and reads its screen.

The program's output goes through a terminal emulator; a test waits for what the screen shows and
never for a time to pass.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyte

COMMAND = str(Path(sys.executable).parent / "makachess")
# The corners of the cursor of a board, on squares of two rows and more, with colours and without.
CORNERS = {"▛": "▜▙▟", "┏": "┓┗┛"}
ROWS = range(2, 16)  # of a square
KIND = b"\x1b[c"  # the question what kind of terminal it is
# What the background is, and whether the terminal shows pictures, too.
QUESTION = b"\x1b]11;?\x07\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\" + KIND
ATTRIBUTES = b"\x1b[?6c"  # the answer of a terminal that knows only its kind
PICTURES = b"\x1b_Gi=31;OK\x1b\\"  # that of one that shows pictures, which comes before
_APC = re.compile(rb"\x1b_[^\x1b]*\x1b\\")  # commands that the emulator would show as text
_CUT_APC = re.compile(rb"\x1b(?:_[^\x1b]*\x1b?)?\Z")
# Held from a pipe to its end: the programs of two threads would each keep the other's open.
_STARTING = threading.Lock()
PATIENCE = 60.0  # seconds until a wait is given up as failed; no test depends on its length

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "enter": "\r",
    "escape": "\x1b",
    "backspace": "\x7f",
    "tab": "\t",
    "space": " ",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "f6": "\x1b[17~",
    "f9": "\x1b[20~",
    "alt+c": "\x1bc",
}


RULES = str.maketrans(dict.fromkeys("─│╭╮╰╯", " "))


def _edges(row: Sequence[str]) -> Iterator[int]:
    """The columns of a row at which words begin, and the first one."""
    for x, (before, char) in enumerate(zip([" ", *row], row, strict=False)):
        if not x or (before == " " != char):
            yield x


def _is_square(rows: Sequence[Sequence[str]], left: int, top: int) -> bool:
    """Whether a place is the upper left corner of a square between the corners of a cursor."""
    wanted = tuple(CORNERS[rows[top][left]])
    for bottom in (top + height - 1 for height in ROWS if top + height <= len(rows)):
        height = bottom - top + 1
        for width in (2 * height - 1, 2 * height, 2 * height + 1):
            right = left + width - 1
            at = (top, right), (bottom, left), (bottom, right)
            if right < len(rows[top]) and tuple(rows[y][x] for y, x in at) == wanted:
                return True
    return False


class _Screen(pyte.Screen):
    """Swallows the reports an emulator without a keyboard of its own cannot answer."""

    def report_device_status(self, *_args: object, **_kwargs: object) -> None:
        pass


def environment(**extra: str) -> dict[str, str]:
    """The environment of a plain 256-colour terminal, without what could change the app's looks.

    Nobody is welcomed to a data folder that is there.
    """
    # LINES and COLUMNS, which pytest's workers have, would fix the size of the window.
    looks = ("TEXTUAL", "NO_COLOR", "COLORTERM", "LINES", "COLUMNS", "SSH_", "TMUX", "STY")
    keep = {k: v for k, v in os.environ.items() if not k.startswith(looks)}
    if (home := extra.get("MAKACHESS_HOME")) and Path(home).is_dir():
        Path(home, "welcome").touch()
    # Without the extended keyboard protocol, which the emulator does not speak.
    return keep | {"TERM": "xterm-256color", "TEXTUAL_DISABLE_KITTY_KEY": "1"} | extra


class Terminal:
    """A program in a pseudo-terminal; use as a context manager.

    `output` is all that the program has written.
    """

    def __init__(
        self,
        *arguments: str,
        width: int = 80,
        height: int = 24,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] = (COMMAND,),
        cwd: str | None = None,
        answer: bytes | None = ATTRIBUTES,
    ) -> None:
        self.output = b""
        self._unsent = b""
        self._cut = b""  # the beginning of what is not for the emulator
        self.answer = answer  # to what the program asks at its start; None: not yet
        self.status: int | None = None
        self._screen = _Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self._drawn: dict[int, str] = {}  # lines that have not changed since they were read
        self._prose = ""  # what they say, if none has changed since then
        self._cwd = cwd
        with _STARTING:
            self._pid, self._fd = self._start([*command, *arguments], dict(env or environment()))

    def _start(self, argv: list[str], env: dict[str, str]) -> tuple[int, int]:
        ready, go = os.pipe()
        pid, fd = pty.fork()
        if pid == 0:
            os.close(go)
            os.read(ready, 1)  # until the terminal has its size
            if self._cwd is not None:
                os.chdir(self._cwd)
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)  # background jobs of a shell ignore some
            os.execvpe(argv[0], argv, env)
        os.close(ready)
        os.set_inheritable(fd, False)  # else the next terminal's program would keep this one open
        self._set_size(fd)
        os.close(go)
        return pid, fd

    def _set_size(self, fd: int) -> None:
        size = struct.pack("HHHH", self._screen.lines, self._screen.columns, 0, 0)
        fcntl.ioctl(fd, termios.TIOCSWINSZ, size)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_exc: object) -> None:
        if self.status is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._fd)

    def hang_up(self) -> None:
        """Close this end, as a dropped line does, and wait until the program has ended."""
        os.close(self._fd)
        self._fd = os.open(os.devnull, os.O_RDWR)
        self._reap("without a terminal")

    def _reap(self, how: str) -> None:
        """Wait until the program has ended."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                return
            time.sleep(0.01)
        raise AssertionError(f"the program goes on {how}:\n{self.text}")

    def press(self, *keys: str) -> None:
        """Press keys by name (`enter`, `ctrl+z`), or type text as it is."""
        for key in keys:
            os.write(self._fd, self.encode(key))

    @staticmethod
    def encode(key: str) -> bytes:
        """What a terminal sends for a key, or for a text."""
        text = KEYS.get(key, key)
        if len(key) == 6 and key.startswith("ctrl+"):
            text = chr(ord(key[-1]) & 31)
        return text.encode()

    def click(self, column: int, row: int) -> None:
        """Click the left button at a cell, both counted from 0."""
        at = f"{column + 1};{row + 1}"
        os.write(self._fd, f"\x1b[<0;{at}M\x1b[<0;{at}m".encode())

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        self._screen.resize(height, width)
        self._set_size(self._fd)

    @property
    def pid(self) -> int:
        """The number of the program's process."""
        return self._pid

    @property
    def line_settings(self) -> list[object]:
        """What stty would show; setting them does what a shell does after a program."""
        return termios.tcgetattr(self._fd)

    @line_settings.setter
    def line_settings(self, settings: list[object]) -> None:
        termios.tcsetattr(self._fd, termios.TCSANOW, settings)

    @property
    def descriptor(self) -> int:
        """This end of the pseudo-terminal, to write bytes that are no keys."""
        return self._fd

    @property
    def received(self) -> int:
        """How many bytes the program has written."""
        return len(self.output)

    @property
    def rows(self) -> list[str]:
        """The lines of the screen as read so far, without trailing spaces."""
        self._forget()
        for y in range(self._screen.lines):
            if y not in self._drawn:
                self._drawn[y] = self._draw(y)
        return [self._drawn[y] for y in range(self._screen.lines)]

    def _forget(self) -> None:
        """Forget what was read of lines that have changed."""
        for y in self._screen.dirty:
            self._drawn.pop(y, None)
            self._prose = ""
        self._screen.dirty.clear()

    def _draw(self, y: int) -> str:
        """One line; a wide character has all its text in the first of its two cells."""
        return "".join(self._cells(y)).rstrip()

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.rows)

    @property
    def prose(self) -> str:
        """What the screen says where it is wrapped: the words from each left edge on, a line each.

        They are read from the top row to the bottom, with one space between them, without rules.
        """
        self._forget()
        if not self._prose:
            rows = [self._cells(y) for y in range(self._screen.lines)]
            edges = Counter(edge for row in rows for edge in _edges(row))
            lefts = sorted(edge for edge, count in edges.items() if count > 1 or not edge)
            said = (" ".join("".join(row[left:]) for row in rows) for left in lefts)
            self._prose = "\n".join(" ".join(text.translate(RULES).split()) for text in said)
        return self._prose

    def _cells(self, y: int) -> list[str]:
        """One line by columns; the second cell of a wide character is empty."""
        row = self._screen.buffer[y]
        return [row[x].data for x in range(self._screen.columns)]

    @property
    def place(self) -> tuple[int, int]:
        """Column and row of the terminal's own cursor."""
        return self._screen.cursor.x, self._screen.cursor.y

    def cursor(self) -> tuple[int, int] | None:
        """Column and row of the upper left corner of a board's cursor, if all of it is seen."""
        rows = [self._cells(y) for y in range(self._screen.lines)]
        for y, row in enumerate(rows):
            for x, char in enumerate(row):
                if char == "[" or (char in CORNERS and _is_square(rows, x, y)):
                    return x, y
        return None

    def locate(self, pattern: str) -> tuple[int, int] | None:
        """Column and row of the first match of a regular expression on the screen, if any."""
        for row, line in enumerate(self.rows):
            if match := re.search(pattern, line):
                return match.start(), row
        return None

    def find(self, pattern: str) -> tuple[int, int]:
        """Wait until a regular expression matches in a row; column and row of the match."""
        self.wait_until(lambda: self.locate(pattern) is not None, repr(pattern))
        place = self.locate(pattern)
        assert place is not None
        return place

    def wait_for(self, pattern: str, *, patience: float = PATIENCE) -> str:
        """Wait until a regular expression matches on the screen, or in its prose; what matched."""
        self.wait_until(lambda: self.said(pattern) is not None, repr(pattern), patience=patience)
        match = self.said(pattern)
        assert match is not None
        return match[0]

    def said(self, pattern: str) -> re.Match[str] | None:
        """The match of a regular expression on the screen, or else in its prose, if any."""
        return re.search(pattern, self.text, re.MULTILINE) or re.search(pattern, self.prose)

    def wait_gone(self, pattern: str) -> None:
        """Wait until a regular expression no longer matches."""
        self.wait_until(lambda: not self.said(pattern), f"no {pattern!r}")

    def wait_until(
        self,
        is_so: Callable[[], bool],
        what: str,
        *,
        patience: float = PATIENCE,
        quiet: bool = False,
    ) -> None:
        """Read until a condition on the screen holds; `quiet`: it can hold without any output."""
        end = time.monotonic() + patience
        while not is_so():
            left = end - time.monotonic()
            if not self.read(min(left, 0.05) if quiet else left) and (not quiet or left < 0):
                raise AssertionError(f"waited in vain for {what}:\n{self.text}")

    def drain(self) -> None:
        """Read what the program has written so far."""
        while self.read(0.05):
            pass

    def wait_exit(self) -> int:
        """Wait until the program has ended; its exit status."""
        while self.read(PATIENCE):
            pass
        if self.status is None:
            self._reap("though it was to end")
        assert self.status is not None
        return self.status

    def read(self, seconds: float) -> bool:
        """Feed what arrives within a time to the emulator; False if nothing does."""
        self._send_answers()
        if seconds <= 0 or not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # the other end is closed
            return False
        self.take_in(data)
        return bool(data)

    def take_in(self, data: bytes) -> None:
        """Show what another reader has read from the descriptor."""
        asked = (self.output[-len(KIND) + 1 :] + data).count(KIND)
        self.output += data
        shown = _APC.sub(b"", self._cut + data)
        cut = _CUT_APC.search(shown)
        self._cut = cut[0] if cut else b""
        self._stream.feed(shown[: len(shown) - len(self._cut)])
        if self.answer is not None:
            self._unsent += asked * self.answer
        self._send_answers()

    def _send_answers(self) -> None:
        if self._unsent:
            with suppress(BlockingIOError):  # what was typed before has not been read yet
                self._unsent = self._unsent[os.write(self._fd, self._unsent) :]
