"""Commands run to their end, scripts of the docs, what the system tells of running programs."""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent


def run(*command: object, cwd: Path = ROOT, **env: str) -> str:
    """Run a command, return what it prints, and let its errors fail the test."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "PYTHONPATH"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean | env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def script(name: str) -> ModuleType:
    """A script of the docs as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def proc_files(pattern: str) -> Iterator[str]:
    """The files of /proc that fit a pattern, such as `[0-9]*/stat`, of processes still there."""
    for path in Path("/proc").glob(pattern):
        with suppress(OSError):  # it has ended meanwhile
            yield path.read_text()


def remove_folder(folder: Path) -> None:
    """Remove a folder in which a running program writes: for that program, all of it at once."""
    shutil.rmtree(folder.rename(folder.with_name(f"{folder.name} removed")))


def processes_of(home: Path) -> list[int]:
    """The processes that have this data folder in their environment."""
    mark = f"MAKACHESS_HOME={home}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes().split(b"\0")
        except OSError:  # it has ended, or is somebody else's
            continue
        if mark in environment:
            found.append(int(entry.name))
    return found
