"""Changes of a table go to disk, and are announced when they are there: in this order, always."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from makachess.saves import SaveError

T = TypeVar("T")

RETRY = 5.0  # seconds after which what could not be written is tried again


class Commits(Generic[T]):
    """Commits one table's changes, one after another; those noted meanwhile become one.

    `text` is what the file has to be, `draft` what is to be announced, both taken at the same
    moment; `write` puts a text on disk or raises SaveError; `announce` then gets the draft, and why
    it is not on disk, if it is not.
    """

    def __init__(
        self,
        text: Callable[[], str],
        draft: Callable[[], T],
        write: Callable[[str], Awaitable[None]],
        announce: Callable[[T, str], None],
        written: str = "",
    ) -> None:
        self.failure = ""  # why the file is not up to date, in a few words
        self._text = text
        self._draft = draft
        self._write = write
        self._announce = announce
        self._written = written
        self._is_lost = False  # what was written
        self._is_due = False  # what changed may be in the file
        self._noted: asyncio.Future[None] | None = None  # the commit of what has been noted
        self._last: asyncio.Future[None] | None = None  # the commit under way
        self._task: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None  # the next attempt after a failure

    def note(self, *, in_file: bool = True) -> None:
        """Something has changed, in the file or only in what is announced."""
        self._is_due |= in_file
        if self._noted is None:
            self._noted = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def settled(self) -> None:
        """Wait until all noted so far is announced."""
        wanted = self._noted or self._last
        if wanted is not None:
            await asyncio.shield(wanted)

    async def quiet(self) -> None:
        """Wait until nothing is to be announced."""
        while self._noted is not None or self._last is not None:
            await self.settled()

    async def close(self) -> None:
        """Wait until nothing is to be announced, and try nothing again."""
        await self.quiet()
        if self._again is not None:
            self._again.cancel()

    def forget(self) -> None:
        """Write all anew: what was on disk is not there any more."""
        self._is_lost = True  # also what is being written just now
        self.note()

    async def _work(self) -> None:
        try:
            while self._noted is not None:
                last = self._last = self._noted
                self._noted = None
                try:
                    await self._commit()
                finally:
                    last.set_result(None)  # also after a fault: nobody may wait for ever
        finally:
            self._task = self._last = None

    async def _commit(self) -> None:
        is_due, self._is_due = self._is_due, False
        text = self._text() if is_due else self._written
        draft = self._draft()
        if text != self._written or self._is_lost:
            self._is_lost = False
            try:
                await self._write(text)
            except SaveError as error:
                self._written = ""
                self.failure = error.reason
                if self._again is not None:
                    self._again.cancel()
                self._again = asyncio.get_running_loop().call_later(RETRY, self._retry)
            else:
                self._written, self.failure = text, ""
        self._announce(draft, self.failure)

    def _retry(self) -> None:
        if self.failure:
            self.note()
