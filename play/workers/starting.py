"""What is run when a process is started: never anything that just lies in the current folder."""

from __future__ import annotations

import os
import shutil
import sys

GAMES = ("/usr/games", "/usr/local/games")  # where Debian keeps them, often not in PATH


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
