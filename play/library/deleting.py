"""Games that go to the trash, come back from it, or are removed for good."""

from __future__ import annotations

from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.library.entries import Entry
from makachess.saves import GameIndex, Library
from makachess.saves.autosave import PlaceInFile
from makachess.saves.library import SUFFIX, Deleted, Trash
from makachess.saves.locks import alone_with


def delete(entry: Entry) -> None:
    """Move a game's file into the trash, with all its games; raises MakachessError."""
    _trash().put(entry.path)


def delete_game(entry: Entry) -> None:
    """Take one game out of a file of several; raises MakachessError, and then nothing has changed.

    Brought back, it gets a file of its own.
    """
    with alone_with(entry.path):
        place = PlaceInFile(GameIndex(entry.path), entry.number)
        if refusal := place.refusal(entry.path):
            raise MakachessError(f"{entry.path.name!r} {refusal}")
        name = f"{entry.path.stem}-game-{entry.number}{SUFFIX}"
        _trash().keep(name, place.contents(entry.path))
        place.write(entry.path, "")


def deleted_games() -> list[Deleted]:
    """The files in the trash, the last deletion first; raises MakachessError."""
    return _trash().contents()


def restore(deleted: Deleted | None = None) -> Path | None:
    """Bring back a file, or the one that was deleted last, if there is one; where it is now.

    Raises MakachessError.
    """
    return _trash().restore(deleted)


def empty_trash() -> int:
    """Remove for good what has been deleted; how many files that was. Raises MakachessError."""
    return _trash().empty()


def expire_trash() -> None:
    """Remove for good what was deleted a month ago."""
    _trash().expire()


def _trash() -> Trash:
    return Trash(Library().folder)
