"""Names of people that the owner of a host has noted: who is muted, who is shut out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from makachess.play.tables.host.commits import BatchedCommits
from makachess.play.tables.messages.codec import format_records, parse_records
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import NotedName

MOST_NAMES = 4000


class Names(set[str]):
    """Some names, which `write` puts on disk; raises MakachessError if it has others there."""

    def __init__(self, write: Callable[[str], Awaitable[None]], data: bytes = b"") -> None:
        super().__init__(record.name for record in parse_records(NotedName, data))
        self._commits: BatchedCommits[None] = BatchedCommits(
            self._text, write, lambda noted: lambda news: None, written=self._text()
        )

    async def change(self, name: str, *, is_in: bool) -> None:
        """Add a name, or remove it.

        Raises RefusedError if there are more names than the file has room for, and if the change
        holds, but is not on disk.
        """
        if is_in and name not in self and len(self) >= MOST_NAMES:
            raise RefusedError(f"there are {len(self)} such names, and more are not possible")
        (self.add if is_in else self.discard)(name)
        self._commits.note()
        await self._commits.settled()
        if failure := self._commits.failure:
            raise RefusedError(f"that holds until the host ends, and is not saved: {failure}")

    def write_anew(self) -> None:
        """Write all again: the folder was lost."""
        self._commits.forget()

    def _text(self) -> str:
        return format_records(NotedName(name) for name in sorted(self))

    async def close(self) -> None:
        """Wait until all is on disk that can be."""
        await self._commits.close()
