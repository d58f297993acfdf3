"""Files moved, deleted and brought back within a folder of games, never over another one."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from makachess.saves.errors import SaveError
from makachess.saves.locks import alone_with
from makachess.saves.storage import make_folder, replace_text, reserve, sync_folder

FOLDER = ".trash"  # in the folder of games


class Trash:
    """The deleted files of a folder of games, which outlive the program.

    Each lies in a folder of its own, named after the moment of the deletion. Raises SaveError, and
    LockedError where a game is open.
    """

    def __init__(self, folder: Path) -> None:
        self._games = folder
        self._folder = folder / FOLDER

    def __len__(self) -> int:
        return len(self._deletions())

    def put(self, path: Path) -> None:
        """Delete a file."""
        with alone_with(path), _refusals(path):
            place = self._folder / str(time.time_ns())
            make_folder(place)
            _replace(path, place / path.name)

    def keep(self, name: str, contents: bytes) -> None:
        """Put a copy of something there that is about to be deleted, as a file of this name."""
        path = self._folder / str(time.time_ns()) / name
        with _refusals(path):
            make_folder(path.parent)
            replace_text(path, contents)

    def restore(self) -> Path | None:
        """Bring back what was deleted last, under its old name if that is free; where it is now.

        None if there is nothing.
        """
        for deletion in reversed(self._deletions()):
            for path in deletion.iterdir():
                with _refusals(path):
                    to = free_name(self._games / path.name)
                    _replace(path, to)
                    with suppress(OSError):
                        deletion.rmdir()
                    return to
        return None

    def _deletions(self) -> list[Path]:
        """The folders of deletions with something in them, the last one at the end."""
        if not self._folder.is_dir():
            return []
        with _refusals(self._folder):
            found = [path for path in self._folder.iterdir() if path.name.isdecimal()]
            return sorted((path for path in found if any(path.iterdir())), key=_moment)


def rename(path: Path, name: str) -> Path:
    """Give a file of games another name in its folder; its new path.

    Raises SaveError where there is such a file, and LockedError where the game is open.
    """
    to = path.with_name(name)
    if to == path:
        return path
    with alone_with(path), _refusals(path):
        if not reserve(to):
            raise SaveError(f"there is a file {name!r} already")
        try:
            _replace(path, to)
        except BaseException:
            to.unlink()
            raise
    return to


def free_name(path: Path) -> Path:
    """Make an empty file of this name, or with a number behind it; raises SaveError."""
    others = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(filter(reserve, chain((path,), others)))


def _moment(deletion: Path) -> int:
    return int(deletion.name)


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Raise SaveError where the system refuses something."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SaveError(f"{path.name!r} cannot be moved: {reason}") from error


def _replace(path: Path, to: Path) -> None:
    os.replace(path, to)
    for folder in {path.parent, to.parent}:
        with suppress(OSError):  # it has been moved
            sync_folder(folder)
