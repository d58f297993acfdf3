"""The folder of saved games, its trash, and files of many games."""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from makachess.saves.autosave import Autosave, FileSlot, GameSlot, too_large
from makachess.saves.builder import Reading
from makachess.saves.errors import GameFileError, LockedError, SaveError
from makachess.saves.game import Game
from makachess.saves.index import GameIndex, load_head
from makachess.saves.locks import LOCK, GameLock, alone_with, holding
from makachess.saves.reader import game_of, load_alone, load_game
from makachess.saves.storage import (
    Stamp,
    is_unfinished,
    make_folder,
    move_file,
    replace_text,
    reserve,
    stamp_of,
    under_free_name,
)
from makachess.saves.tags import UNFINISHED, date_of, names_of, result_of
from makachess.variants.sources import data_folder

SUFFIX = ".pgn"

DAY = 86_400.0  # seconds
_STALE = 3600.0  # seconds after which a temporary file was left by a killed program
SMALL = 1 << 20
"""Bytes of a file whose games are counted at once: in a twentieth of a second."""


# What is deleted lies in the trash until it is brought back, the trash is emptied, or a month has
# passed.
FOLDER = ".trash"  # in the folder of games
KEPT = 30 * 24 * 3600  # seconds until a deleted file is removed for good
MOST_EXPIRED = 200  # files removed at a time, so that it takes no time


_refused: dict[tuple[Path, float, int], str] = {}  # why games could not be opened, by their keys


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game in the list: its file, when that was written (seconds since 1970), its tags.

    It is the game of this `number`, from 1, of as many as the `count` says; 0: they are not counted
    yet. Moves are not read.
    """

    path: Path
    modified: float
    tags: Mapping[str, str]
    number: int = 1
    count: int = 1

    @property
    def key(self) -> tuple[Path, float, int]:
        """What tells it from other games, and its file from later ones of that name."""
        return self.path, self.modified, self.number

    @property
    def refusal(self) -> str:
        """Why this process could not open it, in two words: it is damaged, or not played here."""
        return _refused.get(self.key, "")

    @property
    def is_unfinished(self) -> bool:
        """Whether it has no result yet."""
        return result_of(self.tags) == UNFINISHED

    @property
    def has_others(self) -> bool:
        """Whether there are other games in its file, as far as that is known."""
        return self.count > 1

    @property
    def name(self) -> str:
        """Its file, and its number among several games."""
        return f"{self.path.name} {self.number}/{self.count}" if self.has_others else self.path.name


class Library:
    """A folder of saved games, one game a file; by default `games` in the data folder."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = Path(folder) if folder is not None else data_folder() / "games"
        self._known: dict[str, tuple[Stamp, SavedGame]] = {}  # of files as they were last read

    def entries(self) -> list[SavedGame]:
        """All saved games, the last written first; raises GameFileError."""
        return list(self.generate_entries())

    def unfinished(self) -> Iterator[SavedGame]:
        """The games that can be played on, the last written first; raises GameFileError.

        Those that could not be opened are passed over. Only files of entries asked for are read.
        """
        found = self.generate_entries()
        return (entry for entry in found if entry.is_unfinished and not entry.refusal)

    def entry(self, path: Path) -> SavedGame:
        """One file of the folder as it stands in the list; raises GameFileError."""
        try:
            return self._entry(str(path), path.stat())
        except OSError as error:
            raise GameFileError(f"the file cannot be read: {error.strerror}", str(path)) from None

    def autosave(self, game: Game) -> Autosave:
        """Keep a game in a new file of its own, made at the first save."""
        return Autosave(game, self.new_file)

    def resume(
        self, path: str | os.PathLike[str], number: int = 1, *, copy: bool = False
    ) -> tuple[Autosave, Reading]:
        """A game of a file to be played on, and what could be read of it.

        It keeps its file only if nothing in it can be lost: in this folder, with one game, read in
        full. Otherwise, and as a `copy`, it gets a new file. Raises GameFileError, and LockedError
        if another program plays it.
        """
        path = Path(path)
        is_here = path.parent.resolve() == self.folder.resolve()
        lock = GameLock(path) if is_here and not copy else None
        stamp = stamp_of(path)
        try:
            reading, alone = load_alone(path, number)
            if is_here and (reading.game is None or reading.fault):
                key = self.folder / path.name, path.stat().st_mtime, number
                _refused[key] = "not played" if reading.other else "damaged"
            game = game_of(reading)
        except BaseException:
            if lock is not None:
                lock.give_back()
            raise
        if lock is not None and alone and not reading.fault:  # rewriting the file loses nothing
            return Autosave(game, self.new_file, path, lock, FileSlot(stamp)), reading
        if lock is not None:
            lock.give_back()
        return Autosave(game, self.new_file), reading

    def make_folder(self) -> None:
        """Make the folder where it is not; raises SaveError."""
        try:
            make_folder(self.folder)
        except OSError as error:
            reason = f"the folder {str(self.folder)!r} cannot be made: {error.strerror}"
            raise SaveError(reason, str(error.strerror)) from None

    def new_file(self, game: Game) -> Path:
        """Make an empty file with a new name of date, variant and players; raises SaveError."""
        self.make_folder()
        self._tidy()
        return under_free_name(self.folder / (stem_of(game) + SUFFIX), reserve)

    def generate_entries(self) -> Iterator[SavedGame]:
        """All saved games, each read only when it is asked for; raises GameFileError."""
        files = sorted(self._files(), key=_written, reverse=True)
        return (self._entry(name, status) for name, status in files)

    def _entry(self, name: str, status: os.stat_result) -> SavedGame:
        """A file as it stands in the list; one that is the same is not read again."""
        stamp = Stamp(status.st_ino, status.st_size, status.st_mtime_ns)
        before, game = self._known.get(name, (None, None))
        if game is None or before != stamp:
            tags, has_more = load_head(name)
            count = 0 if has_more else 1
            game = SavedGame(Path(name), status.st_mtime, tags, count=count)
            self._known[name] = stamp, game
        return game

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Path and status of every game file; one still empty is a name taken and not yet used."""
        try:
            with suppress(FileNotFoundError):
                for folder in self._folders():
                    with suppress(FileNotFoundError):  # gone in the meantime
                        yield from _game_files(folder)
        except OSError as error:
            reason = f"the folder cannot be read: {error.strerror}"
            raise GameFileError(reason, str(self.folder)) from None

    def _folders(self) -> Iterator[str | os.PathLike[str]]:
        yield self.folder

    def _tidy(self) -> None:
        """Remove files left by programs killed while saving."""
        with suppress(OSError):
            for path in filter(is_unfinished, self.folder.iterdir()):
                if _is_stale(path):
                    path.unlink()
            for path in filter(_is_stale, self.folder.glob(f".*{SUFFIX}{LOCK}")):
                with suppress(LockedError), holding(self.folder / path.name[1 : -len(LOCK)]):
                    pass  # a lock's file is removed when it is released


class Archive(Library):
    """Games that a host of tables keeps in a folder for each day: here they are only read."""

    def _folders(self) -> Iterator[str | os.PathLike[str]]:
        with os.scandir(self.folder) as days:
            for day in days:
                if day.is_dir(follow_symlinks=False):
                    yield day.path


def _game_files(folder: str | os.PathLike[str]) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as files:
        for file in files:
            if file.name.endswith(SUFFIX) and not file.name.startswith("."):
                with suppress(OSError):  # gone in the meantime
                    status = file.stat()
                    if status.st_size and stat.S_ISREG(status.st_mode):
                        yield file.path, status


def is_plausible(moment: float) -> bool:
    """Whether a file can have been written then, in seconds since 1970; a clock may be wrong."""
    return 0 <= moment < time.time() + DAY


def _written(file: tuple[str, os.stat_result]) -> tuple[bool, int]:
    """When a file was written, for putting it in order: what has yet to come counts as long ago."""
    _, status = file
    return is_plausible(status.st_mtime), status.st_mtime_ns


def _is_stale(path: Path) -> bool:
    return path.stat().st_mtime < time.time() - _STALE


def stem_of(game: Game) -> str:
    """The name of a game's file, such as `2025-03-01_veteran_anna_level-3`."""
    names = map(_slug, names_of(game.tags))
    return "_".join(filter(None, (date_of(game.tags), game.variant.name, *names)))


def _slug(text: str) -> str:
    """Text as part of a file name: letters and digits, with hyphens between them."""
    return re.sub(r"[\W_]+", "-", text.lower())[:24].strip("-")


class Collection:
    """The games of a file; they are counted when that is first needed.

    Raises GameFileError wherever the file cannot be read, or has changed since it was opened.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._stamp: Stamp | None = stamp_of(path)

    @property
    def has_changed(self) -> bool:
        """Whether the file has been written since it was opened."""
        return stamp_of(self.path) not in (None, self._stamp)

    @property
    def is_small(self) -> bool:
        """Whether the games can be counted in no time."""
        return self._stamp is not None and self._stamp.size <= SMALL

    @cached_property
    def index(self) -> GameIndex:
        index = GameIndex(self.path)
        if index.stamp != self._stamp:
            raise GameFileError("the file has changed since it was opened", str(self.path))
        return index

    def __len__(self) -> int:
        return len(self.index)

    def first(self, number: int) -> tuple[Game, str]:
        """A game and the first fault that costs moves of it, without a count of the others."""
        return load_game(self.path, number)

    def read(self, number: int) -> Reading:
        """What can be read of a game; raises GameFileError if there is no such game."""
        return self.index.read(number)

    def autosave(self, game: Game, number: int) -> Autosave:
        """Keep a game that was read up to date in its place.

        The other games stay as they are, byte for byte. Where the game is damaged or cannot be told
        from them, or the file is very large, it is left alone: the first save makes a new one and
        says so.
        """
        if refusal := too_large(self._stamp):
            return Autosave(game, Library().new_file, news=f"{self.path.name} {refusal}")
        try:
            slot = GameSlot(self.index, number)
        except GameFileError as error:
            return Autosave(game, Library().new_file, news=str(error))
        return Autosave(game, Library().new_file, self.path, slot=slot)


@dataclass(frozen=True, slots=True)
class Deleted:
    """A file in the trash, when it was deleted (nanoseconds since 1970), and its size in bytes."""

    path: Path
    moment: int
    size: int


class Trash:
    """The deleted files of a folder of games, which outlive the program.

    Each lies in a folder of its own, named after the moment of the deletion. Raises SaveError, and
    LockedError where a game is open.
    """

    def __init__(self, folder: Path) -> None:
        self._games = folder
        self._folder = folder / FOLDER

    def __len__(self) -> int:
        return len(self.contents())

    def contents(self) -> list[Deleted]:
        """What is there, the last deletion first."""
        with refusals(self._folder):
            found = list(self._generate_contents())
        return sorted(found, key=lambda deleted: deleted.moment, reverse=True)

    def put(self, path: Path) -> None:
        with alone_with(path), refusals(path):
            place = self._folder / str(time.time_ns())
            make_folder(place)
            move_file(path, place / path.name)

    def keep(self, name: str, contents: bytes) -> None:
        """Put a copy of something there that is about to be deleted, as a file of this name."""
        path = self._folder / str(time.time_ns()) / name
        with refusals(path):
            make_folder(path.parent)
            replace_text(path, contents)

    def restore(self, deleted: Deleted | None = None) -> Path | None:
        """Bring a file back, under its old name if that is free; where it is now.

        The file that was deleted last unless given; None if there is nothing.
        """
        deleted = deleted or next(iter(self.contents()), None)
        if deleted is None:
            return None
        path = deleted.path
        with refusals(path):
            to = under_free_name(self._games / path.name, partial(move_file, path))
        with suppress(OSError):
            path.parent.rmdir()
        return to

    def empty(self) -> int:
        """Remove all for good; how many files it was."""
        found = self.contents()
        for deleted in found:
            with refusals(deleted.path):
                _remove(deleted)
        return len(found)

    def expire(self) -> None:
        """Remove what was deleted long ago, as far as that can be done."""
        last = time.time_ns() - KEPT * 10**9
        with suppress(SaveError):
            for deleted in self.contents()[: -MOST_EXPIRED - 1 : -1]:
                if deleted.moment < last:
                    with suppress(OSError):
                        _remove(deleted)

    def _generate_contents(self) -> Iterator[Deleted]:
        """The files of all deletions; whatever else lies there is left alone."""
        if not self._folder.is_dir():
            return
        for deletion in self._folder.iterdir():
            if deletion.name.isdecimal() and deletion.is_dir() and not deletion.is_symlink():
                for path in deletion.iterdir():
                    if path.is_file() and not is_unfinished(path):
                        yield Deleted(path, int(deletion.name), path.stat().st_size)


def _remove(deleted: Deleted) -> None:
    """Remove a file for good, unless another process has by now."""
    deleted.path.unlink(missing_ok=True)
    with suppress(OSError):  # there is something else in it
        deleted.path.parent.rmdir()


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SaveError(f"{path.name!r} cannot be moved: {reason}") from None
