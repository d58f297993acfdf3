"""Ordinary files, the only ones that are read: nothing else is opened, and nothing waited for."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open an ordinary file to be read; raises OSError, also for anything else."""
    check_ordinary(path)  # opening a device may be enough to change it
    return open(path, "rb", opener=_opened)


def _opened(path: str, _: int) -> int:
    handle = os.open(path, _FLAGS)
    try:
        _refuse_others(path, os.fstat(handle).st_mode)
    except OSError:
        os.close(handle)
        raise
    os.set_blocking(handle, True)
    return handle


def read_bytes(path: str | os.PathLike[str], largest: int) -> bytes:
    """The bytes of an ordinary file, at most one more than `largest`; raises OSError."""
    with open_file(path) as file:
        return file.read(largest + 1)


def names_in(folder: str | os.PathLike[str], suffix: str = "") -> list[str]:
    """The names in a folder that end so, in order; none if it is not there or cannot be read."""
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(suffix))
    except OSError:
        return []


def check_ordinary(path: str | os.PathLike[str]) -> None:
    """Raise OSError unless a path leads to an ordinary file."""
    try:
        mode = os.stat(path).st_mode
    except ValueError as error:  # a name with a NUL in it
        raise OSError(errno.EINVAL, str(error), path) from None
    _refuse_others(path, mode)


def _refuse_others(path: str | os.PathLike[str], mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not an ordinary file", path)
