"""Writing files atomically: neither a crash nor a full disk loses what was there before."""

from __future__ import annotations

import os
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from makachess.saves.errors import SaveError
from makachess.saves.game import Game
from makachess.saves.writer import format_game

TEMPORARY = ".tmp"  # how the names of unfinished files end; they begin with a dot


def save_game(game: Game, path: str | os.PathLike[str], *, overwrite: bool = True) -> None:
    """Write a game to a file of its own; when this returns it is on disk.

    Raises SaveError, leaving any older file intact; without `overwrite`, also if the file exists.
    """
    path = Path(path)
    if not overwrite and not reserve(path):
        raise SaveError(f"{str(path)!r} exists already")
    try:
        write_atomically(path, format_game(game))
    except SaveError:
        if not overwrite:
            path.unlink(missing_ok=True)
        raise


def reserve(path: Path) -> bool:
    """Make an empty file to reserve its name; False if the file exists.

    Raises SaveError if no file can be made.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    except FileExistsError:
        return False
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None
    return True


class Stamp(NamedTuple):
    """What tells a file from a later one of the same name; the time is in nanoseconds."""

    inode: int
    size: int
    time: int


def stamp_of(path: str | os.PathLike[str] | int) -> Stamp | None:
    """What a file is like now; None if there is none, or nobody can tell."""
    with suppress(OSError, ValueError):
        status = os.stat(path)
        return Stamp(status.st_ino, status.st_size, status.st_mtime_ns)
    return None


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they exist, and force their names to disk.

    Otherwise a loss of power could take the folder away, and with it what was saved in it. Raises
    OSError.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in missing:
        with suppress(OSError):  # it may be written, but not read
            sync_folder(path.parent)


def write_atomically(path: Path, text: str | bytes) -> Stamp | None:
    """Replace a game file's contents, all or nothing; raises SaveError.

    The stamp is that of the file written.
    """
    try:
        return replace_text(path, text)
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


def replace_text(path: Path, text: str | bytes) -> Stamp | None:
    """Replace any file's contents, all or nothing; its stamp. Raises OSError, ValueError.

    The text goes to a new file beside it, which is forced to disk before it takes the name.
    """
    contents = text.encode("utf-8") if isinstance(text, str) else text
    target = Path(os.path.realpath(path))  # a symbolic link is kept
    temporary = target.with_name(f".{secrets.token_hex(8)}{TEMPORARY}")
    try:
        stamp = _write_new(temporary, contents, target)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(target.parent)
    return stamp


def _write_new(path: Path, contents: bytes, like: Path) -> Stamp | None:
    """Write a new file and force it to disk, with the permissions of the file `like`, if any."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with open(handle, "wb") as file:
        with suppress(FileNotFoundError, PermissionError):
            os.chmod(path, stat.S_IMODE(like.stat().st_mode))
        file.write(contents)
        file.flush()
        force_to_disk(file.fileno())
        return stamp_of(file.fileno())


def force_to_disk(handle: int) -> None:
    """Let an open file or folder outlive a loss of power; raises OSError."""
    if sys.platform == "darwin":
        import fcntl  # which Windows does not have

        # fsync leaves it in the memory of the disk there; not all file systems know more than that.
        with suppress(OSError):
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Force a rename to disk, where the system can sync folders."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        force_to_disk(handle)
    except OSError:
        pass  # some network file systems refuse it; the file itself is on disk
    finally:
        os.close(handle)


def _refused(path: Path, error: OSError | ValueError) -> SaveError:
    """The error that says which file could not be written, and why."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return SaveError(f"the game cannot be saved as {str(path)!r}: {reason}", str(reason))
