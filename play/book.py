"""The games of a file, explored one after the other and each saved as soon as it is edited."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from makachess.core import MakachessError
from makachess.play.exploration import Exploration
from makachess.play.session.commits import ImmediateCommits
from makachess.saves import Autosave, Collection, Game, GameFileError, Library
from makachess.saves.reader import game_of


class Page:
    """One game of a book: what has been edited in it, and how that is saved."""

    def __init__(self, game: Game, autosave: Callable[[], Autosave], fault: str = "") -> None:
        self.exploration = Exploration(game)
        self.fault = fault  # the first one of its text that costs moves
        self._make_autosave = autosave
        self._autosave: Autosave | None = None
        self._saved = self._saved_edits = 0  # what is on disk
        self._news = ""  # of the last commit
        self._commits: ImmediateCommits[None] = ImmediateCommits(
            self._save, self._hear, "Not saved"
        )

    @property
    def failure(self) -> str:
        """Why it is not saved, in a few words; empty if it is."""
        return self._commits.failure

    @property
    def autosave(self) -> Autosave:
        """What saves it; made when first needed, since most games are only looked at."""
        if self._autosave is None:
            self._autosave = self._make_autosave()
        return self._autosave

    @property
    def path(self) -> Path | None:
        return self._autosave.path if self._autosave is not None and self._saved else None

    def commit(self, *, marks: bool = False) -> str:
        """Save the game if it has been edited; what the player should know of it, if anything.

        The marks of a review alone are only saved when that is asked for.
        """
        found = self.exploration
        if found.edits == self._saved_edits and not (marks and found.revision != self._saved):
            return ""
        self._commits.note()
        return self._news

    def _save(self) -> str:
        found = self.exploration
        saved = (found.revision, found.edits)
        news = self.autosave.commit()
        self._saved, self._saved_edits = saved
        return news

    def _hear(self, noted: tuple[None, ...], news: str) -> None:
        self._news = news

    def close(self) -> None:
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
        return self.page.exploration

    @property
    def game(self) -> Game:
        return self.page.exploration.game

    @property
    def has_file(self) -> bool:
        """Whether the open game comes from a file, or has one by now."""
        return self.collection is not None or self._own is not None or self.path is not None

    @property
    def path(self) -> Path | None:
        return self.page.path

    @property
    def unsaved(self) -> str:
        """Why the open game is not on disk as it stands, in a few words; empty if it is."""
        return self.page.failure

    def count(self) -> int:
        return 1 if self.collection is None else len(self.collection)

    def place(self) -> str:
        """Which game of how many is open, such as `game 2 of 3`; empty if it is the only one."""
        if self.collection is not None and (self.collection.is_small or self._edited):
            with suppress(GameFileError):
                return f"game {self.number} of {count}" if (count := self.count()) > 1 else ""
        return f"game {self.number}" if self.number > 1 else ""

    def leave(self) -> None:
        """Save the open game before another one is; raises MakachessError where that cannot be."""
        self.suspend()
        if self.unsaved:
            raise MakachessError(f"This game is not saved: {self.unsaved}")

    def find(self, number: int) -> Page:
        """Another game of the file, looked for in any thread; raises MakachessError."""
        if self.collection is None or not 1 <= number <= self.count():
            raise MakachessError(self._why_no_game(number))
        page = self._edited.get(number)
        if page is None:
            reading = self.collection.read(number)
            game = game_of(reading)
            game.name_moves()
            page = self._new_page(number, game, reading.fault)
        return page

    def open(self, number: int, page: Page) -> None:
        """Open a game that was found, once this one is saved."""
        self.leave()
        if self.exploration.revision:
            self._edited[self.number] = self.page
        self.page.close()
        self.number, self.page = number, page

    def follow(self) -> bool:
        """Go on with the file as another program has written it; whether there is anything new.

        At its last move, if this was the last. A game that was edited here stays as it is. Raises
        MakachessError if the game cannot be read.
        """
        found = self.collection
        if found is None or self.exploration.revision or not found.has_changed:
            return False
        newer = Collection(found.path)
        game, fault = newer.first(self.number)
        if game.variant != self.game.variant:
            return False
        node = self.game.node
        game.seek(len(game.line) if node is self.game.end else node.ply)
        self.page.close()
        self.collection, self.page = newer, self._new_page(self.number, game, fault)
        return True

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
        return self.page.commit(marks=marks)

    def suspend(self) -> None:
        self.commit()

    def save(self) -> None:
        self.commit()
        if not self.unsaved:
            self.on_saved()

    def move(self, new_file: Callable[[Game], Path]) -> None:
        """Let the next save of the open game make a new file somewhere else."""
        self.page.autosave.move(new_file)

    def begin(self) -> None:
        """Go on; nothing happens by itself here."""

    def close(self) -> None:
        self.suspend()
        self.page.close()

    def _new_page(self, number: int, game: Game, fault: str) -> Page:
        return Page(game, lambda: self._autosave_of(game, number), fault)

    def _autosave_of(self, game: Game, number: int) -> Autosave:
        if self.collection is not None:
            return self.collection.autosave(game, number)
        return self._own or Autosave(game, Library().new_file)
