"""The finished games of a host: a folder for each day, so that no other day's are looked at."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from makachess.core.spec import COLORS
from makachess.play.tables.messages.parts import LONGEST_REASON, PROGRAM
from makachess.saves.errors import SaveError
from makachess.saves.index import load_tags
from makachess.saves.storage import make_folder, write_atomically
from makachess.saves.tags import format_tag

_NAME = re.compile(r"(?P<table>\d{1,9})-(?P<round>\d{1,6})\.pgn")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Finished:
    """The folder of the finished games; `day` says which day it is, as in `2026-11-24`."""

    def __init__(self, folder: Path, day: Callable[[], str]) -> None:
        self.folder = folder
        self._day = day
        self._counted = ""  # the day whose games are counted
        self._counts: Counter[str] = Counter()

    @property
    def told(self) -> str:
        """The folder as clients are told of it, empty if it cannot be told."""
        path = str(self.folder.absolute())
        return path if path.isprintable() and len(path) <= LONGEST_REASON else ""

    def keep(self, path: Path) -> None:
        """Put a game's file among those of today."""
        folder, counts = self.folder / self._day(), self._today()
        with suppress(OSError):
            make_folder(folder)
            os.replace(path, folder / path.name)
            counts.update(_people(folder / path.name))

    def ended(self, name: str) -> int:
        """How many of today's games a player has finished."""
        return self._today()[name]

    def rename(self, old: str, new: str) -> None:
        """Let the games of a player be another's; may be called from any thread."""
        for day in self._days():
            for table, round in game_files(self.folder / day):
                with suppress(OSError, SaveError):
                    rename_in(self.folder / day / file_name(table, round), old, new)
        self._counted = ""

    def highest(self) -> int:
        """The highest number of a table with a game of the last day that has any."""
        days = max(self._days(), default="")
        return max((table for table, _ in game_files(self.folder / days)), default=0)

    def prune(self, before: str) -> None:
        """Remove the games of all days before one; may be called from any thread."""
        for day in self._days():
            if day < before:
                self._remove(self.folder / day)

    def _remove(self, folder: Path) -> None:
        for table, round in game_files(folder):
            with suppress(OSError):
                (folder / file_name(table, round)).unlink()
        with suppress(OSError):
            folder.rmdir()

    def _days(self) -> list[str]:
        with suppress(OSError):
            return [name for name in os.listdir(self.folder) if _DAY.fullmatch(name)]
        return []

    def _today(self) -> Counter[str]:
        """How many games of today each has played; after a start they are in the files."""
        day = self._day()
        if day != self._counted:
            self._counted, self._counts = day, Counter()
            folder = self.folder / day
            for table, round in game_files(folder):
                self._counts.update(_people(folder / file_name(table, round)))
        return self._counts


def _people(path: Path) -> Iterator[str]:
    """The people who have played a game."""
    tags = load_tags(path)
    for side in map(str.capitalize, COLORS):
        if side in tags and tags.get(f"{side}Type") != PROGRAM:
            yield tags[side]


def rename_in(path: Path, old: str, new: str) -> None:
    """Let a player of a finished game have another name; raises OSError, SaveError."""
    if old not in _people(path):
        return
    data, times = path.read_bytes(), path.stat()
    for side in map(str.capitalize, COLORS):
        if load_tags(path).get(f"{side}Type") != PROGRAM:
            was, now = (format_tag(side, name).encode() for name in (old, new))
            data = data.replace(b"\n" + was + b"\n", b"\n" + now + b"\n", 1)
    write_atomically(path, data)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def file_name(table: int, round: int) -> str:
    """The name of a game's file."""
    return f"{table}-{round}.pgn"


def game_files(folder: Path) -> list[tuple[int, int]]:
    """The numbers of table and game of each file in a folder."""
    with suppress(OSError):
        found = filter(None, map(_NAME.fullmatch, os.listdir(folder)))
        return [(int(match["table"]), int(match["round"])) for match in found]
    return []
