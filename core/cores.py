"""How many cores a search may use; it can be asked without loading the engine."""

from __future__ import annotations

import os
from collections.abc import Mapping

MOST_CORES = 16
MOST_BY_ITSELF = 4  # threads; each further one adds less to a search than it takes from others
# Where these are set the app is shown elsewhere, and so runs on a host that is likely shared.
_ELSEWHERE = ("SSH_CONNECTION", "SSH_CLIENT", "TEXTUAL_DRIVER")


def usable_cores() -> int:
    """The cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def modest_cores(usable: int, environ: Mapping[str, str] = os.environ) -> int:
    """How many of the usable cores a search takes unless told otherwise: never all of several.

    Half of them, at most four: often two are halves of one, and the other half is for the interface
    and whatever else runs. On a host that is likely shared it is one.
    """
    if any(environ.get(name) for name in _ELSEWHERE):
        return 1
    return min(max(usable // 2, 1), MOST_BY_ITSELF)
