"""A game goes to disk, and is announced when it is there: in this order, always."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from makachess.core import MakachessError
from makachess.saves import SaveError

T = TypeVar("T")


class Commits(ABC, Generic[T]):
    """Commits changes, each on disk before it is announced.

    What could not be saved, which `unsaved` begins to tell, is tried again with the next commit.
    `failure` says in a few words why the file is not on disk as it stands, and is empty if it is.
    """

    def __init__(self, unsaved: str = "Playing on unsaved") -> None:
        self.failure = ""
        self.is_due = False  # the file may have to be another
        self._unsaved = unsaved

    @abstractmethod
    def note(self, *noted: T, in_file: bool = True) -> None:
        """Something has changed, in the file or only in what is announced."""

    def _saved(self, news: str | None = None) -> str:
        """What is new to the player once the file is on disk: also that it could not be before."""
        failed, self.failure = self.failure, ""
        return news or ("The game is saved again" if failed else "")

    def _not_saved(self, error: MakachessError) -> str:
        """What is new to the player if the file cannot be put on disk: nothing if that was so."""
        failed, self.is_due = self.failure, True
        self.failure = error.reason if isinstance(error, SaveError) else str(error)
        return "" if failed else f"{self._unsaved}: {error}"


class ImmediateCommits(Commits[T]):
    """Commits each change when it is noted.

    `save` puts the file on disk as it has to be now, and returns what a player should know of it,
    if anything, or raises MakachessError. `announce` is called once that is on disk, or cannot be
    put there: with what has been noted, and what the player should know of that.
    """

    def __init__(
        self,
        save: Callable[[], str | None],
        announce: Callable[[tuple[T, ...], str], object],
        unsaved: str = "Playing on unsaved",
    ) -> None:
        super().__init__(unsaved)
        self._save = save
        self._announce = announce

    def note(self, *noted: T, in_file: bool = True) -> None:
        self.is_due |= in_file
        news = ""
        if self.is_due:
            try:
                news = self._saved(self._save())
                self.is_due = False
            except MakachessError as error:
                news = self._not_saved(error)
        self._announce(noted, news)
