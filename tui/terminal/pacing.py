"""Pictures over SSH: each waits until a slow line may have carried the one before."""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Mapping

RATE = 6_000  # bytes a second: a line of 56 kbit/s
LONGEST = 0.15  # seconds that a picture may keep the next one waiting; most lines are faster


def is_far(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is at the other end of a line, as sshd tells.

    >>> is_far({"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"})
    True
    """
    return any(environ.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"))


class Pacing:
    """Pictures on one line; what a held key changes meanwhile goes with the next one."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._free = 0.0  # when all that was written may have left
        self._timer: TimerHandle | None = None

    def note(self, count: int) -> None:
        """Count bytes that are written."""
        now = self._loop.time()
        self._free = min(max(self._free, now) + count / RATE, now + LONGEST)

    def holds_back(self, draw: Callable[[], object]) -> bool:
        """Whether a picture must not go now; one of all that is new is then drawn by `draw`."""
        wait = self._free - self._loop.time()
        if self._timer is None and wait > 0:
            self._timer = self._loop.call_later(wait, self._go, draw)
        return self._timer is not None

    def _go(self, draw: Callable[[], object]) -> None:
        self._timer = None
        draw()

    def close(self) -> None:
        """Forget the picture that waits, for the terminal is given back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
