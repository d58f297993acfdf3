"""Everything that commands write: one way to each stream, on which nothing can command a terminal.

Other modules may not call click.echo; the linter says so.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click
from makachess.core.errors import MakachessError
from makachess.core.visible import visible


def say(text: object = "") -> None:
    """Write text to standard output, with a line break behind it."""
    click.echo("\n".join(map(visible, str(text).split("\n"))))


def complain(text: object) -> None:
    """Write a message to standard error, in one line."""
    click.echo(visible(str(text)), err=True)


def overwrite(text: str) -> None:
    """Put a text in the place of the last line of standard error, which must be a terminal."""
    click.echo(f"\r{visible(text)}\x1b[K", nl=False, err=True)


def deliver(pieces: Iterable[str], path: Path | None = None) -> None:
    """Write data piece by piece, to a new file or to standard output, in UTF-8.

    On a terminal control characters are escaped. Raises MakachessError if the file exists; what was
    written to it is removed if the pieces fail.
    """
    if path is not None:
        _write_new(pieces, path)
        return
    is_terminal = sys.stdout.isatty()
    for piece in pieces:
        shown = "\n".join(map(visible, piece.split("\n"))) if is_terminal else piece
        click.echo(shown.encode(), nl=False)


def _write_new(pieces: Iterable[str], path: Path) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        raise MakachessError(f"{str(path)!r} exists already") from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(pieces)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
