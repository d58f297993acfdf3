"""Files that grow game by game while others are being played: what is in them is safe and found.

A game half-written when the program or machine died is cut off before the next one is added.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from makachess.core import MakachessError
from makachess.saves.parser import Token, Visitor, visit_games
from makachess.saves.storage import force_to_disk
from makachess.saves.text import FileLines
from makachess.variants.files import check_ordinary

_BLANK = b"\0 \r\n"  # a power failure can leave zeros at the end of a file


@dataclass(frozen=True, slots=True)
class StoredGame:
    """The tags of a complete game in a file, and the byte behind it."""

    tags: dict[str, str]
    end: int


class AppendLog:
    """A file to which games are added; made when the first one is.

    What begins like `beginning` and is no complete game was being written here, and is cut off.
    """

    def __init__(self, path: Path, beginning: bytes) -> None:
        self._path = path
        self._beginning = beginning
        self._mended = False  # nothing half-written is at the end of the file

    def add(self, text: str) -> None:
        """Append a game; when this returns it is on disk. Raises MakachessError."""
        try:
            with open(self._path, "a+b") as file:
                if not self._mended:
                    end = max((kept.end for kept in read_stored(self._path)), default=0)
                    _mend_end(file, end, self._beginning)
                    self._mended = True
                file.write(text.encode() + b"\n")
                file.flush()
                force_to_disk(file.fileno())
        except OSError as error:
            raise MakachessError(f"{self._path}: {error.strerror or error}") from None


def read_stored(path: Path) -> Iterator[StoredGame]:
    """The complete games of an ordinary file, none if it is not there; raises MakachessError.

    A device or pipe is refused, since some can be read without end.
    """
    try:
        check_ordinary(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror or error}") from None
    lines = FileLines(path)
    whole = (line for line in lines if line.endswith(b"\n"))
    for stored in visit_games(whole, _Stored(lines)):
        if stored is not None:
            yield stored


class _Stored(Visitor[StoredGame | None]):
    """Notes the tags of a game, and where it ends; None for one without the result it should have.

    Moves are passed over.
    """

    def __init__(self, lines: FileLines) -> None:
        self._lines = lines

    def begin_game(self, token: Token) -> None:
        self._tags: dict[str, str] = {}
        self._end = 0

    def tag(self, token: Token) -> None:
        self._tags[token.name] = token.text

    def begin_moves(self) -> bool:
        return False

    def result(self, token: Token) -> None:
        if token.text == self._tags.get("Result"):
            self._end = self._lines.end

    def end_game(self) -> StoredGame | None:
        return StoredGame(self._tags, self._end) if self._end else None


def _mend_end(file: BinaryIO, end: int, beginning: bytes) -> None:
    """Cut off what was left half-written, so that a game can be added behind the last one."""
    file.seek(end)
    rest = file.read().strip(_BLANK)
    if not rest or rest.startswith(beginning) or beginning.startswith(rest):
        file.truncate(end)
    else:  # not ours
        end = file.seek(0, os.SEEK_END)
        file.write(b"\n")
    if end:
        file.write(b"\n")
