"""Files of results: what decides them in a line of JSON, then a line for each as it comes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from makachess.core import MakachessError
from makachess.saves.errors import LockedError
from makachess.saves.locks import GameLock
from makachess.saves.storage import make_folder, replace_text
from makachess.variants.files import open_file

T = TypeVar("T")


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


def read_settings(path: Path) -> dict[str, Any]:
    """What decides the results in a file; raises MakachessError if it has none."""
    said = None
    try:
        with open_file(path) as file:
            said = json.loads(file.readline())
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror}") from None
    except ValueError:
        pass
    if not isinstance(said, dict):
        raise MakachessError(f"{path}: this is no file of results")
    return said


def read_results(path: Path, read: Callable[[Any], T]) -> tuple[list[T], int]:
    """What the lines of a file say, as `read` takes them, and where the last whole one ends.

    A line that was being written when the program or the machine died ends them. Raises
    MakachessError at any other that `read` refuses, since all behind it would be lost.
    """
    results: list[T] = []
    with open_file(path) as file:
        head, *lines = file.read().splitlines(keepends=True)
    end = len(head)
    for number, line in enumerate(lines, 2):
        try:
            results.append(read(json.loads(line if line.endswith(b"\n") else "")))
        except (TypeError, ValueError):
            if b"".join(lines[number - 1 :]).strip(b"\0\n"):
                told = "this line is damaged; remove it and those below"
                raise MakachessError(f"{path}:{number}: {told}") from None
            break
        end += len(line)
    return results, end


def open_results(path: Path, settings: Mapping[str, Any], read: Callable[[Any], T]) -> list[T]:
    """Make a file, or cut off a line that is torn; the results it has. Raises MakachessError."""
    if not open_settings(path, settings):
        return []
    results, end = read_results(path, read)
    os.truncate(path, end)
    return results


def open_settings(path: Path, settings: Mapping[str, Any]) -> bool:
    """Make a file that has nothing but settings yet, unless it is there with the same ones.

    Whether it was there; raises MakachessError if its settings are others.
    """
    if not path.exists():
        make_folder(path.parent)
        replace_text(path, _line(settings).decode())
        return False
    found = read_settings(path)
    if other := ", ".join(
        f"{name} {found.get(name)}, not {value}"
        for name, value in settings.items()
        if found.get(name) != value
    ):
        raise MakachessError(f"{path} has results of other settings ({other}); move it away")
    return True


def append_result(path: Path, said: Any) -> None:
    """Add a line; it is in the file before this returns. Raises MakachessError."""
    append_bytes(path, _line(said))


def append_bytes(path: Path, data: bytes) -> None:
    """The same for bytes."""
    try:
        with path.open("ab") as file:
            file.write(data)
    except OSError as error:  # which does not name the file where a disk is full
        raise MakachessError(f"{path}: {error.strerror}") from None


def _line(said: Any) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode("ascii") + b"\n"
