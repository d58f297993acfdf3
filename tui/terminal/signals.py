"""Signals that end the program: it ends as if asked to, but never in the midst of a save."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

from makachess.saves.storage import move_file, remove_own, replace_text, write_new

DEADLINE = 5.0  # seconds the app has to end in order
GRACE = 1.0  # seconds more, again and again, while a game is being written
NAMES = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


class EndingSignals:
    """Catches the signals that end programs, as a context manager around the app.

    The first one calls `end`, from a signal handler; `caught` is its number. If the app has not
    ended in time, `insist` is called and the program ends.
    """

    def __init__(self, end: Callable[[], object], insist: Callable[[], object]) -> None:
        self.caught = 0
        self._end = end
        self._insist = insist
        self._before: dict[int, Any] = {}

    def __enter__(self) -> EndingSignals:
        for name in NAMES:
            if (number := getattr(signal, name, None)) is not None:
                self._before[number] = signal.signal(number, self._catch)
        return self

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _catch(self, number: int, _: FrameType | None) -> None:
        """The first counts: a line that drops sends several."""
        if self.caught:
            return
        self.caught = number
        if hasattr(signal, "setitimer"):
            self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._end_now)
            signal.setitimer(signal.ITIMER_REAL, DEADLINE)
        self._end()

    def _end_now(self, _: int, frame: FrameType | None) -> None:
        if is_saving(frame):
            signal.setitimer(signal.ITIMER_REAL, GRACE)
            return
        self._insist()
        os._exit(128 + self.caught)


def under_job_control() -> bool:
    """Whether a shell has started this program as a job, so that it can continue it."""
    if not hasattr(os, "getsid"):
        return False
    with suppress(OSError):
        parent = os.getppid()
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
    return False


_SAVING = [function.__code__ for function in (replace_text, write_new, move_file, remove_own)]


def is_saving(frame: FrameType | None) -> bool:
    """Whether what runs in a frame is a save."""
    while frame is not None:
        if frame.f_code in _SAVING:
            return True
        frame = frame.f_back
    return False
