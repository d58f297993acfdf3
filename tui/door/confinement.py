"""The second wall around a visitor's process: what it could not do even if the first one fell.

The first are the checks of `saves.restriction`. This one is the system's: no new privileges, no
other process of the account may be looked into or ended, limits on what is used up, and on Linux
with Landlock no file but those of the program and the visitor's own folder.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILES, PROCESSES = 256, 4096  # open at a time; processes and threads of the whole account
MEMORY = 3 << 30  # bytes of addresses
LARGEST = 64 << 20  # bytes of a file
PROCESSOR = 12 * 3600  # seconds
LIMITS = (
    (resource.RLIMIT_CORE, 0),
    (resource.RLIMIT_NOFILE, FILES),
    (resource.RLIMIT_NPROC, PROCESSES),
    (resource.RLIMIT_AS, MEMORY),
    (resource.RLIMIT_FSIZE, LARGEST),
    (resource.RLIMIT_CPU, PROCESSOR),
)
PROGRAM = (
    *("/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share", "/lib", "/lib64", "/etc"),
    *("/proc/self", "/sys/devices/system/cpu"),
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/tty", "/dev/pts")

_NO_DUMPS, _NO_NEW_PRIVILEGES = 4, 38  # of prctl(2)
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # of Landlock: the same on all architectures
_RULES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # by version
_READ = 1 << 2 | 1 << 3  # files, and the names in folders
_READ_AND_RUN = _READ | 1
_WRITE_TO_DEVICE = 1 << 1 | 1 << 2 | 1 << 15
_NET, _SCOPE = 3, 3  # TCP: listen and connect; signals and abstract sockets of other processes


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def confine(own: Path | None, readable: Path) -> None:
    """Confine this process for good; `own` is the folder it may write to, if there is one."""
    for kind, most in LIMITS:
        with suppress(ValueError, OSError):
            _, hard = resource.getrlimit(kind)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (least, least))
    if sys.platform == "linux":
        library = ctypes.CDLL(None, use_errno=True)
        library.prctl(_NO_DUMPS, 0, 0, 0, 0)
        library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _forbid_files(library, own, readable)


def hide() -> None:
    """Let no process of the same account look into this one."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_NO_DUMPS, 0, 0, 0, 0)


def landlock_version() -> int:
    """The version of Landlock that the system has, 0 for none."""
    if sys.platform != "linux":
        return 0
    return max(int(ctypes.CDLL(None).syscall(_CREATE, None, 0, 1)), 0)


def _forbid_files(library: ctypes.CDLL, own: Path | None, readable: Path) -> None:
    if not (version := landlock_version()):
        return
    every = _RULES[max(known for known in _RULES if known <= version)]
    rules = _Ruleset(every, _NET if version >= 4 else 0, _SCOPE if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = library.syscall(_CREATE, ctypes.byref(rules), size, 0)
    if ruleset < 0:
        return
    allowed = [(path, _READ_AND_RUN) for path in (*map(Path, PROGRAM), *_python())]
    allowed += [(Path(device), _WRITE_TO_DEVICE | _READ) for device in DEVICES]
    allowed.append((readable, _READ))
    if own is not None:
        allowed.append((own, every))
    private = [os.path.realpath(path) for path in (own, readable.parent) if path is not None]
    for path, rights in allowed:
        # Whatever is named as a place of modules, no rule opens what is the host's or others'.
        if path != own and any(Path(one).is_relative_to(path) for one in private):
            continue
        with suppress(OSError):
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
            mine = rights & every if path.is_dir() else rights & every & ~(1 << 3)
            beneath = _PathBeneath(mine, handle)
            library.syscall(_ADD, ruleset, 1, ctypes.byref(beneath), 0)
            os.close(handle)
    library.syscall(_RESTRICT, ruleset, 0)
    os.close(ruleset)


def _python() -> Iterator[Path]:
    """The folders that Python and its modules are loaded from, links followed."""
    places = {os.path.dirname(sys.executable), os.path.dirname(os.path.realpath(sys.executable))}
    for prefix in (sys.prefix, sys.base_prefix):
        places.update(os.path.join(prefix, part) for part in ("lib", "lib64", "pyvenv.cfg"))
    places.update(filter(os.path.isabs, sys.path))
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    places.update(os.path.dirname(file) for file in files if file)
    yield from {Path(os.path.realpath(place)) for place in places}
