"""Players who are not connected: since when, and what those who wait for them may do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Container

from makachess.play.tables.host.commits import BatchedCommits
from makachess.play.tables.messages.codec import format_records, parse_records
from makachess.play.tables.messages.parts import Left

WAITS = 60.0  # seconds that a player waits for the other after the host was away
CLAIM = 180.0  # seconds after which the game of a player who is away can be claimed
CLAIM_IN_DAYS = 3 * 86_400.0  # where the clock counts days


class Absences:
    """When players left who sit at tables, in seconds since 1970; `write` puts it on disk.

    Raises MakachessError if there is something else on disk.
    """

    def __init__(self, write: Callable[[str], Awaitable[None]], data: bytes = b"") -> None:
        self._left = {record.name: record.when for record in parse_records(Left, data)}
        self._commits: BatchedCommits[None] = BatchedCommits(
            self._text, write, lambda noted: lambda news: None, written=self._text()
        )

    def since(self, name: str) -> int | None:
        """When a player left, None if that is not known."""
        return self._left.get(name)

    def begin(self, name: str, when: float) -> None:
        """A player has left, unless that is known already."""
        if name not in self._left:
            self._left[name] = int(when)
            self._commits.note()

    def end(self, name: str) -> None:
        """A player is back."""
        if self._left.pop(name, None) is not None:
            self._commits.note()

    def rename(self, old: str, new: str) -> None:
        """A player has another name."""
        if (left := self._left.pop(old, None)) is not None:
            self._left[new] = left
            self._commits.note()

    def keep(self, names: Container[str]) -> None:
        """Forget all but those who still sit somewhere."""
        for name in [name for name in self._left if name not in names]:
            self.end(name)

    def write_anew(self) -> None:
        """Write all again: the folder was lost."""
        self._commits.forget()

    def _text(self) -> str:
        return format_records(Left(name, when) for name, when in sorted(self._left.items()))

    async def close(self) -> None:
        """Wait until all is on disk that can be."""
        await self._commits.close()


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
