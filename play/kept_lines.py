"""Files that their owner may edit: what is not understood is told, and stays."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from makachess.core.errors import MakachessError
from makachess.core.text import visible
from makachess.saves.errors import LockedError
from makachess.saves.locks import waiting_for
from makachess.saves.storage import make_folder, replace_text
from makachess.variants.files import read_bytes

LARGEST = 1 << 20  # bytes, a hundred times what is needed


def text_of(path: Path) -> str:
    """The text of a file that people may edit, empty if there is none; raises MakachessError."""
    try:
        data = read_bytes(path, LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise MakachessError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise MakachessError(f"{path}: is larger than {LARGEST} bytes")
    return data.decode("utf-8", "replace")


def positions_in(text: str, name: str) -> dict[str, Any]:
    """What a TOML file of exercises says, its tables under `position`; raises MakachessError."""
    try:
        suite = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise MakachessError(f"{name}: not TOML: {error}") from None
    rows = suite.setdefault("position", [])
    if not (isinstance(rows, list) and all(isinstance(row, dict) for row in rows)):
        raise MakachessError(f"{name}: 'position' must be [[position]] for each puzzle")
    return suite


def rewrite(path: Path, text: Callable[[], str | bytes | None]) -> str:
    """Put another text into a file, which no other program changes meanwhile; why not, if so.

    If there is none, or `text` raises MakachessError, the file stays as it is.
    """
    try:
        make_folder(path.parent)
        with waiting_for(path):
            if (new := text()) is not None:
                replace_text(path, new)
    except LockedError:
        return f"{path.name} is being written by another program; try again"
    except MakachessError as error:
        return str(error)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        return f"{str(path)!r} cannot be written: {reason}"
    return ""


class KeptLines:
    """A file that begins with a line `head`, of whose other lines `take` says if it knows them.

    `faults` are what is wrong with the file.
    """

    def __init__(self, path: Path, head: str, take: Callable[[str], bool]) -> None:
        self.path = path
        self.faults: list[str] = []
        self._head, self._take = head, take
        self._kept: list[str] = []  # comments, and lines not understood

    def read(self) -> None:
        try:
            self._read()
        except MakachessError as error:
            self.faults = [str(error)]

    def _read(self) -> None:
        self.faults, self._kept = [], []
        for number, line in enumerate(text_of(self.path).splitlines(), 1):
            if line.strip() and line != self._head and not self._take(line.strip()):
                self._kept.append(line)
                if not line.startswith("#"):
                    where = f"{self.path.name}:{number}"
                    self.faults.append(f"{where}: not understood: {visible(line[:60])!r}")

    def change(self, lines: Callable[[], Iterable[str]]) -> str:
        """Read the file again, and put it on disk with other lines; why that failed, if it did."""

        def text() -> str:
            self._read()
            return "\n".join((self._head, *self._kept, *lines())) + "\n"

        return rewrite(self.path, text)
