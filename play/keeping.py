"""Changes to the folder of games: renaming, deleting, import and export, none of an open game."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from makachess.core.errors import MakachessError
from makachess.core.notation.fen import looks_like_fen
from makachess.saves import (
    Game,
    GameIndex,
    Library,
    SavedGame,
    SaveError,
    generate_headers,
    generate_readings,
)
from makachess.saves.autosave import GameSlot
from makachess.saves.builder import Reading
from makachess.saves.export import FORMS
from makachess.saves.library import (
    SUFFIX,
    Collection,
    Trash,
    refusals,
    stem_of,
)
from makachess.saves.locks import alone_with
from makachess.saves.paths import typed_path
from makachess.saves.storage import (
    move_file,
    under_free_name,
    write_atomically,
    write_new,
)
from makachess.saves.text import FileLines, as_utf8, lines_in

LARGE = 1 << 19  # bytes of a file of which only the first game is examined at once


def delete(entry: SavedGame) -> None:
    """Move a game's file into the trash, with all its games; raises MakachessError."""
    open_trash().put(entry.path)


def delete_game(entry: SavedGame) -> str:
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
        return place.kept


def open_trash() -> Trash:
    """The deleted games of the folder: to be brought back, or removed for good."""
    return Trash(Library().folder)


SUFFIXES = {f".{form}": form for form in FORMS} | {".txt": "text"}
_NO_PATH = frozenset("/\\\0")


def rename(entry: SavedGame, name: str) -> Path:
    """Give a game's file another name; the file's new path.

    Raises MakachessError for a name that is none, one that is taken, and a game that is open.
    """
    name = name.strip()
    stem = name.removesuffix(SUFFIX)
    if not stem or stem.startswith(".") or _NO_PATH & {*stem} or not stem.isprintable():
        raise MakachessError(f"{name!r} is not a name for a file")
    if count_in_file(entry) > 1:
        raise MakachessError(f"{entry.path.name!r} has other games as well: edit the tags instead")
    path = entry.path.with_name(stem + SUFFIX)
    if path == entry.path:
        return path
    with alone_with(entry.path), refusals(entry.path):
        try:
            move_file(entry.path, path)
        except FileExistsError:
            raise SaveError(f"there is a file {path.name!r} already") from None
    return path


def count_in_file(entry: SavedGame) -> int:
    """How many games are in an entry's file, which is read if that is not known yet."""
    return entry.count or len(GameIndex(entry.path))


def change_tag(entry: SavedGame, tag: str, value: str) -> str:
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
        raise MakachessError(reading.fault or reading.problems[0].here)
    return reading.game


class Imported(NamedTuple):
    """A file taken into the folder, and the first fault that costs moves of it, if any.

    `games` is how many there are in it, 0 if it is too large to be read at once; `others` counts
    those that are not played here by the names of their variants.
    """

    path: Path
    fault: str
    games: int
    others: Counter[str]


def import_file(path: str) -> Imported:
    """Copy a file of games into the folder; raises MakachessError."""
    source = typed_path(path)
    data = as_utf8(b"".join(FileLines(source)))
    return _keep(data.removeprefix(codecs.BOM_UTF8), source.name)


_BEGINNING = re.compile(r'\[\s*\w+\s*"|[0-9]+\s*\.+\s*\S+\s+\S')  # of tags, of numbered moves
_TRIED = 1000  # characters in which moves are looked for


def looks_like_games(text: str) -> bool:
    """Whether a pasted text is one of games, rather than a path or words to look for.

    A position alone is none. A single line without tags and numbers is one if two moves can be read
    in it.
    """
    text = text.strip()
    if looks_like_fen(text):
        return False
    if "\n" in text or "\r" in text:
        return True
    if text.lower().endswith(SUFFIX):
        return False
    if _BEGINNING.match(text):
        return True
    reading = next(generate_readings([text[:_TRIED]]), None) if " " in text else None
    return reading is not None and reading.game is not None and len(reading.game.line) > 1


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
        raise MakachessError(f"{name or 'This text'} has no game in it that is written as PGN")
    library = Library()
    library.make_folder()
    stem = stem_of(game) if game and not name else Path(name).stem or "imported"
    wanted = library.folder / f"{stem}{SUFFIX}"
    try:
        path = under_free_name(wanted, partial(write_new, text=data))
    except OSError as error:
        raise SaveError(f"{wanted.name!r} cannot be written: {error.strerror}") from None
    is_large = len(data) > LARGE
    readings = iter([reading]) if is_large and reading else generate_readings(lines_in(data))
    fault, count, others = "", 0, Counter[str]()
    for number, one in enumerate(readings, 1):
        fault = fault or one.fault
        if not is_large:
            count = number
            others.update([one.other] if one.other else ())
    return Imported(path, fault, count, others)


def form_of(name: str) -> str:
    """The form in which a file of this name is written; raises MakachessError."""
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise MakachessError(f"{name!r} does not end in {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]


def export(entries: Iterable[SavedGame], path: str) -> Path:
    """Write games to a new file, in the form that its name asks for; raises MakachessError."""
    target = typed_path(path)
    form = form_of(target.name)
    text = "".join(FORMS[form](_generate_games(entries)))
    write_atomically(target, text, overwrite=False)
    return target


def _generate_games(entries: Iterable[SavedGame]) -> Iterator[Game]:
    """The games, each file's after each other; raises GameFileError for one that is damaged."""
    for path, of_file in groupby(entries, key=lambda entry: entry.path):
        collection = Collection(path)
        for entry in of_file:
            yield _sound_game(collection.read(entry.number))
