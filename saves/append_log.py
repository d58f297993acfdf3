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
from makachess.saves.storage import force_to_disk, open_file
from makachess.saves.tags import UNFINISHED, WINNERS, match_tag, unescape

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
                    _mend_end(file, self._beginning)
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
        with open_file(str(path)) as file:
            yield from generate_stored(file)
    except FileNotFoundError:
        return
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror or error}") from None


def generate_stored(file: BinaryIO) -> Iterator[StoredGame]:
    """The complete games of a file."""
    tags: dict[str, str] = {}
    end, complete = 0, False
    for line in file:
        end += len(line)
        text = line.decode(errors="replace").strip()
        match = match_tag(text)
        if match is not None:
            tags = {} if match[1] == "Event" else tags
            tags[match[1]] = unescape(match[2])
            complete = False
        elif not complete and line.endswith(b"\n") and _is_end(text, tags.get("Result", "")):
            complete = True
            yield StoredGame(tags, end)


def _is_end(text: str, result: str) -> bool:
    return (result in WINNERS or result == UNFINISHED) and text.split()[-1:] == [result]


def _mend_end(file: BinaryIO, beginning: bytes) -> None:
    """Cut off what was left half-written, so that a game can be added behind the last one."""
    file.seek(0)
    end = max((kept.end for kept in generate_stored(file)), default=0)
    file.seek(end)
    rest = file.read().strip(_BLANK)
    if not rest or rest.startswith(beginning) or beginning.startswith(rest):
        file.truncate(end)
    else:  # not ours
        end = file.seek(0, os.SEEK_END)
        file.write(b"\n")
    if end:
        file.write(b"\n")
