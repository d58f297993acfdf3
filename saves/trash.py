"""Files moved, deleted and brought back within a folder of games, never over another one.

What is deleted lies in the trash until it is brought back, the trash is emptied, or a month has
passed.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from makachess.saves.errors import SaveError
from makachess.saves.locks import alone_with
from makachess.saves.storage import TEMPORARY, make_folder, replace_text, reserve, sync_folder

FOLDER = ".trash"  # in the folder of games
KEPT = 30 * 24 * 3600  # seconds until a deleted file is removed for good
MOST_EXPIRED = 200  # files removed at a time, so that it takes no time


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
        with _refusals(self._folder):
            found = list(self._generate_contents())
        return sorted(found, key=lambda deleted: deleted.moment, reverse=True)

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

    def restore(self, deleted: Deleted | None = None) -> Path | None:
        """Bring a file back, under its old name if that is free; where it is now.

        The file that was deleted last unless given; None if there is nothing.
        """
        deleted = deleted or next(iter(self.contents()), None)
        if deleted is None:
            return None
        path = deleted.path
        with _refusals(path):
            to = free_name(self._games / path.name)
            try:
                _replace(path, to)
            except BaseException:
                to.unlink()
                raise
        with suppress(OSError):
            path.parent.rmdir()
        return to

    def empty(self) -> int:
        """Remove all for good; how many files it was."""
        found = self.contents()
        for deleted in found:
            with _refusals(deleted.path):
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
        """The files of all deletions; what else lies there is nobody's business here."""
        if not self._folder.is_dir():
            return
        for deletion in self._folder.iterdir():
            if deletion.name.isdecimal() and deletion.is_dir() and not deletion.is_symlink():
                for path in deletion.iterdir():
                    if path.is_file() and not path.name.endswith(TEMPORARY):
                        yield Deleted(path, int(deletion.name), path.stat().st_size)


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


def _remove(deleted: Deleted) -> None:
    """Remove a file for good, unless somebody else has by now."""
    deleted.path.unlink(missing_ok=True)
    with suppress(OSError):  # there is something else in it
        deleted.path.parent.rmdir()


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Raise SaveError where the system refuses something."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SaveError(f"{path.name!r} cannot be moved: {reason}") from None


def _replace(path: Path, to: Path) -> None:
    os.replace(path, to)
    for folder in {path.parent, to.parent}:
        with suppress(OSError):  # it has been moved
            sync_folder(folder)
