"""A game goes to disk, and is announced when it is there: in this order, always."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from makachess.core import MakachessError
from makachess.saves import SaveError

T = TypeVar("T")


class Commits(Generic[T]):
    """Commits changes at once, each on disk before it is announced.

    `save` returns what puts the file on disk as it has to be now, None if it is that already; when
    awaited, this returns what a player should know of it, if anything, or raises MakachessError.
    `draft` is given what has been noted, and returns at the same moment what announces it, which is
    called once that is on disk, or cannot be put there: with what the player should know of that.

    What could not be saved, which `unsaved` begins to tell, is tried again with the next commit.
    `failure` says in a few words why the file is not on disk as it stands, and is empty if it is.
    """

    def __init__(
        self,
        save: Callable[[], Awaitable[str | None] | None],
        draft: Callable[[list[T]], Callable[[str], object]],
        unsaved: str = "Playing on unsaved",
    ) -> None:
        self.failure = ""
        self.is_due = False  # the file may have to be another
        self._save = save
        self._draft = draft
        self._unsaved = unsaved
        self.noted: list[T] = []  # to be announced

    def note(self, *noted: T, in_file: bool = True) -> None:
        """Something has changed, in the file or only in what is announced."""
        self.noted += noted
        self.is_due |= in_file
        self._go_on()

    def _go_on(self) -> None:
        """Commit what has been noted, saving without waiting for anything."""
        commit = self._commit()
        try:
            commit.send(None)
        except StopIteration:
            return
        commit.close()
        raise RuntimeError("what is saved at once cannot wait")

    async def _commit(self) -> None:
        saving = self._save() if self.is_due else None
        announce = self._draft(self.noted)
        self.noted, self.is_due = [], False
        announce("" if saving is None else await self._news_of(saving))

    async def _news_of(self, saving: Awaitable[str | None]) -> str:
        """Save, and return what is new to the player: what is wrong, and that it is over."""
        failed = self.failure
        try:
            news = await saving
        except MakachessError as error:
            self.is_due = True
            self.failure = error.reason if isinstance(error, SaveError) else str(error)
            return "" if failed else f"{self._unsaved}: {error}"
        except BaseException:
            self.is_due = True
            raise
        self.failure = ""
        return news or ("The game is saved again" if failed else "")
