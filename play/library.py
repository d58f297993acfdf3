"""The games of a folder as a list: looked through, put in order, renamed, deleted and edited."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from makachess.core.errors import MakachessError
from makachess.core.text import fold
from makachess.play.background import read_in_thread
from makachess.play.session.opponents import people_in
from makachess.saves import (
    Condition,
    Game,
    GameIndex,
    Library,
    SavedGame,
    SaveError,
    Visitor,
    generate_headers,
    generate_readings,
    read_game,
    visit_games,
)
from makachess.saves.autosave import EXAMINED, GameSlot
from makachess.saves.export import FORMS
from makachess.saves.library import (
    SUFFIX,
    Collection,
    Conditions,
    Trash,
    condition_of,
    is_plausible,
    stem_of,
)
from makachess.saves.library import rename as rename_file
from makachess.saves.locks import alone_with
from makachess.saves.parser import Token
from makachess.saves.paths import typed_path
from makachess.saves.reader import Reading
from makachess.saves.storage import (
    FileLines,
    lines_in,
    make_folder,
    stamp_of,
    under_free_name,
    write_atomically,
    write_new,
)
from makachess.saves.tags import (
    UNFINISHED,
    date_of,
    name_of_game,
    names_of,
    result_of,
    variant_name,
    variant_of,
)
from makachess.saves.text import as_utf8

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
        return result_of(self.tags) == UNFINISHED

    @property
    def name(self) -> str:
        """Its file, and its number among several games."""
        return f"{self.path.name} {self.number}/{self.count}" if self.has_others else self.path.name

    def text(self, column: Column) -> str:
        """What a column says of it; the length is not known from the tags."""
        if column is Column.DATE:
            return date_of(self.tags)
        if column is Column.GAME:
            return title_of(self.tags.get("Variant", ""))
        if column is Column.RESULT:
            return self.condition or ("unfinished" if self.is_unfinished else result_of(self.tags))
        if column is Column.LENGTH:
            return ""
        return names_of(self.tags)[column is Column.BLACK]


def entry_of(saved: SavedGame) -> Entry:
    """The first game of a file, which counts as the only one unless others may follow."""
    count = 0 if saved.may_have_more else 1
    return Entry(saved.path, saved.modified, saved.tags, saved.condition, 1, count)


def entries_of(entry: Entry) -> list[Entry]:
    """All games of an entry's file, which is read without its moves; raises GameFileError."""
    found = []
    count = 0
    for header in generate_headers(entry.path):
        count = header.number
        if count <= MOST_LISTED:
            found.append(header)
    if count > MOST_LISTED:
        found = found[:1]
    stamp = stamp_of(entry.path)
    noted = (
        Conditions(entry.path.parent).of(entry.path.name, stamp.size, stamp.time) if stamp else {}
    )
    return [
        Entry(
            entry.path,
            entry.modified,
            header.tags,
            noted.get(header.number, Condition.SOUND),
            header.number,
            count,
        )
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

    Where there is such a game, only the files written after it are read. Raises GameFileError.
    """
    played: Counter[str] = Counter()
    for saved in Library().generate_entries():
        if saved.is_unfinished and saved.condition is Condition.SOUND and people_in(saved.tags):
            return saved, usual
        played[variant_name(saved.tags)] += 1
    return None, max(played, key=played.__getitem__, default=usual)


# --- the list -------------------------------------------------------------------------------------
#
# Which games are shown, and in what order.

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
        self.entries: list[Entry] = []
        self.shown: list[Entry] = []
        self.filter = ""
        self.column: Column | None = None  # by which they are in order
        self.reversed = False
        self.lengths: dict[Key, int] = {}
        self._texts: dict[Key, str] = {}
        self._games: dict[Key, Sequence[Entry]] = {}  # of files that have been counted

    def load(self) -> None:
        """Read the folder, but no file again that is the same; raises GameFileError."""
        self.entries = []
        for entry in map(entry_of, self.library.entries()):
            self.entries += self._games.get(entry.key, (entry,)) if self._games else (entry,)
        self._arrange()

    @property
    def uncounted(self) -> list[Entry]:
        """The first games of files in which there may be others."""
        return [entry for entry in self.entries if not entry.count]

    def expand(self, games: Mapping[Key, Sequence[Entry]]) -> None:
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
        entry = entry_of(self.library.entry(path))
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

    def text(self, entry: Entry, column: Column) -> str:
        if column is Column.LENGTH:
            return str(self.lengths.get(entry.key, ""))
        return entry.text(column)

    def in_words(self, entry: Entry) -> str:
        """All that the columns say of a game, why it ended, and where it is kept."""
        said = {column: self.text(entry, column) for column in COLUMNS}
        reason = entry.tags.get("Termination", "")
        result = said[Column.RESULT] + (f" ({reason})" if reason else "")
        about = name_of_game(entry.tags), result, said[Column.GAME], said[Column.DATE], entry.name
        return ", ".join(filter(None, about))

    def _arrange(self) -> None:
        self.entries.sort(key=_as_written)
        if self.column is not None:
            downwards = (self.column in DESCENDING) != self.reversed
            self.entries.sort(key=self._order(self.column), reverse=downwards)
        self._show()

    def _order(self, column: Column) -> Callable[[Entry], int | str]:
        if column is Column.LENGTH:
            return lambda entry: self.lengths.get(entry.key, -1)
        return lambda entry: fold(entry.text(column))

    def _show(self) -> None:
        name = _QUOTED.search(self.filter)
        player = name[1] if name else ""
        words = [f" {word}" for word in _words(_QUOTED.sub(" ", self.filter))]
        self.shown = [entry for entry in self.entries if self._fits(entry, words, player)]

    def _fits(self, entry: Entry, words: list[str], player: str) -> bool:
        if player and player not in (entry.tags.get("White"), entry.tags.get("Black")):
            return False
        if not words:
            return True
        text = self._texts.get(entry.key)
        if text is None:
            said = (entry.text(column) for column in COLUMNS)
            about = (entry.tags.get(tag, "") for tag in FOUND_BY)
            text = " " + " ".join(_words("\n".join((entry.name, *said, *about))))
            self._texts[entry.key] = text
        return all(word in text for word in words)


def _as_written(entry: Entry) -> tuple[bool, float, str, int]:
    """What puts games in order: the last written first."""
    return not is_plausible(entry.modified), -entry.modified, entry.path.name, entry.number


def _words(text: str) -> list[str]:
    return _SIGNS.sub(" ", fold(text)).split()


# --- what only the moves tell ---------------------------------------------------------------------
#
# How long a game is, and how it stands at the end.


@dataclass(frozen=True, slots=True)
class Preview:
    """A game at its end, if it can be read, and what is wrong with it."""

    game: Game | None
    fault: str = ""

    @property
    def plies(self) -> int:
        return len(self.game.line) if self.game else 0


def load_preview(entry: Entry) -> Preview:
    try:
        return Preview(*read_game(entry.path, number=entry.number))
    except MakachessError as error:
        return Preview(None, str(error))


def count_plies(entry: Entry) -> int:
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


# --- reading in the background --------------------------------------------------------------------
#
# In a thread, a few games at a time, while the list goes on.

BATCH = 8  # games that are read before the list is shown anew
COUNTED = 50  # files, likewise


async def measure(shelf: Shelf, entries: Iterable[Entry], told: Callable[[], object]) -> None:
    """Find out how long games are; `told` is called now and then when more is known."""
    unknown = [entry for entry in entries if entry.key not in shelf.lengths]
    for at in range(0, len(unknown), BATCH):
        batch = unknown[at : at + BATCH]
        shelf.lengths.update(await read_in_thread(partial(_lengths, batch)))
        told()


def _lengths(entries: Iterable[Entry]) -> dict[Key, int]:
    return {entry.key: count_plies(entry) for entry in entries}


async def count_games(entries: Sequence[Entry]) -> AsyncIterator[dict[Key, list[Entry]]]:
    """All games of files that may have several, by their first; those of some files at a time."""
    for at in range(0, len(entries), COUNTED):
        yield await read_in_thread(partial(_games, entries[at : at + COUNTED]))


def _games(entries: Iterable[Entry]) -> dict[Key, list[Entry]]:
    found = {}
    for entry in entries:
        with suppress(MakachessError):
            found[entry.key] = entries_of(entry)
    return found


# --- the trash ------------------------------------------------------------------------------------


def delete(entry: Entry) -> None:
    """Move a game's file into the trash, with all its games; raises MakachessError."""
    open_trash().put(entry.path)


def delete_game(entry: Entry) -> str:
    """Take one game out of a file of several; raises MakachessError, and then nothing has changed.

    Brought back, it gets a file of its own. Returns what the player should know besides.
    """
    with alone_with(entry.path):
        place = GameSlot(GameIndex(entry.path), entry.number)
        if refusal := place.refusal(entry.path):
            raise MakachessError(f"{entry.path.name!r} {refusal}")
        name = f"{entry.path.stem}-game-{entry.number}{SUFFIX}"
        if place.is_changed(entry.path):
            raise MakachessError(f"{entry.path.name!r} was changed by another program meanwhile")
        open_trash().keep(name, place.contents(entry.path))
        place.write(entry.path, "")
        return place.take_kept()


def open_trash() -> Trash:
    """The deleted games of the folder: to be brought back, or removed for good."""
    return Trash(Library().folder)


# --- changing, importing, exporting ---------------------------------------------------------------
#
# Nothing here loses a game, or touches one that is open.

SUFFIXES = {f".{form}": form for form in FORMS} | {".txt": "text"}
_NO_PATH = frozenset("/\\\0")


def rename(entry: Entry, name: str) -> Path:
    """Give a game's file another name; the file's new path.

    Raises MakachessError for a name that is none, one that is taken, and a game that is open.
    """
    name = name.strip()
    stem = name.removesuffix(SUFFIX)
    if not stem or stem.startswith(".") or _NO_PATH & {*stem} or not stem.isprintable():
        raise MakachessError(f"{name!r} is not a name for a file")
    if count_in_file(entry) > 1:
        raise MakachessError(f"{entry.path.name!r} has other games as well: edit the tags instead")
    path = rename_file(entry.path, stem + SUFFIX)
    Conditions(path.parent).note(path.name, stamp_of(path), {entry.number: entry.condition})
    return path


def count_in_file(entry: Entry) -> int:
    """How many games are in an entry's file, which is read if that is not known yet."""
    return entry.count or len(GameIndex(entry.path))


def change_tag(entry: Entry, tag: str, value: str) -> str:
    """Write a tag of a game into its file; raises MakachessError, and then nothing has changed.

    Returns what the player should know besides.
    """
    if not value.isprintable():
        raise MakachessError(f"{value!r} cannot be written into a tag")
    with alone_with(entry.path):
        collection = Collection(entry.path)
        game = _sound_game(collection.read(entry.number))
        refusal = GameSlot(collection.index, entry.number).refusal(entry.path)
        if refusal:
            raise MakachessError(f"{entry.path.name!r} {refusal}")
        game.tags[tag] = value.strip() or "?"
        autosave = collection.autosave(game, entry.number)
        try:
            return autosave.commit()
        finally:
            autosave.close()


def _sound_game(reading: Reading) -> Game:
    if reading.game is None or reading.fault:
        raise MakachessError(reading.fault or str(reading.problems[0]))
    return reading.game


class Imported(NamedTuple):
    """A file taken into the folder, and the first fault that costs moves of it, if any."""

    path: Path
    fault: str


def import_file(path: str) -> Imported:
    """Copy a file of games into the folder; raises MakachessError."""
    source = typed_path(path)
    data = as_utf8(b"".join(FileLines(source)))
    return _keep(data.removeprefix(codecs.BOM_UTF8), source.name)


_BEGINNING = re.compile(r"\[\s*\w+\s*\"|[0-9]+\s*\.+\s*\S+\s+\S")  # of tags, or of moves


def looks_like_games(text: str) -> bool:
    """Whether a pasted text is one of games, rather than a path or words to look for."""
    text = text.strip()
    if "\n" in text or "\r" in text:
        return True
    return bool(_BEGINNING.match(text)) and not text.lower().endswith(SUFFIX)


def import_text(text: str) -> Imported:
    """Keep a text of games in the folder, in the line ends of ours; raises MakachessError."""
    lines = StringIO(text.rstrip("\x1a"), newline=None)
    return _keep(lines.read().encode("utf-8", "replace"), "")


def _keep(data: bytes, name: str) -> Imported:
    """Put games into a new file, named after the first of them if there is no name.

    Of a large file only the first game is examined.
    """
    header = next(generate_headers(lines_in(data)), None)
    reading = next(generate_readings(lines_in(data)), None)
    game = reading.game if reading else None
    if header is None or not (header.tags or (game and game.moves)):
        raise MakachessError(f"{name or 'This text'} has no game in it")
    library = Library()
    _make_folder(library.folder)
    stem = stem_of(game) if game and not name else Path(name).stem or "imported"
    wanted = library.folder / f"{stem}{SUFFIX}"
    try:
        path = under_free_name(wanted, partial(write_new, text=data))
    except OSError as error:
        raise SaveError(f"{wanted.name!r} cannot be written: {error.strerror}") from None
    is_large = len(data) > EXAMINED
    readings = iter([reading]) if is_large and reading else generate_readings(lines_in(data))
    fault = ""
    damaged: dict[int, Condition] = {}
    for number, one in enumerate(readings, 1):
        fault = fault or one.fault
        if one.fault and len(damaged) < MOST_LISTED:
            damaged[number] = condition_of(one)
    if damaged:
        Conditions(library.folder).note(path.name, stamp_of(path), damaged)
    return Imported(path, fault)


def form_of(name: str) -> str:
    """The form in which a file of this name is written; raises MakachessError."""
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise MakachessError(f"{name!r} does not end in {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]


def export(entries: Iterable[Entry], path: str) -> Path:
    """Write games to a new file, in the form that its name asks for; raises MakachessError."""
    target = typed_path(path)
    form = form_of(target.name)
    text = "".join(FORMS[form](_generate_games(entries)))
    write_atomically(target, text, overwrite=False)
    return target


def _generate_games(entries: Iterable[Entry]) -> Iterator[Game]:
    """The games, each file's after each other; raises GameFileError for one that is damaged."""
    for path, of_file in groupby(entries, key=lambda entry: entry.path):
        collection = Collection(path)
        for entry in of_file:
            yield _sound_game(collection.read(entry.number))


def _make_folder(folder: Path) -> None:
    try:
        make_folder(folder)
    except OSError as error:
        raise SaveError(f"the folder {str(folder)!r} cannot be made: {error.strerror}") from None
