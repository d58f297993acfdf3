"""What a worker of a cluster does: batches of tasks. It needs makachess and Dask, and no files.

What all tasks share comes to a worker once, as a task of its own that unpacks it; the scheduler
keeps the bytes, so they can be sent again to whoever comes later.
"""

from __future__ import annotations

import pickle
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from makachess.core import MakachessError
from makachess.play.tasks.fingerprint import fingerprint


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
    """What all tasks share; nothing is unpacked by another makachess."""
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
    raise MakachessError("a worker of the cluster has another makachess than this one")


def _misfit(meant: str) -> str:
    return (
        f"a worker on {platform.node()} has another makachess than this one "
        f"({fingerprint()}, not {meant}): install the same everywhere"
    )
