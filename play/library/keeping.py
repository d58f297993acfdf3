"""Changes to the games of the folder, and what comes in and goes out.

None of them loses a game, or touches one that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.library.entries import Entry
from makachess.saves import (
    Game,
    GameIndex,
    Library,
    SaveError,
    generate_headers,
    generate_readings,
)
from makachess.saves.autosave import PlaceInFile
from makachess.saves.library import SUFFIX, Collection, Conditions, free_name
from makachess.saves.library import rename as rename_file
from makachess.saves.locks import alone_with
from makachess.saves.reader import Reading
from makachess.saves.restriction import check_path
from makachess.saves.storage import FileLines, make_folder, replace_text, reserve, stamp_of
from makachess.saves.writer import FORMS

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
    Conditions(path.parent).note(path.name, stamp_of(path), entry.condition)
    return path


def count_in_file(entry: Entry) -> int:
    """How many games are in an entry's file, which is read if that is not known yet."""
    return entry.count or len(GameIndex(entry.path))


def change_tag(entry: Entry, tag: str, value: str) -> None:
    """Write a tag of a game into its file; raises MakachessError, and then nothing has changed."""
    if not value.isprintable():
        raise MakachessError(f"{value!r} cannot be written into a tag")
    with alone_with(entry.path):
        collection = Collection(entry.path)
        game = _sound_game(collection.read(entry.number))
        refusal = PlaceInFile(collection.index, entry.number).refusal(entry.path)
        if refusal:
            raise MakachessError(f"{entry.path.name!r} {refusal}")
        game.tags[tag] = value.strip() or "?"
        autosave = collection.autosave(game, entry.number)
        try:
            autosave.save()
        finally:
            autosave.close()


def _sound_game(reading: Reading) -> Game:
    if reading.game is None or reading.fault:
        raise MakachessError(reading.fault or str(reading.problems[0]))
    return reading.game


def import_file(path: str) -> Path:
    """Copy a file of games into the folder; its new path. Raises MakachessError."""
    source = _path_of(path)
    return _keep(b"".join(FileLines(source)), source.name)


def import_text(text: str) -> Path:
    """Keep a text of games in the folder; its path. Raises MakachessError."""
    return _keep(text.encode("utf-8", "replace"), "")


def _keep(data: bytes, name: str) -> Path:
    """Put games into a new file, named after the first of them if there is no name."""
    lines = data.splitlines(keepends=True)
    header = next(generate_headers(lines), None)
    reading = next(generate_readings(lines), None)
    game = reading.game if reading else None
    if header is None or not (header.tags or (game and game.moves)):
        raise MakachessError("there is no game in it")
    library = Library()
    if name or game is None:
        _make_folder(library.folder)
        path = free_name(library.folder / f"{Path(name).stem or 'imported'}{SUFFIX}")
    else:
        path = library.new_file(game)
    return _write(path, data)


def form_of(name: str) -> str:
    """The form in which a file of this name is written; raises MakachessError."""
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise MakachessError(f"{name!r} does not end in {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]


def export(entries: Iterable[Entry], path: str) -> Path:
    """Write games to a new file, in the form that its name asks for; raises MakachessError."""
    form = form_of(path)
    target = _path_of(path)
    text = "".join(FORMS[form](_generate_games(entries)))
    if not reserve(target):
        raise SaveError(f"{str(target)!r} exists already")
    return _write(target, text)


def _write(path: Path, contents: str | bytes) -> Path:
    """Fill a file whose name has been taken; if that fails, it is removed again."""
    try:
        replace_text(path, contents)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise SaveError(f"{path.name!r} cannot be written: {error.strerror}") from None
    return path


def _path_of(text: str) -> Path:
    try:
        return check_path(Path(text.strip()).expanduser().absolute())
    except RuntimeError:
        raise MakachessError(f"{text!r} is in the home folder of nobody known here") from None


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
