"""A lock beside a saved game's file, so that only one program plays it; it dies with its holder.

The lock is a file of its own, `.NAME.lock`, because every save replaces the game's file. It is
locked by `flock`, so a file left behind means nothing. Where that cannot be, nobody is kept out:
a save still sees what another program has written, and leaves it alone.
"""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from makachess.saves.errors import LockedError
from makachess.variants.files import check_ordinary

try:
    import fcntl
except ImportError:  # a system without locks of files
    fcntl = None  # type: ignore[assignment]

PATIENCE, PAUSE = 2.0, 0.02  # seconds that a lock is waited for, and between two looks
LOCK = ".lock"  # how the names of lock files end; they begin with a dot
LONGEST = 200  # bytes of one, more than any has
_FLAGS = os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY
_HOLDER = re.compile(r"(\d{1,10}) ([\w.-]{1,64}) (\d{1,12})\n")
_held: dict[str, GameLock] = {}  # those of this process, by the lock file's real path


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a game open: process id, host, and since when (seconds since 1970)."""

    process: int
    host: str
    since: int

    def __str__(self) -> str:
        moment = time.strftime("%Y-%m-%d %H:%M", time.localtime(self.since))
        return f"process {self.process} on {self.host} since {moment}"


class GameLock:
    """The right to write a game's file, until `release` or the end of the process.

    Raises LockedError if another program has it. Within this program the latest lock wins, so that
    a closing screen does not keep out the next one. Where no lock file can be made there is no
    lock, but no game can be saved there either.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._file = _lock_file(path)
        self._key = os.path.realpath(self._file)
        self._before = before = _held.get(self._key)
        self._is_wanted = True  # by its maker, also while another holds it
        self._handle: int | None = before._handle if before else _acquire(self._file)
        _held[self._key] = self

    @property
    def is_held(self) -> bool:
        """Whether the game is still this lock's."""
        return _held.get(self._key) is self

    def renew(self) -> None:
        """Make the lock file again if it has been removed.

        Raises LockedError if another program has the game by now.
        """
        lost = self._handle
        if lost is None:  # there was no room for a lock file, or no folder
            self._handle = _acquire(self._file)
        elif not _is_at(lost, self._file):
            self._handle = _acquire(self._file)
            os.close(lost)

    def give_back(self) -> None:
        """Return the game to its holder before in this program, or release it to others."""
        before = self._before
        if self.is_held and before is not None and before._is_wanted:
            before._handle = self._handle
            _held[self._key] = before
        else:
            self.release()

    def release(self) -> None:
        """Release the game, if it is still held."""
        self._is_wanted = False
        if not self.is_held:
            return
        del _held[self._key]
        if self._handle is not None:
            with suppress(OSError):  # while it is locked, so that it cannot be another's by now
                if _is_at(self._handle, self._file) and _is_ours(self._handle):
                    os.unlink(self._file)
            os.close(self._handle)


def is_held_here(path: str | os.PathLike[str]) -> bool:
    """Whether this program plays a game, or is writing its file."""
    return os.path.realpath(_lock_file(path)) in _held


@contextmanager
def holding(path: str | os.PathLike[str], patience: float = 0.0) -> Iterator[None]:
    """Lock a file while writing it; raises LockedError if another program keeps it so long."""
    lock = None if is_held_here(path) else lock_patiently(path, patience)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def lock_patiently(path: str | os.PathLike[str], patience: float) -> GameLock:
    """Lock a file; raises LockedError if another program keeps it for so many seconds."""
    end = time.monotonic() + patience
    while True:
        try:
            return GameLock(path)
        except LockedError:
            if time.monotonic() >= end:
                raise
        time.sleep(PAUSE)


@contextmanager
def alone_with(path: str | os.PathLike[str]) -> Iterator[None]:
    """Lock a file that no process may have open, not even this one; raises LockedError."""
    if is_held_here(path):
        raise LockedError("This game is still open in this program")
    with holding(path):
        yield


def waiting_for(path: str | os.PathLike[str]) -> AbstractContextManager[None]:
    """Lock a file that programs have for a moment only; raises LockedError if one keeps it."""
    return holding(path, PATIENCE)


def _lock_file(path: str | os.PathLike[str]) -> Path:
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}{LOCK}")


def _acquire(file: Path) -> int | None:
    """Our open lock file, None where none can be made; raises LockedError."""
    while True:
        try:
            handle = _open(file)
        except (OSError, ValueError):
            return None
        if _lock(handle, file):
            with suppress(OSError):  # the disk is full: locked all the same
                if _is_ours(handle):
                    os.ftruncate(handle, 0)
                    os.pwrite(handle, _own_name(), 0)
            return handle


def _is_ours(handle: int) -> bool:
    """Whether an open file is one of a lock, and not one of others that has the name of one."""
    text = os.pread(handle, LONGEST + 1, 0)
    return not text.strip(b"\0") or _HOLDER.fullmatch(text.decode("ascii", "replace")) is not None


def _own_name() -> bytes:
    return f"{os.getpid()} {_host()} {time.time():.0f}\n".encode("ascii")


def _host() -> str:
    return re.sub(r"[^A-Za-z0-9_.-]", "-", socket.gethostname())[:64] or "-"


def _open(file: Path) -> int:
    with suppress(FileNotFoundError):
        check_ordinary(file)
    return os.open(file, _FLAGS | os.O_CREAT, 0o666)


def _lock(handle: int, file: Path) -> bool:
    """Lock an open file; False to try again. Raises LockedError."""
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise LockedError(_refusal(_close_and_read(handle))) from None
    except OSError:
        return True  # files cannot be locked here
    # Its last holder may have removed it after we opened it, and another may have created it again.
    if _is_at(handle, file):
        return True
    os.close(handle)
    return False


def _is_at(handle: int, file: Path) -> bool:
    with suppress(OSError):
        return os.path.samestat(os.fstat(handle), os.stat(file))
    return False


def _close_and_read(handle: int) -> Holder | None:
    """Close another's lock file and return its holder."""
    text = os.pread(handle, LONGEST, 0)
    os.close(handle)
    found = _HOLDER.fullmatch(text.decode("ascii", "replace"))
    return Holder(int(found[1]), found[2], int(found[3])) if found else None


def _refusal(holder: Holder | None) -> str:
    return f"This game is open in another program ({holder or 'not known which'})"
