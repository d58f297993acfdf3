"""A folder that somebody else has filled: whatever of it is run, read or listed is written down."""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

OURS = ("makachess", "sitecustomize", "usercustomize")
# Programs, and what is looked for elsewhere; a folder is a module's as well as a file.
FILES = (
    *("settings.toml", "veteran.toml", "chess.toml", "variants/chess.toml", "pyvenv.cfg"),
    *(".env", ".pdbrc", ".inputrc", "gnuchess", "planted-engine", "sh", "python3", "bash", "tput"),
    *("level:1", "nodes:50", "veteran", "chess", "mine", "usual"),
)
RUN = "open({log!r}, 'a').write('run ' + {name!r} + chr(10))\n"
# In place of a person's own sitecustomize: it stands in a folder that PYTHONPATH names.
WATCH = """\
import os, sys
log, folder = {log!r}, {folder!r}
def watch(event, values):
    if event in ("open", "os.listdir", "os.scandir") and not isinstance(values[0], int):
        path = os.path.realpath(os.fsdecode(os.curdir if values[0] is None else values[0]))
        if path == folder or path.startswith(folder + os.sep):
            with os.fdopen(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "w") as file:
                print(event, path, sys.argv[1:], file=file)
sys.addaudithook(watch)
with os.fdopen(os.open(log + ".watched", os.O_WRONLY | os.O_APPEND | os.O_CREAT), "w") as file:
    print(os.getcwd() == folder, *sys.orig_argv, file=file)
"""


@cache
def modules() -> list[str]:
    return sorted({*sys.stdlib_module_names, *packages_distributions(), *OURS})


class Planted:
    """The folder, and what was touched of it by programs with its environment."""

    def __init__(self, place: Path, but: Collection[str] = ()) -> None:
        place = place.resolve()
        self.folder = place / "planted"
        self._log = place / "log"
        for name in (*(f"{module}.py" for module in modules() if module not in but), *FILES):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!{sys.executable}\n" + RUN.format(log=str(self._log), name=name))
            path.chmod(0o755)
        self.watching = place / "watching"
        self.watching.mkdir()
        text = WATCH.format(log=str(self._log), folder=str(self.folder))
        (self.watching / "sitecustomize.py").write_text(text)

    @property
    def touched(self) -> list[str]:
        """What was run, read or listed there."""
        return self._log.read_text().splitlines() if self._log.exists() else []

    @property
    def ran(self) -> list[str]:
        """What was run."""
        return [line for line in self.touched if line.startswith("run ")]

    @property
    def begun(self) -> list[list[str]]:
        """The command lines of the Python programs that began there."""
        lines = self._log.with_suffix(".watched").read_text().splitlines()
        return [line.split()[1:] for line in lines if line.startswith("True")]
