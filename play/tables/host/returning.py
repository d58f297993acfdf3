"""After the host was away: who has to be back before a game goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection

WAITS = 60.0  # seconds that a player who is back waits for the other


class Return:
    """Counts from when the first player is back; `now` is a time in seconds."""

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
