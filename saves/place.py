"""What a game has of its file: all of it, or the lines between those of other games."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from makachess.saves.errors import GameFileError, SaveError
from makachess.saves.files import open_file
from makachess.saves.index import GameIndex
from makachess.saves.loading import validate
from makachess.saves.parser import visit_games
from makachess.saves.storage import Stamp, stamp_of, write_atomically
from makachess.saves.tokens import Token
from makachess.saves.visitor import Visitor

LARGEST = 10 << 20
"""Bytes of a file in which a game may be rewritten.

Of ten megabytes the games are found in half a second, once; each save then takes a twentieth, and
the time of the disk. With fifty it would be two and a half seconds and a third.
"""

EXAMINED = 1 << 19
"""Bytes of a file all games of which are examined for damage first: it takes half a second."""


class Place:
    """The whole of a file. It knows what the file was like when it was last read or written."""

    def __init__(self, stamp: Stamp | None = None) -> None:
        self._stamp = stamp
        self._ours: tuple[tuple[int, bytes], ...] = ()  # what was last written, or was to be

    @property
    def stamp(self) -> Stamp | None:
        """What the file was like then."""
        return self._stamp

    def refusal(self, path: Path) -> str:
        """Why the file must stay as it is, such as `is damaged`; empty if it may be rewritten."""
        return ""

    def is_changed(self, path: Path) -> bool:
        """Whether another program has written the file since it was last read or written here.

        One that was only removed is not: there is nothing to be kept.
        """
        now = stamp_of(path)
        if self.stamp is None or now is None or now == self.stamp:
            return False
        if now.size in dict(self._ours):  # else it may be anything, such as a pipe
            with suppress(OSError):
                return _mark(path.read_bytes()) not in self._ours
        return True

    def write(self, path: Path, text: str) -> None:
        """Write the game's text; raises SaveError."""
        self._write(path, text.encode("utf-8"))

    def _write(self, path: Path, contents: bytes) -> None:
        self._ours = (*self._ours[-1:], _mark(contents))
        self._stamp = write_atomically(path, contents)


class PlaceInFile(Place):
    """The lines of one game among others; their bytes stay what they are."""

    def __init__(self, index: GameIndex, number: int) -> None:
        super().__init__()
        self._index = index
        self._number = number
        self._refusal: str | None = None  # not looked for yet

    @property
    def stamp(self) -> Stamp | None:
        """What the file was like when its games were counted, or one of them was written."""
        return self._index.stamp

    def is_changed(self, path: Path) -> bool:
        """Whether another program has written the file, or removed it with its other games."""
        if len(self._index) > 1 and not path.exists():
            return True
        return super().is_changed(path)

    def refusal(self, path: Path) -> str:
        """Why the file must stay as it is: it is damaged, or not to be divided into games."""
        if self._refusal is None:
            self._refusal = self._look(path)
        return self._refusal

    def _look(self, path: Path) -> str:
        if not path.exists():
            return ""
        if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
            return "is read-only and stays as it is"
        if refusal := too_large(stamp_of(path)):
            return refusal
        if any(not fault.harmless for fault in self._faults(path)):
            return "is damaged and stays as it is"
        span = self._index.span(self._number)
        if span is None or not _is_one_game(_lines(path, *span)):
            return "has something else in a line with this game and stays as it is"
        return ""

    def _faults(self, path: Path) -> Iterable[GameFileError]:
        """What is wrong with the file; where it is large, with this game of it."""
        stamp = stamp_of(path)
        if stamp is not None and stamp.size > EXAMINED:
            return self._index.read(self._number).problems
        return validate(path)

    def contents(self, path: Path) -> bytes:
        """The game's lines as they are; raises SaveError."""
        start, end = self._index.span(self._number) or (0, 0)
        return _contents(path)[start:end]

    def write(self, path: Path, text: str) -> None:
        """Put the game's text in the place of its lines; raises SaveError."""
        span = self._index.span(self._number)
        assert span is not None
        start, end = span
        old = _contents(path)
        before = old[start:end]
        new = text.encode("utf-8")
        if b"\r\n" in before:
            new = new.replace(b"\n", b"\r\n")
        self._write(path, old[:start] + new + old[end:])
        lines = new.count(b"\n") - before.count(b"\n")
        self._index.note_rewritten(self._number, len(new) - len(before), lines, self._stamp)


def too_large(stamp: Stamp | None) -> str:
    """Why a file is too large for a game in it to be rewritten; empty if it is not."""
    if stamp is None or stamp.size <= LARGEST:
        return ""
    return f"is larger than {LARGEST >> 20} MB and stays as it is"


def _mark(contents: bytes) -> tuple[int, bytes]:
    """What tells contents from others: their size and digest."""
    return len(contents), hashlib.blake2b(contents).digest()


def _contents(path: Path) -> bytes:
    """All bytes of a file, none if it was removed; raises SaveError."""
    try:
        with open_file(str(path)) as file:
            return file.read()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise SaveError(f"{path.name!r} cannot be read: {error.strerror}") from None


def _lines(path: Path, start: int, end: int) -> list[bytes]:
    with suppress(OSError), open_file(str(path)) as file:
        file.seek(start)
        return file.read(end - start).splitlines(keepends=True)
    return []


def _is_one_game(lines: Iterable[bytes]) -> bool:
    """Whether lines hold one game, and nothing behind its result, such as a comment."""
    counted = _Beginnings()
    with suppress(GameFileError):
        for _ in visit_games(lines, counted):
            pass
    return counted.count == 1


class _Beginnings(Visitor[None]):
    """Counts what begins a game, be it only a comment."""

    def __init__(self) -> None:
        self.count = 0

    def begin_game(self, token: Token) -> None:
        self.count += 1

    def begin_moves(self) -> bool:
        return False

    def end_game(self) -> None:
        pass
