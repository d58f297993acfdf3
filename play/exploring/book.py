"""The games of a file, explored one after the other, and each saved as soon as it is edited."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from makachess.core import MakachessError
from makachess.play.exploring.exploration import Exploration
from makachess.saves import Autosave, Collection, Game, GameFileError, Library, SaveError
from makachess.saves.loading import game_of


class Page:
    """One game of a book: what has been edited in it, and how that is saved."""

    def __init__(self, game: Game, autosave: Callable[[], Autosave], fault: str = "") -> None:
        self.exploration = Exploration(game)
        self.fault = fault  # the first one of its text that costs moves
        self.failure = ""  # why it is not saved, in a few words
        self._make_autosave = autosave
        self._autosave: Autosave | None = None
        self._saved = self._saved_edits = 0  # what is on disk

    @property
    def autosave(self) -> Autosave:
        """What saves it; made when first needed, since most games are only looked at."""
        if self._autosave is None:
            self._autosave = self._make_autosave()
        return self._autosave

    @property
    def path(self) -> Path | None:
        """Where it is saved, once it has been."""
        return self._autosave.path if self._autosave is not None and self._saved else None

    def commit(self, *, marks: bool = False) -> str:
        """Save the game if it has been edited; what the player should know of it, if anything.

        The marks of a review alone are only saved when that is asked for.
        """
        found = self.exploration
        if found.edits == self._saved_edits and not (marks and found.revision != self._saved):
            return ""
        saved, failed = (found.revision, found.edits), self.failure
        try:
            news = self.autosave.commit() or ("The game is saved again" if failed else "")
        except MakachessError as error:
            self.failure = error.reason if isinstance(error, SaveError) else str(error)
            return "" if failed else f"Not saved: {error}"
        self._saved, self._saved_edits = saved
        self.failure = ""
        return news

    def close(self) -> None:
        """Let others have the file."""
        if self._autosave is not None:
            self._autosave.close()


class Book:
    """The games that are explored: those of a file, or a single one.

    One game is open at a time; those that were edited are kept with their edits. `unsaved` says why
    the open game is not on disk, if it is not.
    """

    def __init__(
        self,
        game: Game,
        *,
        fault: str = "",
        collection: Collection | None = None,
        number: int = 1,
        autosave: Autosave | None = None,
    ) -> None:
        self.collection = collection
        self.number = number
        self.on_saved: Callable[[], object] = lambda: None  # called when saving succeeds at last
        self._own = autosave
        self._edited: dict[int, Page] = {}
        self.page = self._new_page(number, game, fault)

    @property
    def exploration(self) -> Exploration:
        """The open game."""
        return self.page.exploration

    @property
    def game(self) -> Game:
        """The open game itself."""
        return self.page.exploration.game

    @property
    def has_file(self) -> bool:
        """Whether the open game comes from a file, or has one by now."""
        return self.collection is not None or self._own is not None or self.path is not None

    @property
    def path(self) -> Path | None:
        """Where the open game is saved, once it has been."""
        return self.page.path

    @property
    def unsaved(self) -> str:
        """Why the open game is not on disk as it stands, in a few words; empty if it is."""
        return self.page.failure

    def count(self) -> int:
        """How many games there are; raises GameFileError."""
        return 1 if self.collection is None else len(self.collection)

    def place(self) -> str:
        """Which game of how many is open, such as `game 2 of 3`; empty if it is the only one."""
        if self.collection is None or not (self.collection.is_small or self._edited):
            return f"game {self.number}" if self.number > 1 else ""
        try:
            count = self.count()
        except GameFileError:
            return f"game {self.number}" if self.number > 1 else ""
        return f"game {self.number} of {count}" if count > 1 else ""

    def turn_to(self, number: int) -> None:
        """Open another game of the file, once this one is saved.

        Raises MakachessError where there is none, or this one cannot be saved.
        """
        self.suspend()
        if self.unsaved:
            raise MakachessError(f"This game is not saved: {self.unsaved}")
        if self.collection is None or not 1 <= number <= self.count():
            raise MakachessError(self._why_no_game(number))
        page = self._edited.get(number)
        if page is None:
            reading = self.collection.read(number)
            page = self._new_page(number, game_of(reading), reading.fault)
        if self.exploration.revision:
            self._edited[self.number] = self.page
        self.page.close()
        self.number, self.page = number, page

    def _why_no_game(self, number: int) -> str:
        count = self.count()
        if count == 1:
            return "There is only one game here"
        if number < 1:
            return f"This is the first of {count} games"
        if number == self.number + 1:
            return f"This is the last of {count} games"
        return f"There is no game {number}, only {count}"

    def commit(self, *, marks: bool = False) -> str:
        """Save the open game if it has been edited; what the player should know, if anything.

        With `marks` also if a review has marked it.
        """
        return self.page.commit(marks=marks)

    def suspend(self) -> None:
        """Save all there is."""
        self.commit()

    def save(self) -> None:
        """Try again to save."""
        self.commit()
        if not self.unsaved:
            self.on_saved()

    def move(self, new_file: Callable[[Game], Path]) -> None:
        """Let the next save of the open game make a new file somewhere else."""
        self.page.autosave.move(new_file)

    def begin(self) -> None:
        """Go on; nothing happens by itself here."""

    def close(self) -> None:
        """Let others have the files."""
        self.suspend()
        self.page.close()

    def _new_page(self, number: int, game: Game, fault: str) -> Page:
        return Page(game, lambda: self._autosave_of(game, number), fault)

    def _autosave_of(self, game: Game, number: int) -> Autosave:
        if self.collection is not None:
            return self.collection.autosave(game, number)
        return self._own or Autosave(game, Library().new_file)
