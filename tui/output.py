"""Everything that commands write: one way to each stream, on which nothing can command a terminal.

Other modules may not call click.echo; the linter says so.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import click
from makachess.core.errors import MakachessError
from makachess.core.text import visible
from makachess.variants.sources import data_folder

NOT_WRITTEN = 74
"""Exit status of a command whose output is lost, and of an app left with moves unsaved."""


class OutputError(Exception):
    """Standard output cannot be written; `status` is the command's.

    It is no OSError, so that it is not mistaken for a fault of another file, least of all by click.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(f"standard output cannot be written: {error.strerror or error}")
        self.has_reader = not isinstance(error, BrokenPipeError)
        self.status = NOT_WRITTEN if self.has_reader else 128 + signal.SIGPIPE


class _Guarded(io.RawIOBase):
    """The bytes of standard output; raises OutputError where they cannot be written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream  # which would close its file if it were given up
        self._raw = getattr(stream.buffer, "raw", stream.buffer)  # of Python -u it has no other

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        try:
            written: int | None = self._raw.write(data)
        except OSError as error:
            raise OutputError(error) from None
        return written


def guard_output() -> None:
    """From now on standard output raises OutputError where it cannot be written."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_Guarded(sys.stdout)),
            encoding=sys.stdout.encoding,
            errors="backslashreplace",
            line_buffering=sys.stdout.line_buffering,
        )


def say(text: object = "") -> None:
    """Write text to standard output, with a line break behind it."""
    click.echo("\n".join(map(visible, str(text).split("\n"))))


def complain(text: object) -> None:
    """Write a message to standard error, in one line, if anybody is there to read it."""
    with suppress(OSError):
        click.echo(visible(str(text)), err=True)


def overwrite(text: str) -> None:
    """Put a text in the place of the last line of standard error, which must be a terminal."""
    with suppress(OSError):
        click.echo(f"\r{visible(text)}\x1b[K", nl=False, err=True)


def deliver(pieces: Iterable[str], path: Path | None = None) -> None:
    """Write data piece by piece, to a new file or to standard output, in UTF-8.

    On a terminal control characters are escaped. Raises MakachessError if the file exists; there is
    none if the pieces fail.
    """
    if path is not None:
        _write_new(pieces, path)
        return
    if sys.stdout.isatty():
        for piece in pieces:
            click.echo("\n".join(map(visible, piece.split("\n"))).encode(), nl=False)
        return
    out = sys.stdout.buffer
    try:
        for piece in pieces:
            out.write(piece.encode())
    finally:
        out.flush()


def _write_new(pieces: Iterable[str], path: Path) -> None:
    from makachess.saves.storage import write_new

    try:
        if os.path.lexists(path):  # before all is read
            raise FileExistsError
        write_new(path, pieces)
    except FileExistsError:
        raise MakachessError(f"{str(path)!r} exists already") from None
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror or error}") from None


def short_path(path: Path) -> str:
    """A full path, with `~` for the home folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)


def first_time(name: str) -> bool:
    """Whether something has not been said before; an empty file in the data folder remembers it.

    Where none can be written it has been, or it would be said again and again.
    """
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).touch(exist_ok=False)
    except OSError:
        return False
    return True
