"""Files are written all or nothing, and what is another program's stays.

Neither a crash nor a full disk loses what was there before.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from makachess.saves.errors import SaveError
from makachess.saves.restriction import check_room

Text = str | bytes | Iterable[str | bytes]
"""What a file is to hold; a large one in pieces, of which there are str and bytes."""

_TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")  # names of unfinished files


def temporary_beside(path: Path) -> Path:
    """The name of an unfinished file that is to take the place of a path."""
    return path.with_name(f".{secrets.token_hex(8)}.tmp")


def is_unfinished(path: Path) -> bool:
    """Whether a file is being written, or was by a program that was killed."""
    return _TEMPORARY.fullmatch(path.name) is not None


def reserve(path: Path) -> None:
    """Make an empty file to reserve its name; raises FileExistsError, SaveError."""
    try:
        if not path.exists():
            check_room(path, 0)
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


class Stamp(NamedTuple):
    """What tells a file from a later one of the same name; the time is in nanoseconds."""

    inode: int
    size: int
    time: int


def stamp_of(path: str | os.PathLike[str] | int) -> Stamp | None:
    """What a file is like now; None if there is none, or it cannot be told."""
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


def write_atomically(path: Path, text: Text, *, overwrite: bool = True) -> Stamp | None:
    """Replace a game file's contents, all or nothing; raises SaveError.

    The stamp is that of the file written. Without `overwrite` there must be no such file.
    """
    try:
        return replace_text(path, text) if overwrite else write_new(path, text)
    except FileExistsError:
        raise SaveError(f"{str(path)!r} exists already") from None
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


def replace_text(path: Path, text: Text) -> Stamp | None:
    """Replace any file's contents, all or nothing; its stamp. Raises OSError, ValueError.

    The text goes to a new file beside it, which is forced to disk before it takes the name.
    """
    return _write(Path(os.path.realpath(path)), text, os.replace)  # a symbolic link is kept


def write_new(path: Path, text: Text) -> Stamp | None:
    """Write a file of a free name, likewise; raises FileExistsError, OSError, ValueError."""
    return _write(path, text, take_name)


def _write(path: Path, text: Text, put_in_place: Callable[[Path, Path], object]) -> Stamp | None:
    """Write a new file with owner and permissions of the old one, if there is one."""
    if isinstance(text, str):
        text = text.encode("utf-8")
    if isinstance(text, bytes):
        check_room(path, len(text))
        text = (text,)
    temporary = temporary_beside(path)
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with open(handle, "wb") as file:
            with suppress(FileNotFoundError, PermissionError):
                status = path.stat()
                os.fchmod(handle, stat.S_IMODE(status.st_mode))
                os.fchown(handle, status.st_uid, status.st_gid)
            file.writelines(
                part.encode("utf-8") if isinstance(part, str) else part for part in text
            )
            file.flush()
            force_to_disk(handle)
            stamp = stamp_of(handle)
        put_in_place(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)
    return stamp


def force_to_disk(handle: int) -> None:
    """Let an open file or folder outlive a loss of power; raises OSError."""
    if sys.platform == "darwin":
        import fcntl  # which some systems do not have

        # fsync leaves it in the memory of the disk there; not all file systems know more than that.
        with suppress(OSError):
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Force a rename to disk, unless the folder may be written only; raises OSError."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
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


def take_name(file: Path, path: Path) -> None:
    """Give a file another name; raises OSError, and FileExistsError where something has it."""
    try:
        os.link(file, path)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no second names, and folders have none
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
        os.rename(file, path)
    else:
        file.unlink()


def move_file(path: Path, to: Path) -> None:
    """The same, perhaps in another folder, which holds after a loss of power."""
    take_name(path, to)
    for folder in {path.parent, to.parent}:
        with suppress(OSError):  # it has been moved
            sync_folder(folder)


def remove_own(path: Path, is_own: Callable[[Path], bool]) -> bool:
    """Remove a file if it is still ours; whether it was."""
    with suppress(OSError, ValueError):
        if not path.is_symlink() and is_own(path):
            path.unlink()
            return True
    return False


def under_free_name(path: Path, make: Callable[[Path], object]) -> Path:
    """Make a file of this name, or with a number behind it, whichever is free; its path.

    `make` raises FileExistsError for a name that is not.
    """
    others = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    for name in chain((path,), others):
        with suppress(FileExistsError):
            make(name)
            return name
    raise AssertionError("there is no end of names")
