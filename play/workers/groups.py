"""Processes that end together with all that they have started.

Each leads a process group in a session without a terminal: it cannot write to ours, and the keys
that end this program do not reach it. What has left its group cannot be reached.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from typing import Any

_alive: set[int] = set()  # the leaders of the groups that have not been ended


def group_options() -> dict[str, Any]:
    """What to start a process with, so that it leads a group."""
    return {"start_new_session": True} if hasattr(os, "killpg") else {}


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
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self.leader, signal.SIGKILL)
                else:
                    os.kill(self.leader, signal.SIGTERM)  # on Windows that ends it at once


def end_all_groups() -> None:
    """Kill the members of all groups, where this process is to end at once."""
    for leader in tuple(_alive):
        ProcessGroup(leader).end()
