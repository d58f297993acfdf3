"""What one account may use up of a host, and how fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there may be; an account's clients, tables and engines are counted together."""

    tables: int = 1000  # tables at the host
    own_tables: int = 20  # tables where an account sits
    games: int = 200  # games with a move that an account ends in a day
    engines: int = 3  # engines that play against an account at a time
    cores: int = 1  # cores on which engines think, together
    keep_days: int = 0  # days for which finished games are kept (0 = for ever)
    clients: int = 2000  # clients connected to the host
    own_clients: int = 8  # clients of an account
    unknown: int = 256  # clients of one user of the system that have not said hello
    rate: float = 30.0  # requests a second, in the long run
    burst: float = 120.0  # requests at once
    faults: int = 3  # lines that are no requests, after which a client is dropped
    backlog: int = 1 << 20  # bytes that a client may leave unread
    hello: float = 10.0  # seconds in which a client has to say hello


class Bucket:
    """Fills with tokens at a rate; each request takes one."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._filled = now()

    def take(self, count: float = 1.0) -> bool:
        """Take tokens; False if there are too few."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < count:
            return False
        self._left -= count
        return True
