"""Processes that end together with all that they have started.

Each leads a process group in a session without a terminal: it cannot write to ours, and the keys
that end this program do not reach it. What has left both group and session cannot be reached.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

SESSIONS_ARE_KNOWN = Path("/proc/self/stat").exists()
"""Whether the groups that the members of a group have made can be found, too."""

_alive: set[int] = set()  # the leaders of the groups that have not been ended
_ROUNDS = 20  # looks at the members of a session that may still be starting others


def group_options() -> dict[str, Any]:
    """What to start a process with, so that it leads a group.

    A worker's programs stay in its session, and so end with it even if it is killed.
    """
    if not hasattr(os, "killpg"):
        return {}
    return {"process_group": 0} if _is_worker() else {"start_new_session": True}


def _is_worker() -> bool:
    """Whether this process leads a session without a terminal."""
    if os.getsid(0) != os.getpid():
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return True
    return False


class ProcessGroup:
    """The group of a process that was started with `group_options`."""

    def __init__(self, leader: int) -> None:
        self.leader = leader
        _alive.add(leader)

    def end(self) -> None:
        """Kill all its members.

        Once only, and as soon as the leader has ended: later its number may be another process's.
        """
        if self.leader in _alive:
            _alive.discard(self.leader)
            _kill(self.leader)


def end_all_groups() -> None:
    """Kill the members of all groups, where this process is to end at once."""
    for leader in tuple(_alive):
        _alive.discard(leader)
        _kill(leader)


def _kill(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if not hasattr(os, "killpg"):
            os.kill(leader, signal.SIGTERM)  # on Windows that ends it at once
            return
        os.killpg(leader, signal.SIGKILL)
    before: set[int] = set()
    for _ in range(_ROUNDS):
        running, ended = _look(leader)
        if not running and ended <= before:
            return  # one that ends during a look may have started another just before
        for pid in running:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        before = ended


def _look(session: int) -> tuple[list[int], set[int]]:
    """The processes of a session that run, whatever their groups; and the others that have ended.

    Those whose session can no longer be told count among the ended.
    """
    running: list[int] = []
    ended: set[int] = set()
    for pid in _listed():
        try:
            if os.getsid(pid) != session:
                continue
            if _is_dead(pid):
                ended.add(pid)
            else:
                running.append(pid)
        except OSError:
            ended.add(pid)
    return running, ended


def _listed() -> list[int]:
    """The processes of this machine, in the order in which they were looked at."""
    names = os.listdir("/proc") if SESSIONS_ARE_KNOWN else ()
    return [int(name) for name in names if name.isdecimal()]


def _is_dead(pid: int) -> bool:
    """Whether a process has ended, and only its exit status is left."""
    _, _, rest = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(") ")
    return rest[:1] in ("Z", "X")
