"""Batches of tasks on their way to the workers of a cluster, and what these do with them."""

from __future__ import annotations

import pickle
import platform
import sys
import time
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from makachess.core import MakachessError

LASTING = 1.0  # seconds that a batch should take at least
RATE = 100  # batches a second in all: half of what scheduler and client can do (docs/learning.md)
MOST = 500  # tasks in a batch
SHARES = 4  # batches for each core at least, so that all end at about the same time


class Batches:
    """Short tasks are batched, long ones go alone; the last ones, too, where they are counted."""

    def __init__(self, count: int) -> None:
        self._left = count or None  # tasks that may still be handed in, if that is known
        self.pending = 0  # batches
        self._tasks = 0  # done
        self._seconds = 0.0

    def size(self, cores: int) -> int:
        """How many tasks the next batch should have."""
        if not self._tasks:
            return 1
        lasting = max(LASTING, cores / RATE)
        size = int(lasting * self._tasks / max(self._seconds, 1e-6))
        if self._left is not None:
            size = min(size, self._left // (SHARES * max(1, cores)))
        return max(1, min(size, MOST))

    def hand_in(self, batch: Sized) -> None:
        """Note a batch, unless it is empty."""
        if batch:
            self.pending += 1
            if self._left is not None:
                self._left = max(0, self._left - len(batch))

    def take_in(self, done: Done) -> None:
        """Note that one is done."""
        self.pending -= 1
        self._tasks += len(done.results)
        self._seconds += done.seconds


# --- fingerprint ----------------------------------------------------------------------------------
#
# Whether two machines have the same makachess: what is computed there would be computed here.

# What decides how games go; screens and saved games may differ.
_FOLDERS = ("core", "play", "training", "variants")


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A digest of the sources installed here, and the series of Python, `3.12-0123456789abcdef`."""
    digest = sha256()
    root = Path(__file__).parents[1]
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return f"{sys.version_info.major}.{sys.version_info.minor}-{digest.hexdigest()[:16]}"


# --- remote ---------------------------------------------------------------------------------------
#
# What a worker of a cluster does: batches of tasks. It needs makachess and Dask, and no files.
#
# What all tasks share comes to a worker once, as a task of its own that unpacks it; the scheduler
# keeps the bytes, so they can be sent again to workers that join later.


@dataclass(frozen=True, slots=True)
class Common:
    """The function that does the tasks, what they share, and the makachess they are meant for."""

    fingerprint: str
    function: Callable[[Any, Any], Any]
    shared: Any


@dataclass(frozen=True, slots=True)
class Done:
    """The results of a batch in its order; if it failed, those before that, and why."""

    results: tuple[Any, ...]
    seconds: float
    failure: str = ""


def pack_common(function: Callable[[Any, Any], Any], shared: Any) -> bytes:
    """What `unpack_common` makes of these on a worker."""
    return pickle.dumps((fingerprint(), pickle.dumps((function, shared))))


def unpack_common(data: bytes) -> Common:
    """What all tasks share; nothing is unpacked by another version."""
    meant, packed = pickle.loads(data)
    if meant != fingerprint():
        return Common(meant, _refuse, None)
    function, shared = pickle.loads(packed)
    return Common(meant, function, shared)


def do_batch(common: Common, tasks: Sequence[Any]) -> Done:
    """Do tasks one after the other."""
    begun = time.perf_counter()
    if common.fingerprint != fingerprint():
        return Done((), 0.0, _misfit(common.fingerprint))
    results: list[Any] = []
    failure = ""
    try:
        for task in tasks:
            results.append(common.function(common.shared, task))
    except MakachessError as error:
        failure = str(error)
    except Exception as error:  # for the other end to report
        failure = repr(error)
    return Done(tuple(results), time.perf_counter() - begun, failure)


def _refuse(_: Any, __: Any) -> Any:
    """In place of a function that was not unpacked, where another worker had to do that."""
    raise MakachessError("a worker of the cluster has another version of makachess")


def _misfit(meant: str) -> str:
    return (
        f"a worker on {platform.node()} has another version of makachess than this one "
        f"({fingerprint()}, not {meant}): install the same everywhere"
    )
