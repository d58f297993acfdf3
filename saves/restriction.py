"""What the user of a shared account may not do: start programs, reach other folders.

It holds for the whole program from its beginning, and nothing takes it back.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from makachess.core.errors import MakachessError
from makachess.variants.sources import data_folder

_restricted: list[bool] = []


class RestrictedError(MakachessError):
    """Something that is not allowed in a shared account."""


def restrict() -> None:
    """Begin to restrict the program."""
    _restricted.append(True)


def is_restricted() -> bool:
    """Whether the program is restricted."""
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


def own_folder(name: str) -> Path:
    """The folder of a player of a shared account, whatever characters the name has."""
    return data_folder() / "players" / quote(name, safe=" ").replace(".", "%2E")
