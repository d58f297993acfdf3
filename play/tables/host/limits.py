"""How much there may be at a host, and how fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much there may be; a player's clients, tables and engines are counted together."""

    tables: int = 1000  # tables at the host
    own_tables: int = 20  # tables where a player has a seat
    games: int = 200  # games that a player begins in a day
    engines: int = 3  # engines that play against a player at a time
    cores: int = 1  # cores on which engines think, together
    clients: int = 2000  # clients connected to the host
    own_clients: int = 8  # clients of a player
    unknown: int = 256  # clients of one system account that have not said hello
    rate: float = 30.0  # requests a second, in the long run
    burst: float = 120.0  # requests in a burst
    faults: int = 3  # lines that are no requests, after which a client is dropped
    backlog: int = 1 << 20  # bytes that a client may leave unread
    hello: float = 10.0  # seconds in which a client has to say hello


REMEMBERED = 10_000  # of whom it is known how much they have used up


class Allowance:
    """How much each of many may use up: `most` at once, and a `rate` of it comes back a second."""

    def __init__(self, most: float, rate: float, now: Callable[[], float]) -> None:
        self._most, self._rate, self._now = most, rate, now
        self._used: dict[str, tuple[float, float]] = {}  # how much, and when that was so

    def used(self, who: str) -> float:
        """How much of it has not come back yet."""
        count, when = self._used.get(who, (0.0, 0.0))
        return max(count - (self._now() - when) * self._rate, 0.0)

    def take(self, who: str, count: float = 1.0) -> bool:
        """Use some up; False, and nothing is used, if there is too little."""
        count += self.used(who)
        if count > self._most:
            return False
        self._used.pop(who, None)
        self._used[who] = count, self._now()
        if len(self._used) > REMEMBERED:
            del self._used[next(iter(self._used))]  # who has used nothing for the longest time
        return True
