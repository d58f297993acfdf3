"""Where a game can be kept if its own folder cannot be written."""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from makachess.saves.restriction import is_restricted
from makachess.saves.storage import TEMPORARY

NAME = "makachess-games"
ROOM = 65536  # bytes that a folder must take: more than almost every game


def find_refuge(failing: Path) -> Path | None:
    """The first folder, other than one that fails, which takes a file; None if there is none."""
    for folder in () if is_restricted() else _generate_folders():
        if folder != failing and _takes_files(folder):
            return folder
    return None


def _generate_folders() -> Iterator[Path]:
    """Where people look for their files first."""
    with suppress(RuntimeError):  # no home
        yield Path.home() / NAME
    with suppress(OSError):  # no current folder
        yield Path.cwd() / NAME
    yield Path(tempfile.gettempdir()) / f"{NAME}-{_user()}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "mine"


def _is_own(folder: Path) -> bool:
    """Whether a folder is the user's: anybody can make one among the temporary files."""
    status = os.lstat(folder)
    return stat.S_ISDIR(status.st_mode) and (
        not hasattr(os, "getuid") or status.st_uid == os.getuid()
    )


def _takes_files(folder: Path) -> bool:
    """Whether files can be written in a folder, which is made and left only if they can."""
    made = not folder.exists()
    probe = folder / f".{secrets.token_hex(8)}{TEMPORARY}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if not _is_own(folder):
            return False
        try:
            with open(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as file:
                file.write(bytes(ROOM))
                file.flush()
                os.fsync(file.fileno())
        finally:
            probe.unlink(missing_ok=True)
            if made:
                folder.rmdir()
    except OSError:
        return False
    return True
