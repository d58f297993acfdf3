"""A game's own file: kept up to date, locked, and never written over what others put there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from makachess.saves.errors import LockedError, SaveError
from makachess.saves.game import Game
from makachess.saves.locks import GameLock
from makachess.saves.place import Place
from makachess.saves.storage import make_folder
from makachess.saves.writer import format_game


class Autosave:
    """Keeps a game's file up to date: call `save` after every change, `close` at the end.

    Each save writes the whole game and replaces the file at once, so that the file is a complete
    game at any moment, and one save makes up for an earlier one that failed. Until `close` no other
    program plays the file. Without a `path` the first save asks `new_file` for one, and so does a
    save that finds the file changed, or taken, by another program, or damaged; `place` says what
    the game has of the file, and knows what that was like when it was read. `news` says why there
    is no path, if the player should know.
    """

    def __init__(
        self,
        game: Game,
        new_file: Callable[[Game], Path],
        path: Path | None = None,
        lock: GameLock | None = None,
        place: Place | None = None,
        news: str = "",
    ) -> None:
        self.game = game
        self.path = path
        self._new_file = new_file
        self._game_lock = lock
        self._place = place or Place()
        self._saved = ""  # the last text on disk
        self._news = news
        self._is_lent = False  # to a copy of the game
        self._one_at_a_time = threading.Lock()

    def save(self) -> Path:
        """Bring the file up to date and return its path; when this returns, the game is on disk.

        May be called from any thread. Raises SaveError; the game itself is not touched.
        """
        with self._one_at_a_time:
            text = format_game(self.game)
            if self.path is not None:
                self._save_in_own_file(self.path, text)
            if self.path is None:
                self._save_in_new_file(text)
            assert self.path is not None
            self._saved = text
            return self.path

    def commit(self) -> str:
        """Save, and return what the player should know of it, if anything; raises SaveError."""
        self.save()
        news, self._news = self._news, ""
        return news

    def move(self, new_file: Callable[[Game], Path]) -> None:
        """Let the next save make a new file somewhere else."""
        self._new_file = new_file
        self._let_go()

    def close(self) -> None:
        """Let others play the file; a later save takes it back if nobody has it by then."""
        if self._game_lock is not None:
            self._game_lock.give_back()
            self._game_lock = None

    def for_copy(self, game: Game) -> Autosave:
        """The same file for a copy of the game, which is saved there until this one is again.

        What is saved there counts for this one as changed from outside.
        """
        self._is_lent = True
        return Autosave(game, self._new_file, self.path, place=Place(self._place.stamp))

    def _save_in_own_file(self, path: Path, text: str) -> None:
        """Save where the game was saved before, or leave the file to others."""
        with suppress(OSError):  # if a vanished folder cannot be made, the save says so
            make_folder(path.parent)
        try:
            self._lock(path)
        except LockedError:
            self._leave_to_others("is played in another program")
            return
        if text == self._saved:
            return
        if self._place.is_changed(path):
            why = "has been annotated" if self._is_lent else "was changed by another program"
            self._leave_to_others(why)
        elif refusal := self._place.refusal(path):
            self._leave_to_others(refusal)
        else:
            self._place.write(path, text)

    def _save_in_new_file(self, text: str) -> None:
        path = self._new_file(self.game)
        try:
            self._lock(path)
            self._place.write(path, text)
        except SaveError:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            self.close()
            raise
        self.path = path
        if self._news:
            self._news += f"; your game is saved as {path.name} now"

    def _lock(self, path: Path) -> None:
        """Lock the file; raises SaveError if somebody else has it by now."""
        if self._game_lock is None:
            self._game_lock = GameLock(path)
        elif not self._game_lock.is_held:
            raise SaveError(f"{path.name!r} has been opened again elsewhere in this program")
        else:
            self._game_lock.renew()

    def _leave_to_others(self, why: str) -> None:
        assert self.path is not None
        self._news = f"{self.path.name} {why}"
        self._let_go()

    def _let_go(self) -> None:
        """Save in a new file from now on."""
        self.close()
        self.path, self._place, self._is_lent = None, Place(), False
        self._saved = ""
