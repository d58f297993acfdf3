"""One game of the list: where it is kept, and what its columns say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.saves import Condition, SavedGame, generate_headers
from makachess.saves.storage import FileLines
from makachess.saves.tags import UNFINISHED
from makachess.variants import load_by_name

MOST_LISTED = 20_000
"""Games of one file that get a line each; a file of more has a single line."""

Key = tuple[Path, float, int]
_DATE = re.compile(r"(\d{4})[.-]?(\d\d)?[.-]?(\d\d)?")


class Column(StrEnum):
    """What can be said of each game, and put in order."""

    DATE = "date"
    GAME = "game"
    WHITE = "white"
    BLACK = "black"
    RESULT = "result"
    LENGTH = "plies"


COLUMNS = tuple(Column)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of a file: its number there, from 1, and how many there are (0: not counted yet)."""

    path: Path
    modified: float
    tags: Mapping[str, str]
    condition: Condition = Condition.SOUND
    number: int = 1
    count: int = 0

    @property
    def key(self) -> Key:
        """What tells it from other games, and its file from later ones of that name."""
        return self.path, self.modified, self.number

    @property
    def has_others(self) -> bool:
        """Whether there are other games in its file, as far as that is known."""
        return self.count > 1

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be played on."""
        return self.tags.get("Result", UNFINISHED) == UNFINISHED

    @property
    def name(self) -> str:
        """Its file, and its number among several games."""
        return f"{self.path.name} {self.number}/{self.count}" if self.has_others else self.path.name

    def text(self, column: Column) -> str:
        """What a column says of it; the length is not known from the tags."""
        tags = self.tags
        if column is Column.DATE:
            return self.date
        if column is Column.GAME:
            return title_of(tags.get("Variant", ""))
        if column is Column.RESULT:
            return self.condition or ("unfinished" if self.is_unfinished else tags["Result"])
        if column is Column.LENGTH:
            return ""
        return tags.get(column.capitalize(), "?")

    @property
    def date(self) -> str:
        """When it was played, as far as that is known, else when its file was written."""
        if match := _DATE.match(self.tags.get("Date", "")):
            return "-".join(filter(None, match.groups()))
        return date.fromtimestamp(self.modified).isoformat()


def entry_of(saved: SavedGame) -> Entry:
    """The first game of a file, which counts as the only one unless others may follow."""
    count = 0 if saved.may_have_more else 1
    return Entry(saved.path, saved.modified, saved.tags, saved.condition, 1, count)


def entries_of(entry: Entry) -> list[Entry]:
    """All games of an entry's file, which is read without its moves; raises GameFileError."""
    found = []
    count = 0
    for header in generate_headers(FileLines(entry.path)):
        count = header.number
        if count <= MOST_LISTED:
            found.append(header)
    if count > MOST_LISTED:
        found = found[:1]
    return [
        Entry(entry.path, entry.modified, header.tags, entry.condition, header.number, count)
        for header in found
    ]


@lru_cache(maxsize=256)
def title_of(name: str) -> str:
    """The title of a variant; its name where it is not known here."""
    with suppress(MakachessError):
        return load_by_name(name or "chess").title
    return name
