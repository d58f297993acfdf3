"""Runs makachess with faults: python injected.py FAULT... -- ARGUMENTS.

    slow=SECONDS            writing and fsync take so long
    ERROR@STEP=FLAG         while the file FLAG exists, STEP fails with ERROR, such as ENOSPC
    shadow=FOLDER           FOLDER is what a power cut would leave of the games (see `Shadow`)
    crash=FLAG              while the file FLAG exists, a save raises what nobody expects
    user=NUMBER             run as this user

A step is `open` (making a file), `write`, `fsync`, `rename` or `mkdir`. Faults concern the
folder of games only. They are injected in Python, below all code of makachess.
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import io
import os
import stat
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# From linux/prctl.h, linux/securebits.h and linux/capability.h.
PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP = 28, 1 << 2
LINUX_CAPABILITY_VERSION_3, CAP_DAC_READ_SEARCH = 0x20080522, 2
GAMES = Path(os.environ["MAKACHESS_HOME"], "games")


class Faults:
    """Which steps fail at the moment."""

    def __init__(self) -> None:
        self._errors: dict[str, list[tuple[int, Path]]] = {}
        self.slow = 0.0
        self.crash = Path(os.devnull, "never")

    def add(self, step: str, error: str, flag: str) -> None:
        self._errors.setdefault(step, []).append((getattr(errno, error), Path(flag)))

    def check(self, step: str) -> None:
        for number, flag in self._errors.get(step, ()):
            if flag.exists():
                raise OSError(number, os.strerror(number))


class Shadow:
    """The folder of games after a power cut, on a system that keeps only what fsync was called for.

    A file has the contents of its last fsync, and none if there was none. A name made, replaced or
    removed is so only after an fsync of the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._contents: dict[int, bytes] = {}  # of each inode, as last forced to disk
        folder.mkdir()

    def synced(self, handle: int) -> None:
        status = os.fstat(handle)
        if stat.S_ISREG(status.st_mode):
            self._contents[status.st_ino] = Path(f"/proc/self/fd/{handle}").read_bytes()
        elif stat.S_ISDIR(status.st_mode) and os.path.samestat(status, os.stat(GAMES)):
            self._sync_names()

    def _sync_names(self) -> None:
        there = {file.name: file.inode() for file in os.scandir(GAMES)}
        for path in self._folder.iterdir():
            if path.name not in there:
                path.unlink()
        for name, inode in there.items():
            new = self._folder.with_suffix(".new")  # the real disk may be read at any moment
            new.write_bytes(self._contents.get(inode, b""))
            new.replace(self._folder / name)


def _is_ours(path: str | os.PathLike[str]) -> bool:
    """Whether a path lies in the folder of games, or is it."""
    return GAMES in (Path(os.path.abspath(path)), *Path(os.path.abspath(path)).parents)


def inject(faults: Faults, shadow: Shadow | None) -> None:
    """Put the faults between makachess and the system."""
    real_open, real_fsync, real_mkdir = os.open, os.fsync, os.mkdir
    real_file = builtins.open

    def open_(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        if flags & os.O_CREAT and _is_ours(path):
            faults.check("open")
        return real_open(path, flags, *rest, **named)

    def fsync(handle: int) -> None:
        if _is_ours(os.readlink(f"/proc/self/fd/{handle}")):
            time.sleep(faults.slow)
            faults.check("fsync")
            if faults.crash.exists():
                raise ZeroDivisionError("a fault of ours")
        real_fsync(handle)
        if shadow is not None:
            shadow.synced(handle)

    def renaming(real: Callable[..., None]) -> Callable[..., None]:
        def rename(source: Any, target: Any, **named: Any) -> None:
            if _is_ours(target):
                faults.check("rename")
            real(source, target, **named)

        return rename

    def mkdir(path: Any, *rest: Any, **named: Any) -> None:
        if _is_ours(path):
            faults.check("mkdir")
        real_mkdir(path, *rest, **named)

    class FullFile(io.FileIO):
        def write(self, data: Any) -> int:
            faults.check("write")
            if not faults.slow:
                return super().write(data)
            half = len(data) // 2
            written = super().write(data[:half])
            time.sleep(faults.slow)
            return written + super().write(data[half:])

    def file(path: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
        is_written = mode in ("w", "wb") and isinstance(path, int)
        if not is_written or not _is_ours(os.readlink(f"/proc/self/fd/{path}")):
            return real_file(path, mode, *rest, **named)
        written = io.BufferedWriter(FullFile(path, "w"))
        return written if mode == "wb" else io.TextIOWrapper(written, **named)

    os.open, os.fsync, os.mkdir = open_, fsync, mkdir
    os.replace, os.rename, os.link = renaming(os.replace), renaming(os.rename), renaming(os.link)
    vars(builtins)["open"] = file


def become(user: int) -> None:
    """Give up all of root's rights but that of reading: Python may be installed for root alone."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
    header = struct.pack("Ii", LINUX_CAPABILITY_VERSION_3, 0)
    kept = 1 << CAP_DAC_READ_SEARCH
    if libc.capset(header, struct.pack("6I", kept, kept, 0, 0, 0, 0)):
        raise OSError(ctypes.get_errno(), "capset")


def main() -> None:
    cut = sys.argv.index("--")
    faults, shadow = Faults(), None
    for fault in sys.argv[1:cut]:
        name, _, value = fault.partition("=")
        if name == "slow":
            faults.slow = float(value)
        elif name == "crash":
            faults.crash = Path(value)
        elif name == "shadow":
            shadow = Shadow(Path(value))
        elif name == "user":
            become(int(value))
        else:
            error, _, step = name.partition("@")
            faults.add(step, error, value)
    inject(faults, shadow)
    sys.argv[1:] = sys.argv[cut + 1 :]
    from makachess.tui.program import main as makachess

    makachess()


if __name__ == "__main__":
    main()
