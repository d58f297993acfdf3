"""Files that runs add results to: what decides them is in a first line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.saves.errors import LockedError
from makachess.saves.locks import GameLock
from makachess.saves.storage import make_folder, replace_text
from makachess.variants.files import open_file


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


def open_settings(path: Path, settings: Mapping[str, Any]) -> bool:
    """Make a file that has nothing but settings yet, unless it is there with the same ones.

    Whether it was there; raises MakachessError if its settings are others.
    """
    if not path.exists():
        make_folder(path.parent)
        line = json.dumps(settings, separators=(",", ":"))
        replace_text(path, f"{line}\n")
        return False
    found = read_settings(path)
    if other := ", ".join(
        f"{name} {found.get(name)}, not {value}"
        for name, value in settings.items()
        if found.get(name) != value
    ):
        raise MakachessError(f"{path} has results of other settings ({other}); move it away")
    return True


def append_bytes(path: Path, data: bytes) -> None:
    """Add to a file; it is there before this returns. Raises MakachessError."""
    try:
        with path.open("ab") as file:
            file.write(data)
    except OSError as error:  # which does not name the file where a disk is full
        raise MakachessError(f"{path}: {error.strerror}") from None
