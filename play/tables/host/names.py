"""What a host keeps of people beside their games: who is muted or shut out, who is away, and news.

Each kind is a file of records, written beside the loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Iterable
from difflib import get_close_matches
from typing import Generic, TypeVar

from makachess.core.text import fold
from makachess.play.tables.host.commits import BatchedCommits
from makachess.play.tables.messages.codec import format_records, parse_records
from makachess.play.tables.messages.errors import RefusedError
from makachess.play.tables.messages.parts import Left, NotedName, Untold

MOST_NAMES = 4000
MOST_UNTOLD = 1000

R = TypeVar("R")


class Noted(Generic[R]):
    """Records of a kind, which `write` puts on disk; raises MakachessError for others there."""

    KIND: type[R]

    def __init__(self, write: Callable[[str], Awaitable[None]], data: bytes = b"") -> None:
        self._take(parse_records(self.KIND, data))
        self._commits: BatchedCommits[None] = BatchedCommits(
            self._text, write, lambda noted: lambda news: None, written=self._text()
        )

    def _take(self, records: Iterable[R]) -> None:
        """Begin with what was on disk."""
        raise NotImplementedError

    def _records(self) -> Iterable[R]:
        """What is to be on disk."""
        raise NotImplementedError

    def _text(self) -> str:
        return format_records(self._records())

    def write_anew(self) -> None:
        """Write all again: the folder was lost."""
        self._commits.forget()

    async def close(self) -> None:
        """Wait until all is on disk that can be."""
        await self._commits.close()


class Names(Noted[NotedName], set[str]):
    """Names that the owner of a host has noted."""

    KIND = NotedName

    def _take(self, records: Iterable[NotedName]) -> None:
        self.update(record.name for record in records)

    def _records(self) -> Iterable[NotedName]:
        return map(NotedName, sorted(self))

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

    def remember(self, name: str) -> None:
        """Add a name while there is room."""
        if name not in self and len(self) < MOST_NAMES:
            self.add(name)
            self._commits.note()

    def why_unknown(self, name: str) -> str:
        """A warning of a name that is not among them, empty for others; takes its time."""
        if name in self or len(self) >= MOST_NAMES:
            return ""
        folded = {fold(known): known for known in tuple(self)}  # others may come meanwhile
        alike = get_close_matches(fold(name), folded, 1)
        meant = f"; did you mean {folded[alike[0]]!r}?" if alike else ""
        return f"Nobody called {name!r} has been here yet{meant}"


class Absences(Noted[Left]):
    """When players left who sit at tables, in seconds since 1970."""

    KIND = Left

    def _take(self, records: Iterable[Left]) -> None:
        self._left = {record.name: record.when for record in records}

    def _records(self) -> Iterable[Left]:
        return (Left(name, when) for name, when in sorted(self._left.items()))

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


class News(Noted[Untold]):
    """What players who are away will be told when they come back; the last of it."""

    KIND = Untold

    def _take(self, records: Iterable[Untold]) -> None:
        self._untold = list(records)

    def _records(self) -> Iterable[Untold]:
        return self._untold

    def leave(self, name: str, text: str) -> None:
        """Leave something to be told to a player."""
        self._untold = [*self._untold, Untold(name, text)][-MOST_UNTOLD:]
        self._commits.note()

    def fetch(self, name: str) -> list[str]:
        """What a player who is back has to be told; it is told once."""
        found = [untold.text for untold in self._untold if untold.name == name]
        if found:
            self._untold = [untold for untold in self._untold if untold.name != name]
            self._commits.note()
        return found
