"""Opening game files: only ordinary ones, without waiting for anything, and line by line."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from makachess.saves.errors import GameFileError

LONGEST_LINE = 1 << 20
"""Bytes; the pieces of a longer line are counted as lines of their own."""

_NOT_FILES = (
    (stat.S_ISFIFO, "it is a pipe, not an ordinary file"),
    (stat.S_ISSOCK, "it is a socket, not an ordinary file"),
    (stat.S_ISCHR, "it is a device, not an ordinary file"),
    (stat.S_ISBLK, "it is a device, not an ordinary file"),
    (stat.S_ISDIR, os.strerror(errno.EISDIR)),
)
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
)


class FileLines:
    """The lines of a game file; iterating raises GameFileError if it cannot be read.

    While one is looked at, `start` and `end` are its offsets in the file, in bytes, and `number`
    says how many there were.
    """

    def __init__(self, path: str | os.PathLike[str], offset: int = 0) -> None:
        self.name = os.fspath(path)
        self.start = self.end = offset
        self.number = 0

    def __iter__(self) -> Iterator[bytes]:
        try:
            with open_file(self.name) as file:
                file.seek(self.end)
                for line in iter(partial(file.readline, LONGEST_LINE), b""):
                    if len(line) == LONGEST_LINE:
                        line = _cut_between_words(line)
                        file.seek(self.end + len(line))
                    self.start = self.end
                    self.end += len(line)
                    self.number += 1
                    yield line
        except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
            raise cannot_read(self.name, error) from None


def open_file(path: str) -> BinaryIO:
    """Open an ordinary file; raises OSError, also for anything else, and ValueError for no name."""
    _refuse_others(path, os.stat(path).st_mode)  # opening a device may be enough to change it
    handle = os.open(path, _FLAGS)
    try:
        _refuse_others(path, os.fstat(handle).st_mode)
    except OSError:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def cannot_read(name: str, error: OSError | ValueError) -> GameFileError:
    """The error that says why a file cannot be read."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return GameFileError(f"the file cannot be read: {reason}", name)


def _refuse_others(path: str, mode: int) -> None:
    for is_other, reason in _NOT_FILES:
        if is_other(mode):
            raise OSError(errno.EINVAL, reason, path)


def _cut_between_words(line: bytes) -> bytes:
    """As much of a line as can be read without the rest."""
    end = max(line.rfind(b" "), line.rfind(b"\t")) + 1
    return line[:end] if end else line
