"""Who may say nothing in the chats of a host: kept in its folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from makachess.core.errors import MakachessError
from makachess.play.tables.host.commits import Commits
from makachess.play.tables.messages.codec import format_records, parse_records
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import MutedName

MOST_MUTED = 4000


class Muted(set[str]):
    """The names of those who are muted; `write` puts them on disk."""

    def __init__(self, write: Callable[[str], Awaitable[None]], data: bytes = b"") -> None:
        super().__init__(_names(data))
        self._commits: Commits[None] = Commits(
            self._text, lambda: None, write, lambda draft, failure: None, written=self._text()
        )

    async def change(self, name: str, *, muted: bool) -> str:
        """Mute somebody, or let that person speak again; why that is not on disk, if it is not.

        Raises RefusedError if more are muted than the file has room for.
        """
        if muted and name not in self and len(self) >= MOST_MUTED:
            raise RefusedError(f"{len(self)} are muted, and more are not possible")
        (self.add if muted else self.discard)(name)
        self._commits.note()
        await self._commits.settled()
        return self._commits.failure

    def write_anew(self) -> None:
        """Write all again: the folder was lost."""
        self._commits.forget()

    def _text(self) -> str:
        return format_records(MutedName(name) for name in sorted(self))

    async def close(self) -> None:
        """Wait until all is on disk that can be."""
        await self._commits.close()


def _names(data: bytes) -> set[str]:
    try:
        return {record.name for record in parse_records(MutedName, data)}
    except MakachessError:
        return set()
