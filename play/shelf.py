"""The games of a folder as a list: read, looked through, put in order; more is read beside it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.core.text import fold
from makachess.play.background import read_in_thread
from makachess.play.practice import TAG as PRACTICE
from makachess.play.session.opponents import HUMAN
from makachess.saves import (
    Game,
    GameFileError,
    GameIndex,
    Library,
    SavedGame,
    Visitor,
    generate_headers,
    read_game,
    visit_games,
)
from makachess.saves.library import is_plausible
from makachess.saves.parser import Token
from makachess.saves.rules import variant_name, variant_of
from makachess.saves.storage import stamp_of
from makachess.saves.tags import date_of, name_of_game, names_of, result_of
from makachess.saves.text import FileLines

MOST_LISTED = 20_000
"""Games of one file that get a line each; a file of more has a single line."""

SHORT = 1 << 16
"""Bytes of a file whose games are counted at once, while keys wait."""

Key = tuple[Path, float, int]


class Column(StrEnum):
    """What can be said of each game, and put in order."""

    DATE = "date"
    GAME = "game"
    WHITE = "white"
    BLACK = "black"
    RESULT = "result"
    LENGTH = "plies"


COLUMNS = tuple(Column)


def text_of(entry: SavedGame, column: Column) -> str:
    """What a column says of a game; the length is not known from the tags."""
    if column is Column.DATE:
        return date_of(entry.tags)
    if column is Column.GAME:
        return title_of(entry.tags.get("Variant", ""))
    if column is Column.RESULT:
        result = "unfinished" if entry.is_unfinished else result_of(entry.tags)
        return entry.refusal or result
    if column is Column.LENGTH:
        return ""
    return names_of(entry.tags)[column is Column.BLACK]


def entries_of(entry: SavedGame) -> list[SavedGame]:
    """All games of an entry's file, which is read without its moves; raises GameFileError."""
    found = []
    count = 0
    for header in generate_headers(entry.path):
        count = header.number
        if count <= MOST_LISTED:
            found.append(header)
    if count > MOST_LISTED:
        found = found[:1]
    return [
        replace(entry, tags=header.tags_and_result, number=header.number, count=count)
        for header in found
    ]


@lru_cache(maxsize=256)
def title_of(name: str) -> str:
    """The title of a variant as a file names it; that name where it is not known here."""
    with suppress(MakachessError):
        return variant_of({"Variant": name}).title
    return name


def last_game(usual: str) -> tuple[SavedGame | None, str]:
    """The last game that a person can play on, and the name of the variant that is played most.

    That is one played here: those of other programs do not say who is a person. A practice position
    that was left is begun anew rather than played on.
    Where there is such a game, only the files written after it are read. Raises GameFileError.
    """
    played: Counter[str] = Counter()
    for saved in Library().generate_entries():
        is_open = saved.is_unfinished and not saved.refusal
        types = saved.tags.get("WhiteType"), saved.tags.get("BlackType")
        if is_open and HUMAN in types and PRACTICE not in saved.tags:
            return saved, usual
        played[variant_name(saved.tags)] += 1
    return None, max(played, key=played.__getitem__, default=usual)


_SIGNS = re.compile(r"[\W_]+")
_QUOTED = re.compile(r'"(.+)"')  # the whole name of a player
# The tags by which games are found, beside what the columns say.
FOUND_BY = (
    *("White", "Black", "Event", "Site", "Round", "UTCDate", "ChapterName", "StudyName"),
    *("Opening", "ECO", "Annotator", "Termination"),
)
DESCENDING = frozenset({Column.DATE, Column.LENGTH})  # the last and the longest come first


class Shelf:
    """The games of a folder; `shown` are those that fit the filter, the last written first.

    `lengths` are the plies of those that have been read, by key.
    """

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.entries: list[SavedGame] = []
        self.shown: list[SavedGame] = []
        self.filter = ""
        self.column: Column | None = None  # by which they are in order
        self.reversed = False
        self.lengths: dict[Key, int] = {}
        self._texts: dict[Key, str] = {}
        self._games: dict[Key, Sequence[SavedGame]] = {}  # of files that have been counted

    def load(self) -> None:
        """Read the folder, but no file again that is the same; raises GameFileError."""
        self.entries = []
        for entry in self.library.entries():
            self.entries += self._games.get(entry.key, (entry,)) if self._games else (entry,)
        self._arrange()

    @property
    def uncounted(self) -> list[SavedGame]:
        """The first games of files in which there may be others."""
        return [entry for entry in self.entries if not entry.count]

    def expand(self, games: Mapping[Key, Sequence[SavedGame]]) -> None:
        """Put all games of files in the place of their first."""
        self._games.update(games)
        lists = (games.get(entry.key, (entry,)) for entry in self.entries)
        self.entries = [entry for found in lists for entry in found]
        self._arrange()

    def remove(self, path: Path) -> None:
        self.entries = [entry for entry in self.entries if entry.path != path]
        self._arrange()

    def add(self, path: Path) -> None:
        """Put a file of the folder on the list, or read it again; raises GameFileError."""
        entry = self.library.entry(path)
        self.entries = [other for other in self.entries if other.path != path]
        stamp = None if entry.count else stamp_of(path)
        is_short = stamp is not None and stamp.size <= SHORT
        self.entries += entries_of(entry) if is_short else [entry]
        self._arrange()

    def look_for(self, text: str, *, again: bool = False) -> None:
        """Show only the games in which words begin like those of a text; `again`: in order anew.

        A name in double quotes has to be that of a player, letter by letter.
        """
        self.filter = text
        self._arrange() if again else self._show()

    def sort(self, column: Column) -> None:
        """Put the games in the order of a column; once more, in the opposite order."""
        self.reversed = column is self.column and not self.reversed
        self.column = column
        self._arrange()

    def sort_by_next(self) -> None:
        """Put the games in the order of the next column, after the last in that of the files."""
        columns = (None, *COLUMNS)
        self.column, self.reversed = columns[(columns.index(self.column) + 1) % len(columns)], False
        self._arrange()

    def reverse(self) -> None:
        if self.column is not None:
            self.sort(self.column)

    def at(self, path: Path, number: int = 1) -> int | None:
        return next(
            (at for at, e in enumerate(self.shown) if e.number == number and e.path == path), None
        )

    def text(self, entry: SavedGame, column: Column) -> str:
        if column is Column.LENGTH:
            return str(self.lengths.get(entry.key, ""))
        return text_of(entry, column)

    def in_words(self, entry: SavedGame) -> str:
        """All that the columns say of a game, why it ended, and where it is kept."""
        said = {column: self.text(entry, column) for column in COLUMNS}
        reason = entry.tags.get("Termination", "")
        result = said[Column.RESULT] + (f" ({reason})" if reason else "")
        about = name_of_game(entry.tags), result, said[Column.GAME], said[Column.DATE], entry.name
        return ", ".join(filter(None, about))

    def _arrange(self) -> None:
        self.entries.sort(
            key=lambda e: (not is_plausible(e.modified), -e.modified, e.path.name, e.number)
        )
        if self.column is not None:
            downwards = (self.column in DESCENDING) != self.reversed
            self.entries.sort(key=self._order(self.column), reverse=downwards)
        self._show()

    def _order(self, column: Column) -> Callable[[SavedGame], int | str]:
        if column is Column.LENGTH:
            return lambda entry: self.lengths.get(entry.key, -1)
        return lambda entry: fold(text_of(entry, column))

    def _show(self) -> None:
        name = _QUOTED.search(self.filter)
        player = name[1] if name else ""
        words = [f" {word}" for word in _words(_QUOTED.sub(" ", self.filter))]
        self.shown = [entry for entry in self.entries if self._fits(entry, words, player)]

    def _fits(self, entry: SavedGame, words: list[str], player: str) -> bool:
        if player and player not in (entry.tags.get("White"), entry.tags.get("Black")):
            return False
        if not words:
            return True
        text = self._texts.get(entry.key)
        if text is None:
            said = (text_of(entry, column) for column in COLUMNS)
            about = (entry.tags.get(tag, "") for tag in FOUND_BY)
            text = " " + " ".join(_words("\n".join((entry.name, *said, *about))))
            self._texts[entry.key] = text
        return all(word in text for word in words)


def _words(text: str) -> list[str]:
    return _SIGNS.sub(" ", fold(text)).split()


@dataclass(frozen=True, slots=True)
class Preview:
    """A game at its end, if it can be read, and what is wrong with it."""

    game: Game | None
    fault: str = ""

    @property
    def plies(self) -> int:
        return len(self.game.line) if self.game else 0


def load_preview(entry: SavedGame) -> Preview:
    try:
        return Preview(*read_game(entry.path, number=entry.number))
    except GameFileError as error:
        return Preview(None, error.here)


def count_plies(entry: SavedGame) -> int:
    """How many moves are written in the main line of a game, possible or not; 0 if it is gone."""
    try:
        if entry.number == 1:
            return next(visit_games(FileLines(entry.path), _Plies()), 0)
        return GameIndex(entry.path).visit(entry.number, _Plies())
    except MakachessError:
        return 0


class _Plies(Visitor[int]):
    def begin_game(self, token: Token) -> None:
        self.count = self.depth = 0

    def move(self, token: Token) -> None:
        self.count += not self.depth

    def begin_variation(self, token: Token) -> None:
        self.depth += 1

    def end_variation(self, token: Token) -> None:
        self.depth -= 1

    def end_game(self) -> int:
        return self.count


BATCH = 8  # games that are read before the list is shown anew
COUNTED = 50  # files, likewise


async def measure(shelf: Shelf, entries: Iterable[SavedGame], told: Callable[[], object]) -> None:
    """Find out how long games are; `told` is called now and then when more is known."""

    def lengths(batch: Iterable[SavedGame]) -> dict[Key, int]:
        return {entry.key: count_plies(entry) for entry in batch}

    unknown = [entry for entry in entries if entry.key not in shelf.lengths]
    for at in range(0, len(unknown), BATCH):
        shelf.lengths.update(await read_in_thread(partial(lengths, unknown[at : at + BATCH])))
        told()


async def count_games(entries: Sequence[SavedGame]) -> AsyncIterator[dict[Key, list[SavedGame]]]:
    """All games of files that may have several, by their first; those of some files at a time."""
    for at in range(0, len(entries), COUNTED):
        yield await read_in_thread(partial(_games, entries[at : at + COUNTED]))


def _games(entries: Iterable[SavedGame]) -> dict[Key, list[SavedGame]]:
    found = {}
    for entry in entries:
        with suppress(MakachessError):
            found[entry.key] = entries_of(entry)
    return found
