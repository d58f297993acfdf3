"""Commits of the host: files are written beside the loop, and what changes meanwhile is one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from makachess.play.session.commits import Commits

T = TypeVar("T")

RETRY = 5.0  # seconds after which what could not be written is tried again


class BatchedCommits(Commits[T]):
    """Commits one file's changes, one after another; those noted meanwhile become one.

    `text` is what the file has to be; `write` puts it on disk or raises SaveError. It is left as it
    is where that was `written` last.
    """

    def __init__(
        self,
        text: Callable[[], str],
        write: Callable[[str], Awaitable[None]],
        draft: Callable[[list[T]], Callable[[str], object]],
        written: str | None = None,
    ) -> None:
        super().__init__(self._write_anew, draft)
        self._text = text
        self._write = write
        self._written = written  # None: not known
        self._next: asyncio.Future[None] | None = None  # the commit of what has been noted
        self._last: asyncio.Future[None] | None = None  # the commit under way
        self._task: asyncio.Task[None] | None = None
        self._again: asyncio.TimerHandle | None = None  # the next attempt after a failure

    def note(self, *noted: T, in_file: bool = True) -> None:
        """Something has changed; all that is told of a table stands in its file as well."""
        super().note(*noted, in_file=in_file or bool(noted))

    async def settled(self) -> None:
        """Wait until all noted so far is announced."""
        wanted = self._next or self._last
        if wanted is not None:
            await asyncio.shield(wanted)

    async def quiet(self) -> None:
        """Wait until nothing is to be announced."""
        while self._next is not None or self._last is not None:
            await self.settled()

    async def close(self) -> None:
        """Wait until nothing is to be announced, and try nothing again."""
        await self.quiet()
        if self._again is not None:
            self._again.cancel()

    def forget(self) -> None:
        """Write all anew: what was on disk is not there any more."""
        self._written = None
        self.note()

    def _go_on(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._work())
            self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if self._next is not None and not task.cancelled():  # noted before a fault
            self._go_on()

    async def _work(self) -> None:
        try:
            while self._next is not None:
                last = self._last = self._next
                self._next = None
                try:
                    await self._commit()
                finally:
                    last.set_result(None)  # also after a fault: nothing may wait for ever
                if self.failure:
                    self._retry_later()
        finally:
            self._last = None

    def _write_anew(self) -> Awaitable[None] | None:
        text = self._text()
        return None if text == self._written else self._put(text)

    async def _put(self, text: str) -> None:
        self._written = text  # at once: it may be forgotten while it is being written
        try:
            await self._write(text)
        except BaseException:
            self._written = None
            raise

    def _retry_later(self) -> None:
        if self._again is not None:
            self._again.cancel()
        self._again = asyncio.get_running_loop().call_later(RETRY, self._retry)

    def _retry(self) -> None:
        if self.failure:
            self.note()
