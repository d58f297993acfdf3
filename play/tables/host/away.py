"""Players who are not connected: since when, and what those who wait for them may do."""

from __future__ import annotations

from collections.abc import Callable, Collection

WAITS = 60.0  # seconds that a player waits for the other after the host was away
CLAIM = 180.0  # seconds after which the game of a player who is away can be claimed
CLAIM_IN_DAYS = 3 * 86_400.0  # where the clock counts days


class Return:
    """After the host was away: counts from when the first player is back.

    `now` is a time in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: float | None = None  # when the first player was back

    def is_complete(self, here: Collection[str], people: Collection[str], turn: str) -> bool:
        """Whether the game goes on, with the colours that are back, of all that people play.

        It does with the side to move, and without it once the other has waited long enough.
        """
        if here and self._since is None:
            self._since = self._now()
        late = self._since is not None and self._now() - self._since >= WAITS
        return turn in here or len(here) == len(people) or late
