"""Ordinary files, the only ones that are read: nothing else is opened, and nothing waited for."""

from __future__ import annotations

import errno
import io
import os
import stat
from typing import TYPE_CHECKING, BinaryIO, TypeVar, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

T = TypeVar("T")

_NOT_FILES = (
    (stat.S_ISFIFO, "it is a pipe, not an ordinary file"),
    (stat.S_ISSOCK, "it is a socket, not an ordinary file"),
    (stat.S_ISCHR, "it is a device, not an ordinary file"),
    (stat.S_ISBLK, "it is a device, not an ordinary file"),
    (stat.S_ISDIR, os.strerror(errno.EISDIR)),
)
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY


def open_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open an ordinary file to be read; raises OSError, also for anything else."""
    check_ordinary(path)  # opening a device may be enough to change it
    file = _WithoutWaiting(path, opener=lambda name, _: os.open(name, _FLAGS))
    try:
        _refuse_others(path, os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return cast("BinaryIO", io.BufferedReader(file))


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
    for is_other, reason in _NOT_FILES:
        if is_other(mode):
            raise OSError(errno.EINVAL, reason, path)


class _WithoutWaiting(io.FileIO):
    """A file that gives what it has; some of the kernel's look ordinary, and would wait."""

    def readinto(self, buffer: WriteableBuffer) -> int:
        count: int | None = super().readinto(buffer)
        return self._given(count)

    def readall(self) -> bytes:
        return self._given(super().readall())

    def _given(self, found: T | None) -> T:
        if found is None:
            raise OSError(
                errno.EAGAIN, "nothing can be read from it without waiting", str(self.name)
            )
        return found
