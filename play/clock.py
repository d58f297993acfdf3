"""A chess clock: so many minutes and an increment a move; the time of day is passed in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from makachess.core.errors import MakachessError

_CLOCK = re.compile(r"(\d{1,3})\+(\d{1,3})")


@dataclass(slots=True)
class Clock:
    """Both sides' time in seconds; `since` is when the side to move began to think."""

    base: float
    increment: float
    left: dict[str, float] = field(init=False)
    running: str | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        self.left = {"white": self.base, "black": self.base}

    def start(self, side: str, now: float) -> None:
        """Let a side's time run; the other's stands."""
        self.stop(now)
        self.running, self.since = side, now

    def stop(self, now: float) -> None:
        """Let both sides' time stand."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
        self.running = None

    def press(self, now: float) -> None:
        """End the running side's move: its increment is added."""
        side = self.running
        self.stop(now)
        if side is not None:
            self.left[side] += self.increment

    def remaining(self, side: str, now: float) -> float:
        """Seconds a side has left."""
        spent = now - self.since if side == self.running else 0.0
        return self.left[side] - spent

    def shown(self, now: float) -> Mapping[str, float]:
        """Seconds left by side."""
        return {side: self.remaining(side, now) for side in self.left}

    def budget(self, side: str, now: float) -> float:
        """Seconds a player who keeps house with its time may think about one move."""
        return max(self.remaining(side, now) / 30 + self.increment * 0.8, 0.05)


def parse_clock(text: str) -> Clock:
    """A clock from `M+S`, minutes and seconds a move; raises MakachessError."""
    match = _CLOCK.fullmatch(text)
    if match is None or match[1].strip("0") + match[2].strip("0") == "":
        raise MakachessError(f"{text!r} is no clock (minutes+seconds a move, such as '5+3')")
    minutes, increment = int(match[1]), int(match[2])
    return Clock(minutes * 60.0 or float(increment), float(increment))
