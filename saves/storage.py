"""Files: the lines of one, writing it all or nothing, and a folder to write to if that fails."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from makachess.saves.errors import GameFileError, GivenUpError, SaveError
from makachess.saves.restriction import check_room, is_restricted
from makachess.saves.text import count_ends, from_utf16, split_lines, utf16_of
from makachess.variants.files import open_file

_PIECE = 1 << 16  # bytes that are read at a time, but at first only as many as a page has
_FIRST = 1 << 12


class Progress:
    """How much of files has been read in this context, which any thread may look at, and end."""

    def __init__(self) -> None:
        self.count = 0  # bytes
        self.is_given_up = False

    def note(self, count: int) -> None:
        """Note that something has been read; raises GivenUpError where nothing more is wanted."""
        self.count += count
        if self.is_given_up:
            raise GivenUpError("given up")


PROGRESS: ContextVar[Progress | None] = ContextVar("PROGRESS", default=None)


def watched(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a text; notes the progress, if anybody wants to know it."""
    progress = PROGRESS.get()
    for piece in pieces:
        if progress is not None:
            progress.note(len(piece))
        yield piece


class FileLines:
    """The lines of a game file, in UTF-8 if they are in UTF-16; GameFileError if it cannot be read.

    While one is looked at, `start` and `end` are its offsets in the file, in bytes, and `number`
    says how many there were.
    """

    def __init__(self, path: str | os.PathLike[str], offset: int = 0) -> None:
        self.name = os.fspath(path)
        self.start = self.end = offset
        self.number = 0

    def __iter__(self) -> Iterator[bytes]:
        try:
            with open_file(self.name) as file:
                utf16 = utf16_of(os.pread(file.fileno(), 2, 0))
                file.seek(self.end)
                pieces = watched(chain((file.read(_FIRST),), iter(partial(file.read, _PIECE), b"")))
                lines = split_lines(from_utf16(pieces, utf16) if utf16 else pieces)
                for line in chain.from_iterable(lines):
                    self.start = self.end
                    self.end += len(line.decode().encode(utf16)) if utf16 else len(line)
                    self.number += count_ends(line) if line.isspace() else 1
                    yield line
        except OSError as error:
            reason = f"the file cannot be read: {error.strerror}"
            raise GameFileError(reason, self.name) from None


def lines_in(data: bytes) -> Iterator[bytes]:
    """The lines of a text that is not in UTF-16, some at a time."""
    view = memoryview(data)
    pieces = (bytes(view[at : at + _PIECE]) for at in range(0, len(data), _PIECE))
    return chain.from_iterable(split_lines(watched(pieces)))


# --- writing, all or nothing ----------------------------------------------------------------------
#
# Neither a crash nor a full disk loses what was there before.

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


def write_atomically(path: Path, text: str | bytes, *, overwrite: bool = True) -> Stamp | None:
    """Replace a game file's contents, all or nothing; raises SaveError.

    The stamp is that of the file written. Without `overwrite` there must be no such file.
    """
    try:
        return replace_text(path, text) if overwrite else write_new(path, text)
    except FileExistsError:
        raise SaveError(f"{str(path)!r} exists already") from None
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


def replace_text(path: Path, text: str | bytes) -> Stamp | None:
    """Replace any file's contents, all or nothing; its stamp. Raises OSError, ValueError.

    The text goes to a new file beside it, which is forced to disk before it takes the name.
    """
    return _write(Path(os.path.realpath(path)), text, os.replace)  # a symbolic link is kept


def write_new(path: Path, text: str | bytes) -> Stamp | None:
    """Write a file of a free name, likewise; raises FileExistsError, OSError, ValueError."""
    return _write(path, text, take_name)


def _write(
    path: Path, text: str | bytes, put_in_place: Callable[[Path, Path], object]
) -> Stamp | None:
    contents = text.encode("utf-8") if isinstance(text, str) else text
    check_room(path, len(contents))
    temporary = temporary_beside(path)
    try:
        stamp = _write_new(temporary, contents, path)
        put_in_place(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)
    return stamp


def _write_new(path: Path, contents: bytes, like: Path) -> Stamp | None:
    """Write a new file and force it to disk, with owner and permissions of `like`, if it exists."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with open(handle, "wb") as file:
        with suppress(FileNotFoundError, PermissionError):
            status = like.stat()
            os.fchmod(handle, stat.S_IMODE(status.st_mode))
            os.fchown(handle, status.st_uid, status.st_gid)
        file.write(contents)
        file.flush()
        force_to_disk(file.fileno())
        return stamp_of(file.fileno())


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


# --- moving and removing: what is another program's stays -----------------------------------------


def take_name(file: Path, path: Path) -> None:
    """Give a file that only this program knows a name that is free.

    Raises OSError, and FileExistsError where something has that name by now.
    """
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
    """Give a file a name that is free; raises OSError, and FileExistsError likewise.

    What comes into its old place meanwhile stays there.
    """
    aside = _put_aside(path)
    try:
        take_name(aside, to)
    except OSError:
        with suppress(OSError):
            take_name(aside, path)
        raise
    for folder in {path.parent, to.parent}:
        with suppress(OSError):  # it has been moved
            sync_folder(folder)


def remove_own(path: Path, is_own: Callable[[Path], bool]) -> bool:
    """Remove a file if it is ours; whether it was.

    That is asked once more when the file has another name, by which no other program finds it: so
    nothing is removed that came into its place meanwhile, and it gets its name back.
    """
    with suppress(OSError):
        if _is_still(path, is_own):
            aside = _put_aside(path)
            if _is_still(aside, is_own):
                aside.unlink()
                return True
            take_name(aside, path)
    return False


def _is_still(path: Path, is_own: Callable[[Path], bool]) -> bool:
    with suppress(OSError, ValueError):
        return not path.is_symlink() and is_own(path)
    return False


def _put_aside(path: Path) -> Path:
    """Give a file another name; if this program is killed then, it is seen in lists of files."""
    aside = path.with_name(f"{path.stem}-{secrets.token_hex(4)}{path.suffix}")
    os.rename(path, aside)
    return aside


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


# --- where games go if their folder cannot be written ---------------------------------------------

NAME = "makachess-games"
ROOM = 65536  # bytes that a folder must take: more than almost every game


def fallback_folder(failing: Path) -> Path | None:
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
