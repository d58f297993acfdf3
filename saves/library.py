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
from makachess.saves.files import open_file
from makachess.saves.game import Game
from makachess.saves.loading import game_of, load_alone
from makachess.saves.locks import LOCK, GameLock, holding
from makachess.saves.place import Place
from makachess.saves.storage import TEMPORARY, make_folder, reserve, stamp_of
from makachess.saves.tags import TAG, UNFINISHED, UNKNOWN_DATE, unescape
from makachess.saves.tokens import Tokenizer, TokenKind, decode
from makachess.variants.folders import data_folder

SUFFIX = ".pgn"

_HEAD = 8192  # bytes: no tag section of ours is half as long
_NEXT_TAG = re.compile(r"\s*" + TAG)
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
            raise SaveError(reason, str(error.strerror)) from error
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
        for name, status in files:
            path = Path(name)
            condition = known.of(path.name, status.st_size, status.st_mtime_ns)
            yield SavedGame(path, status.st_mtime, load_tags(name), condition)

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
            raise GameFileError(reason, str(self.folder)) from error

    def _tidy(self) -> None:
        """Remove files left by programs killed while saving."""
        with suppress(OSError):
            for path in self.folder.glob(f".*{TEMPORARY}"):
                if _is_stale(path):
                    path.unlink()
            for path in filter(_is_stale, self.folder.glob(f".*{SUFFIX}{LOCK}")):
                with suppress(LockedError), holding(self.folder / path.name[1 : -len(LOCK)]):
                    pass  # a lock's file is removed when it is released


def _condition(reading: Reading) -> Condition:
    if reading.game is None:
        return Condition.UNREADABLE
    return Condition.DAMAGED if reading.fault else Condition.SOUND


def _is_stale(path: Path) -> bool:
    return path.stat().st_mtime < time.time() - _STALE


def load_tags(path: str | os.PathLike[str]) -> dict[str, str]:
    """The tags of a file's first game, without reading its moves; none if it cannot be read."""
    tags: dict[str, str] = {}
    try:
        with open_file(os.fspath(path)) as file:
            data = file.read(_HEAD)
    except (OSError, ValueError):
        return tags
    if len(data) == _HEAD:
        data = data[: data.rfind(b"\n") + 1]
    text = decode(data).removeprefix("\ufeff")
    end = 0
    while match := _NEXT_TAG.match(text, end):
        tags[match[1]] = unescape(match[2])
        end = match.end()
    # The rest are moves, unless another program writes tags in its own way.
    for token in Tokenizer(text[end:].splitlines() if "[" in text[end:] else ()):
        if token.kind is not TokenKind.TAG:
            break
        tags[token.name] = token.text
    return tags


def _stem(game: Game) -> str:
    """The name of a game's file, such as `2025-03-01_veteran_anna_level-3`."""
    day = _slug(game.tags.get("Date", "")) or date.today().isoformat()
    players = (_slug(game.tags.get(side, "")) for side in ("White", "Black"))
    return "_".join(filter(None, (day, game.variant.name, *players)))


def _slug(text: str) -> str:
    """Text as part of a file name: letters and digits, with hyphens between them."""
    return re.sub(r"[\W_]+", "-", text.lower())[:24].strip("-")
