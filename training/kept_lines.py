"""Files of results: a header of text, then a line of JSON for each, added to by every run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from makachess.core import MakachessError
from makachess.saves.errors import LockedError
from makachess.saves.locks import GameLock
from makachess.saves.storage import make_folder, replace_text
from makachess.variants.files import open_file

T = TypeVar("T")


def begin_file(path: Path, header: str) -> None:
    """Make a file with its header, all of it or nothing: half a header is no file of ours."""
    make_folder(path.parent)
    replace_text(path, header)


@contextmanager
def adding_to(path: Path) -> Iterator[None]:
    """Keep other runs from adding to a file meanwhile, which would have all results twice.

    Raises MakachessError if one is doing so.
    """
    make_folder(path.parent)  # for the lock beside it
    try:
        lock = GameLock(path)
    except LockedError:
        raise MakachessError(f"{path}: another run is adding to this file") from None
    try:
        yield
    finally:
        lock.release()


def open_lines(path: Path, header: str, read: Callable[[Any], T]) -> list[T]:
    """Make the file, or cut off what is torn at its end; what its lines say, as `read` takes them.

    Raises MakachessError if it has another header, which says how its results came about, or if
    a line was changed that is not the last one.
    """
    head = header.encode()
    if not path.exists():
        begin_file(path, header)
        return []
    with open_file(path) as file:
        data = file.read()
    if not data.startswith(head):
        found = data[: len(head) + 100].decode("utf-8", "replace")
        raise MakachessError(f"{path} has results of other settings: {found!r}; remove it")
    body = data[len(head) :]
    lines = list(_whole_lines(body, read))
    size = sum(size for size, _ in lines)
    if b"\n" in body[size:].rstrip(b"\n"):
        number = head.count(b"\n") + len(lines) + 1
        raise MakachessError(f"{path}:{number}: this line is damaged; remove it and those below")
    os.truncate(path, len(head) + size)
    return [said for _, said in lines]


def _whole_lines(data: bytes, read: Callable[[Any], T]) -> Iterator[tuple[int, T]]:
    """The length of each line and what it says, up to one that was cut short or changed."""
    for line in data.splitlines(keepends=True):
        try:
            said = read(json.loads(line)) if line.endswith(b"\n") else None
        except (TypeError, ValueError):
            return
        if said is None:
            return
        yield len(line), said


def append_line(path: Path, said: Any) -> None:
    """Add a line; it is in the file before this returns. Raises MakachessError."""
    append_bytes(path, json.dumps(said, separators=(",", ":")).encode("ascii") + b"\n")


def append_bytes(path: Path, data: bytes) -> None:
    """Add to a file; raises MakachessError, which names it, unlike what a full disk raises."""
    try:
        with path.open("ab") as file:
            file.write(data)
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror}") from None
