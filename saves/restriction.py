"""What the user of a shared account may not do: start programs, reach other folders.

It holds for the whole program from its beginning, and nothing takes it back.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from makachess.core.errors import MakachessError
from makachess.variants.sources import data_folder

MOST_FILES = 1000  # of a player's own, in all folders
MOST_BYTES = 64 << 20  # of all of them
PLAYERS = "players"  # the folder with those of the players

_restricted: list[bool] = []


class RestrictedError(MakachessError):
    """Something that is not allowed in a shared account."""


def restrict() -> None:
    _restricted.append(True)


def is_restricted() -> bool:
    return bool(_restricted)


def check_program(command: str) -> None:
    """Raise RestrictedError if no program may be started."""
    if is_restricted():
        raise RestrictedError(f"{command!r}: no program can be started in this account")


def check_path(path: Path) -> Path:
    """The path, if it may be read and written; raises RestrictedError for one elsewhere.

    The player's own folder is that of the data; links that lead out of it are followed first.
    """
    if is_restricted() and not path.resolve().is_relative_to((data_folder() / "games").resolve()):
        raise RestrictedError(f"{str(path)!r}: in this account games are kept in one folder only")
    return path


def check_room(path: Path, size: int) -> None:
    """Raise OSError if the player has no room for a file of a size.

    One that does not grow always has it. What lies in the trash counts, too.
    """
    if not is_restricted():
        return
    had = path.stat().st_size if path.exists() else -1
    if size <= had:
        return
    sizes = []
    for folder, _, names in os.walk(data_folder()):
        for name in names:
            with suppress(OSError):  # gone in the meantime
                sizes.append(os.lstat(os.path.join(folder, name)).st_size)
    if len(sizes) + (had < 0) > MOST_FILES or sum(sizes) + size - max(had, 0) > MOST_BYTES:
        room = f"{MOST_FILES:,} files of {MOST_BYTES >> 20} MB together"
        raise OSError(errno.EDQUOT, f"you have room for {room}: delete some, and empty the trash")


def player_folder(name: str) -> str:
    """The name of a player's folder, whatever characters that name has."""
    return quote(name, safe=" ").replace(".", "%2E")


def own_folder(name: str) -> Path:
    """The folder of a player of a shared account."""
    return data_folder() / PLAYERS / player_folder(name)
