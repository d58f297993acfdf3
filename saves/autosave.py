"""A game's own file: kept up to date, and locked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from makachess.saves.errors import SaveError
from makachess.saves.game import Game
from makachess.saves.locks import GameLock
from makachess.saves.storage import write_atomically
from makachess.saves.writer import format_game


class Autosave:
    """Keeps a game's file up to date: call `save` after every change, `close` at the end.

    Each save writes the whole game and replaces the file at once, so that the file is a complete
    game at any moment, and one save makes up for an earlier one that failed. Until `close` no other
    program plays the file. Without a `path` the first save asks `new_file` for one.
    """

    def __init__(
        self,
        game: Game,
        new_file: Callable[[Game], Path],
        path: Path | None = None,
        lock: GameLock | None = None,
    ) -> None:
        self.game = game
        self.path = path
        self._new_file = new_file
        self._game_lock = lock
        self._saved = ""
        self._one_at_a_time = threading.Lock()

    def save(self) -> Path:
        """Bring the file up to date and return its path; when this returns, the game is on disk.

        May be called from any thread. Raises SaveError; the game itself is not touched.
        """
        with self._one_at_a_time:
            text = format_game(self.game)
            path = self.path or self._new_file(self.game)
            self._lock(path)
            if text != self._saved:
                try:
                    write_atomically(path, text)
                except SaveError:
                    if self.path is None:
                        path.unlink(missing_ok=True)
                        self.close()
                    raise
            self.path, self._saved = path, text
            return path

    def close(self) -> None:
        """Let other programs play the file; a later save takes it back if nobody has it by then."""
        if self._game_lock is not None:
            self._game_lock.release()
            self._game_lock = None

    def _lock(self, path: Path) -> None:
        """Lock the file; raises SaveError if somebody else has it by now."""
        if self._game_lock is None:
            self._game_lock = GameLock(path)
        elif not self._game_lock.is_held:
            raise SaveError(f"{path.name!r} has been opened again elsewhere in this program")
        else:
            self._game_lock.renew()
