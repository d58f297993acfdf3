"""Commits in batches: what happens at a table while its file is being written is gathered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from makachess.core import MakachessError
from makachess.play.session.commits import Commits

T = TypeVar("T")

RETRY = 5.0  # seconds after which what could not be written is tried again


class BatchedCommits(Commits[T]):
    """Commits one file's changes, one after another; those noted meanwhile become one.

    `text` is what the file has to be; `write` puts it on disk or raises SaveError. `draft` is given
    what has been noted, and returns at the same moment what announces it, which is called once that
    is on disk, or cannot be put there: with what the player should know of that.
    """

    def __init__(
        self,
        text: Callable[[], str],
        write: Callable[[str], Awaitable[None]],
        draft: Callable[[list[T]], Callable[[str], object]],
    ) -> None:
        super().__init__()
        self._text = text
        self._write = write
        self._draft = draft
        self._noted: list[T] = []  # to be announced
        self._written: str | None = None  # None: not known
        self._next: asyncio.Task[None] | None = None  # the commit of what has been noted
        self._last: asyncio.Task[None] | None = None  # the one before it
        self._again: asyncio.TimerHandle | None = None  # the next attempt after a failure

    def note(self, *noted: T, in_file: bool = True) -> None:
        """Something has changed; all that is told of a table stands in its file as well."""
        self._noted += noted
        self.is_due |= in_file or bool(noted)
        if self._next is None:
            self._next = asyncio.create_task(self._follow(self._last))

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

    async def _follow(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])  # which may have ended by a fault
        self._last, self._next = self._next, None
        await self._commit()
        if self._again is not None:
            self._again.cancel()
        if self.failure:
            self._again = asyncio.get_running_loop().call_later(RETRY, self.note)

    async def _commit(self) -> None:
        text = self._text() if self.is_due else None
        announce = self._draft(self._noted)
        self._noted, self.is_due = [], False
        news = ""
        if text is not None and text != self._written:
            news = await self._put(text)
        announce(news)

    async def _put(self, text: str) -> str:
        self._written = text  # at once: another may be noted while it is being written
        try:
            await self._write(text)
        except MakachessError as error:
            self._written = None
            return self._not_saved(error)
        except BaseException:
            self._written, self.is_due = None, True
            raise
        return self._saved()
