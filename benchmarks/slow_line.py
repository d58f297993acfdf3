"""A terminal at the far end of a slow line, which can be cut.

Like sshd, the near end takes all that the program writes at once; it waits in the line, out of the
program's sight.
"""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pty_harness import ATTRIBUTES, KIND, Terminal, environment

TRIP = 0.150  # seconds, there and back
RATE = 8_000  # bytes a second: 64 kbit/s
HELD = 30  # keys a second
SPARE = 0.100  # seconds beyond the round trip in which all has come to rest
PIECE = 50  # bytes that arrive together
QUIET = 5 * TRIP  # seconds without output after which a screen rests


def far_environment(**extra: str) -> dict[str, str]:
    """The environment of a program that sshd has started."""
    return environment(SSH_CONNECTION="192.0.2.1 50000 192.0.2.2 22", **extra)


class FarTerminal(Terminal):
    """A program at the other end of a line. `arrived` are the times and sizes of what came."""

    def __init__(self, *arguments: str, **options: object) -> None:
        self.arrived: list[tuple[float, int]] = []
        self.is_cut = False
        self._down: deque[tuple[float, bytes]] = deque()
        self._up: deque[tuple[float, bytes]] = deque()
        self._free = 0.0  # when the line has carried all that is in it
        super().__init__(*arguments, answer=None, **options)

    @property
    def queued(self) -> int:
        """Bytes that the program has written and that have not arrived."""
        return sum(len(data) for _, data in self._down)

    def press(self, *keys: str) -> None:
        """Press keys, which reach the program half a round trip later."""
        for key in keys:
            self._up.append((time.monotonic() + TRIP / 2, self.encode(key)))

    def deliver_now(self, *keys: str) -> None:
        """Let the program have keys at once."""
        super().press(*keys)

    def hold(self, keys: Sequence[str], count: int) -> float:
        """Press keys as often as one held down does, in turns; when the last was pressed."""
        begun = time.monotonic()
        for number in range(count):
            due = begun + number / HELD
            self.pass_time(due - time.monotonic())
            self.press(keys[number % len(keys)])
        return time.monotonic()

    def pass_time(self, seconds: float) -> None:
        """Let the line carry what it can in some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def cut(self) -> None:
        """Let nothing through any more."""
        self.is_cut = True

    def mend(self) -> None:
        """Let everything through again, and what has waited first."""
        now = time.monotonic()
        self.is_cut = False
        waiting, self._down, self._free = self._down, deque(), now
        for _, data in waiting:
            self._send(data, now)
        self._up = deque((now + TRIP / 2, data) for _, data in self._up)

    def read(self, seconds: float) -> bool:
        """Carry bytes both ways until some arrive; False if none do within a time."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            if self._deliver(now):
                return True
            if select.select([self._fd], [], [], max(min(self._next(), end) - now, 0))[0]:
                try:
                    data = os.read(self._fd, 65536)
                except OSError:  # the program has ended
                    return bool(self._down) and self._deliver(self._down[-1][0])
                self._send(data, time.monotonic())
        return False

    def _next(self) -> float:
        """When something will arrive at either end."""
        if self.is_cut:
            return float("inf")
        return min((way[0][0] for way in (self._up, self._down) if way), default=float("inf"))

    def _send(self, data: bytes, now: float) -> None:
        """Put what the program has written into the line."""
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            self._free = max(self._free, now) + len(piece) / RATE
            self._down.append((self._free + TRIP / 2, piece))

    def _deliver(self, now: float) -> bool:
        """Hand over what is due at both ends; whether anything came to the terminal."""
        if self.is_cut:
            return False
        while self._up and self._up[0][0] <= now:
            os.write(self._fd, self._up.popleft()[1])
        found = False
        while self._down and self._down[0][0] <= now:
            due, data = self._down.popleft()
            self._take(data, due)
            found = True
        return found

    def _take(self, data: bytes, due: float) -> None:
        """Show a piece, and answer what is asked in it."""
        before = self.output[-len(KIND) + 1 :]
        self.arrived.append((due, len(data)))
        self.take_in(data)
        for _ in range((before + data).count(KIND)):
            self._up.append((due + TRIP / 2, ATTRIBUTES))


class Rest(NamedTuple):
    """How something on a screen comes to rest after a key was let go.

    `seconds` until it has its last place; `late`: bytes that had to arrive up to then, but not
    within the round trip; `place` is where it rests.
    """

    seconds: float
    late: int
    place: object


def rest(terminal: FarTerminal, look: Callable[[], object], released: float) -> Rest:
    """Wait until what is looked at has its last place; nothing may arrive for a while after."""
    place, last = look(), released
    before = len(terminal.arrived)
    while terminal.read(QUIET):
        if (found := look()) not in (place, None):
            place, last = found, terminal.arrived[-1][0]
    late = (count for at, count in terminal.arrived[before:] if released + TRIP < at <= last)
    return Rest(last - released, sum(late), place)
