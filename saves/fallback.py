"""Where games go if their folder cannot be written."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from makachess.saves.restriction import is_restricted
from makachess.saves.storage import temporary_beside, write_new

NAME = "makachess-games"
ROOM = 65536  # bytes that a folder must take: more than almost every game


def fallback_folder(failing: Path) -> Path | None:
    """The first folder, other than one that fails, which takes a file; None if there is none."""
    for folder in () if is_restricted() else _generate_folders():
        if folder != failing and _takes_files(folder):
            return folder
    return None


def _generate_folders() -> Iterator[Path]:
    with suppress(RuntimeError):  # no home
        yield Path.home() / NAME
    with suppress(OSError):  # no current folder
        yield Path.cwd() / NAME
    yield Path(tempfile.gettempdir()) / f"{NAME}-{os.getuid()}"


def _is_own(folder: Path) -> bool:
    """Whether a folder is the user's: any user can make one among the temporary files."""
    status = os.lstat(folder)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()


def _takes_files(folder: Path) -> bool:
    """Whether files can be written in a folder, which is made and left only if they can."""
    made = not folder.exists()
    probe = temporary_beside(folder / NAME)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if not _is_own(folder):
            return False
        try:
            write_new(probe, bytes(ROOM))
        finally:
            probe.unlink(missing_ok=True)
            if made:
                folder.rmdir()
    except OSError:
        return False
    return True
