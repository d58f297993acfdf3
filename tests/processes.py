"""What the system tells of the processes that run."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def proc_files(pattern: str) -> Iterator[str]:
    """The files of /proc that fit a pattern, such as `[0-9]*/stat`, of processes still there."""
    for path in Path("/proc").glob(pattern):
        with suppress(OSError):  # it has ended meanwhile
            yield path.read_text()
