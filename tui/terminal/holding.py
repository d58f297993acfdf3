"""The terminal, held from before it is changed, and given back whoever ends or stops the program.

Signals that end the program end it as if it was asked to. One that is stuck is ended where it is: a
save is on disk whole or not at all.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from makachess.core.errors import MakachessError
from makachess.tui.colors import Answers, can_be_asked, question

if sys.platform != "win32":
    import termios

DEADLINE = 5.0  # seconds the app has to end in order
# All that end a program unless it catches them, but for faults of its own and for SIGKILL.
ENDING = (
    *("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGABRT", "SIGALRM", "SIGUSR1", "SIGUSR2"),
    *("SIGIO", "SIGPROF", "SIGPWR", "SIGSTKFLT", "SIGVTALRM", "SIGXCPU"),
)
LFLAG, CC = 3, 6  # of the line settings
READ_AT_ONCE = 4096  # bytes
INPUT, OUTPUT = 0, 1  # the terminal, as `open_terminal` has made sure


class Terminal:
    """A terminal to be drawn on: what it answers, and what it was like before it was changed.

    From `watch` on, a signal that ends the program calls what `ending` was given. Where nothing
    was, or the app does not end in time, it gives the terminal back and ends the program itself.
    """

    def __init__(self) -> None:
        self.answers = Answers()
        self.caught = 0  # the first signal that ends the program
        self.stop: Callable[[], object] = self._stop_now
        """What SIGTSTP calls."""
        self._end: Callable[[], object] | None = None
        self._before: list[Any] | None = None  # line settings
        self._farewell: Callable[[], str] | None = None

    def watch(self) -> None:
        """Catch all signals that end or stop the program; before the terminal is changed."""
        for name in ENDING:
            if (number := getattr(signal, name, None)) is not None:
                signal.signal(number, self._catch)
        if sys.platform != "win32" and signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN:
            signal.signal(signal.SIGTSTP, lambda *_: self.stop())

    @contextmanager
    def ending(self, end: Callable[[], object]) -> Iterator[None]:
        """A signal calls `end`, from its handler, as long as this lasts."""
        self._end = end
        try:
            yield
        finally:
            self._end = None
            _set_alarm(0)

    def _catch(self, number: int, frame: FrameType | None) -> None:
        """The first counts: a line that drops sends several."""
        if self.caught:
            if number == getattr(signal, "SIGALRM", None):
                self._end_now()
            return
        self.caught = number
        if self._end is None:
            self._end_now()
            return
        _set_alarm(DEADLINE)
        self._end()

    def _end_now(self) -> None:
        self.give_back()
        os._exit(128 + self.caught)

    def _stop_now(self) -> None:
        self.give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def await_foreground(self) -> bool:
        """Stop until a shell continues the program in the foreground; False if it is to end."""
        while not self.caught and _is_in_background():
            os.kill(os.getpid(), signal.SIGSTOP)
        return not self.caught

    def ask(self, environ: Mapping[str, str]) -> None:
        """Ask for the background, if this is a terminal that can be asked, and show no answer."""
        if sys.platform == "win32" or not can_be_asked(environ):
            return
        with suppress(OSError, termios.error):
            if _is_in_background() or not is_writable(OUTPUT):
                return
            self.take(_quiet)
            self.answers = Answers(time.monotonic())
            os.write(OUTPUT, question(environ))

    def collect(self) -> None:
        """Take in what the terminal has sent by now."""
        if self._before is not None:
            self.answers.collect(INPUT, time.monotonic())

    @property
    def is_drawn_on(self) -> bool:
        """Whether anything is on the screen that must be taken back."""
        return self._farewell is not None

    def take(
        self, change: Callable[[list[Any]], object], farewell: Callable[[], str] | None = None
    ) -> None:
        """Change the line settings; `farewell` takes back what is written from now on.

        Raises OSError or termios.error if the terminal is gone.
        """
        before = self._before or termios.tcgetattr(INPUT)
        settings = [*before[:CC], [*before[CC]]]
        change(settings)
        while True:
            if self._before is None:
                self._before = before
                atexit.register(self.give_back)
            self._farewell = farewell
            termios.tcsetattr(INPUT, termios.TCSANOW, settings)
            if self._before is not None:  # nor was the program stopped meanwhile
                return

    def give_back(self, write: Callable[[str], object] | None = None) -> None:
        """Leave the terminal as it was found; again it does nothing. `write` says farewell.

        Without `write` that may happen at any moment, also in a signal's handler.
        """
        if self._farewell is not None:
            with suppress(OSError):
                (write or _write_now)(self._farewell())
            self._farewell = None
        elif self._before is not None:
            self.await_answers()
        if self._before is not None:
            with suppress(OSError, termios.error):
                if not _is_in_background():  # what the line is like there is up to others
                    termios.tcsetattr(INPUT, termios.TCSANOW, self._before)
            self._before = None
            atexit.unregister(self.give_back)

    def await_answers(self) -> None:
        """Take answers that are on their way; the shell would take them for typed."""
        with suppress(OSError):
            while wait := self.answers.last_wait(time.monotonic()):
                if select.select([INPUT], [], [], wait)[0]:
                    if not (data := os.read(INPUT, READ_AT_ONCE)):
                        break
                    self.answers.admit(data, time.monotonic())


def _quiet(settings: list[Any]) -> None:
    """What is typed is not shown, and can be read at once."""
    settings[LFLAG] &= ~(termios.ECHO | termios.ICANON)


def _write_now(text: str) -> None:
    if is_writable(OUTPUT):
        os.write(OUTPUT, text.encode())


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _is_in_background() -> bool:
    """Whether a shell has given the terminal to other programs."""
    with suppress(OSError):  # a terminal without job control
        return os.tcgetpgrp(INPUT) != os.getpgrp()
    return False


def is_writable(descriptor: int) -> bool:
    """Whether a terminal takes output without delay."""
    return bool(select.select([], [descriptor], [], 0)[1])


def under_job_control() -> bool:
    """Whether a shell has started this program as a job, so that it can continue it."""
    if not hasattr(os, "getsid"):
        return False
    with suppress(OSError):
        parent = os.getppid()
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
    return False


def open_terminal() -> Terminal:
    """Prepare to draw on the terminal; raises MakachessError if there is none.

    A driver of Textual's that is asked for, like that of `makachess serve`, may do without one.
    """
    terminal = Terminal()
    if os.environ.get("TEXTUAL_DRIVER"):
        terminal.watch()
        return terminal
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output")):
        if stream is None or not stream.isatty():  # None: closed by the program that started us
            raise MakachessError(f"this needs a terminal, and standard {name} is not one")
    terminal.watch()
    terminal.ask(os.environ)
    return terminal
