"""Processes that are started: what is run, and how they end with all that they have started.

Nothing is run that just lies in the current folder. A process leads a group in a session without a
terminal: it cannot write to ours, and the keys that end this program do not reach it. What has left
its group cannot be reached.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from contextlib import suppress
from typing import Any

GAMES = ("/usr/games", "/usr/local/games")  # where Debian keeps them, often not in PATH
_alive: set[int] = set()  # the leaders of the groups that have not been ended


def own_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of ours in a process of its own.

    Without `-P`, Python would look for all modules in the current folder first. What PYTHONPATH
    names is found, as it is here.
    """
    return [sys.executable, "-P", "-m", module, *arguments]


def find_program(name: str) -> str | None:
    """Where a program is that a person names, by its path or as one in PATH; None if nowhere.

    An entry of PATH that is empty or relative, and so means another folder everywhere, counts for
    nothing.
    """
    folders = (*os.environ.get("PATH", os.defpath).split(os.pathsep), *GAMES)
    return shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, folders)))


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
