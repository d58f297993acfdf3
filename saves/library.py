"""The folder of saved games: where it is, what is in it, and saving into it after every move."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from makachess.saves.autosave import Autosave
from makachess.saves.builder import Reading
from makachess.saves.condition import Condition, Conditions
from makachess.saves.errors import GameFileError, LockedError, SaveError
from makachess.saves.game import Game
from makachess.saves.heads import load_head
from makachess.saves.loading import game_of, load_alone
from makachess.saves.locks import LOCK, GameLock, holding
from makachess.saves.place import Place
from makachess.saves.storage import TEMPORARY, make_folder, reserve, stamp_of
from makachess.saves.tags import UNFINISHED, UNKNOWN_DATE
from makachess.variants.folders import data_folder

SUFFIX = ".pgn"

_STALE = 3600.0  # seconds after which a temporary file was left by a killed program


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game in the list: its file, when that was written (seconds since 1970), its tags.

    `condition` is what is wrong with the file, as far as that is known: its moves are not read.
    """

    path: Path
    modified: float
    tags: Mapping[str, str]
    condition: Condition = Condition.SOUND
    may_have_more: bool = False  # games than the one that the tags are of

    @property
    def is_unfinished(self) -> bool:
        """Whether the game can be played on."""
        return self.tags.get("Result", UNFINISHED) == UNFINISHED


class Library:
    """A folder of saved games, one game a file; by default `games` in the data folder."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = Path(folder) if folder is not None else data_folder() / "games"

    def entries(self) -> list[SavedGame]:
        """All saved games, the last written first; raises GameFileError."""
        return list(self._generate_entries())

    def unfinished(self) -> Iterator[SavedGame]:
        """The games that can be played on, the last written first; raises GameFileError.

        Files known to be damaged are passed over. No more files are read than entries are asked
        for.
        """
        return (
            entry
            for entry in self._generate_entries()
            if entry.is_unfinished and entry.condition is Condition.SOUND
        )

    def entry(self, path: Path) -> SavedGame:
        """One file of the folder as it stands in the list; raises GameFileError."""
        try:
            return _entry(path, path.stat(), Conditions(self.folder))
        except OSError as error:
            raise GameFileError(f"the file cannot be read: {error.strerror}", str(path)) from None

    def autosave(self, game: Game) -> Autosave:
        """Keep a new game in a file of its own, made at the first save."""
        if game.tags["Date"] == UNKNOWN_DATE:
            game.tags["Date"] = date.today().strftime("%Y.%m.%d")
        return Autosave(game, self.new_file)

    def resume(
        self, path: str | os.PathLike[str], number: int = 1, *, copy: bool = False
    ) -> tuple[Autosave, Reading]:
        """A game of a file to be played on, and what could be read of it.

        It keeps its file only if nothing in it can be lost: in this folder, with one game, read in
        full. Otherwise, and as a `copy`, it gets a new file. Whether the file is damaged is
        remembered. Raises GameFileError, and LockedError if another program plays it.
        """
        path = Path(path)
        is_here = path.parent.resolve() == self.folder.resolve()
        lock = GameLock(path) if is_here and not copy else None
        stamp = stamp_of(path)
        try:
            reading, alone = load_alone(path, number)
            if is_here:
                Conditions(self.folder).note(path.name, stamp, _condition(reading))
            game = game_of(reading)
        except BaseException:
            if lock is not None:
                lock.give_back()
            raise
        if lock is not None and alone and not reading.fault:  # rewriting the file loses nothing
            return Autosave(game, self.new_file, path, lock, Place(stamp)), reading
        if lock is not None:
            lock.give_back()
        return Autosave(game, self.new_file), reading

    def new_file(self, game: Game) -> Path:
        """Make an empty file with a new name of date, variant and players; raises SaveError."""
        try:
            make_folder(self.folder)
        except OSError as error:
            reason = f"the folder {str(self.folder)!r} cannot be made: {error.strerror}"
            raise SaveError(reason, str(error.strerror)) from None
        self._tidy()
        stem = _stem(game)
        path = self.folder / (stem + SUFFIX)
        count = 1
        while not reserve(path):
            count += 1
            path = self.folder / f"{stem}-{count}{SUFFIX}"
        return path

    def _generate_entries(self) -> Iterator[SavedGame]:
        known = Conditions(self.folder)
        files = sorted(self._files(), key=lambda file: file[1].st_mtime_ns, reverse=True)
        return (_entry(Path(name), status, known) for name, status in files)

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Path and status of every game file; one still empty is a name taken and not yet used."""
        try:
            with os.scandir(self.folder) as files:
                for file in files:
                    if file.name.endswith(SUFFIX) and not file.name.startswith("."):
                        with suppress(OSError):  # gone in the meantime
                            status = file.stat()
                            if status.st_size and stat.S_ISREG(status.st_mode):
                                yield file.path, status
        except FileNotFoundError:
            return
        except OSError as error:
            reason = f"the folder cannot be read: {error.strerror}"
            raise GameFileError(reason, str(self.folder)) from None

    def _tidy(self) -> None:
        """Remove files left by programs killed while saving."""
        with suppress(OSError):
            for path in self.folder.glob(f".*{TEMPORARY}"):
                if _is_stale(path):
                    path.unlink()
            for path in filter(_is_stale, self.folder.glob(f".*{SUFFIX}{LOCK}")):
                with suppress(LockedError), holding(self.folder / path.name[1 : -len(LOCK)]):
                    pass  # a lock's file is removed when it is released


def _entry(path: Path, status: os.stat_result, known: Conditions) -> SavedGame:
    condition = known.of(path.name, status.st_size, status.st_mtime_ns)
    head = load_head(path)
    return SavedGame(path, status.st_mtime, head.tags, condition, head.is_not_all)


def _condition(reading: Reading) -> Condition:
    if reading.game is None:
        return Condition.UNREADABLE
    return Condition.DAMAGED if reading.fault else Condition.SOUND


def _is_stale(path: Path) -> bool:
    return path.stat().st_mtime < time.time() - _STALE


def _stem(game: Game) -> str:
    """The name of a game's file, such as `2025-03-01_veteran_anna_level-3`."""
    day = _slug(game.tags.get("Date", "")) or date.today().isoformat()
    players = (_slug(game.tags.get(side, "")) for side in ("White", "Black"))
    return "_".join(filter(None, (day, game.variant.name, *players)))


def _slug(text: str) -> str:
    """Text as part of a file name: letters and digits, with hyphens between them."""
    return re.sub(r"[\W_]+", "-", text.lower())[:24].strip("-")
