"""Commits in batches: what happens at a table while its file is being written is gathered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from makachess.play.session.commits import Commits

T = TypeVar("T")

RETRY = 5.0  # seconds after which what could not be written is tried again


class BatchedCommits(Commits[T]):
    """Commits one file's changes, one after another; those noted meanwhile become one.

    `text` is what the file has to be; `write` puts it on disk or raises SaveError.
    """

    def __init__(
        self,
        text: Callable[[], str],
        write: Callable[[str], Awaitable[None]],
        draft: Callable[[list[T]], Callable[[str], object]],
    ) -> None:
        super().__init__(self._write_anew, draft)
        self._text = text
        self._write = write
        self._written: str | None = None  # None: not known
        self._next: asyncio.Task[None] | None = None  # the commit of what has been noted
        self._last: asyncio.Task[None] | None = None  # the one before it
        self._again: asyncio.TimerHandle | None = None  # the next attempt after a failure

    def note(self, *noted: T, in_file: bool = True) -> None:
        """Something has changed; all that is told of a table stands in its file as well."""
        super().note(*noted, in_file=in_file or bool(noted))

    async def settled(self) -> None:
        """Wait until all noted so far is announced."""
        if wanted := self._next or self._last:
            await asyncio.wait([wanted])

    async def quiet(self) -> None:
        """Wait until nothing is to be announced."""
        while self._next is not None or (self._last is not None and not self._last.done()):
            await self.settled()

    async def close(self) -> None:
        """Wait until nothing is to be announced, and try nothing again."""
        await self.quiet()
        if self._again is not None:
            self._again.cancel()

    def _go_on(self) -> None:
        if self._next is None:
            self._next = asyncio.create_task(self._follow(self._last))

    async def _follow(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])  # which may have ended by a fault
        self._last, self._next = self._next, None
        await self._commit()
        if self._again is not None:
            self._again.cancel()
        if self.failure:
            self._again = asyncio.get_running_loop().call_later(RETRY, self.note)

    def _write_anew(self) -> Awaitable[None] | None:
        text = self._text()
        return None if text == self._written else self._put(text)

    async def _put(self, text: str) -> None:
        self._written = text  # at once: another may be noted while it is being written
        try:
            await self._write(text)
        except BaseException:
            self._written = None
            raise
