"""What has been solved, kept in a file of the data folder: one line for each exercise.

Several programs may write the file: each reads it again first and adds to it. Lines that cannot be
read, such as those of a later version, are reported and kept.
"""

from __future__ import annotations

import re
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.core.visible import visible
from makachess.saves.storage import make_folder, replace_text
from makachess.variants.folders import data_folder

LARGEST = 1 << 20  # characters, a hundred times what is needed
_LINE = re.compile(r"solved ([a-z-]+) ([a-z0-9-]+/[a-z0-9-]+)")
HEAD = "# Lessons and puzzles solved. Delete a line to have that one open again."


class Progress:
    """The exercises solved, by kind (`lessons`, `puzzles`) and key; faults of the file beside."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "state" / "progress.txt"
        self.faults: list[str] = []
        self._solved: dict[tuple[str, str], None] = {}
        self._kept: list[str] = []
        self._is_readable = True
        self._read()

    def is_solved(self, kind: str, key: str) -> bool:
        """Whether an exercise has been solved."""
        return (kind, key) in self._solved

    def count(self, kind: str) -> int:
        """How many of a kind have been solved."""
        return sum(known == kind for known, _ in self._solved)

    def solve(self, kind: str, key: str) -> str:
        """Note an exercise as solved, and put it on disk; why that failed, if it did."""
        if self.is_solved(kind, key):
            return ""
        self._read()
        self._solved[kind, key] = None
        if not self._is_readable:
            return self.faults[0]
        lines = [HEAD, *self._kept, *(f"solved {kind} {key}" for kind, key in self._solved)]
        try:
            make_folder(self.path.parent)
            replace_text(self.path, "\n".join(lines) + "\n")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            return f"Progress cannot be kept in {str(self.path)!r}: {reason}"
        return ""

    def _read(self) -> None:
        """Add what the file says to what is known."""
        self.faults, self._kept = [], []
        try:
            text = _text_of(self.path)
        except MakachessError as error:
            self.faults.append(str(error))
        self._is_readable = not self.faults
        if self.faults:
            return
        for number, line in enumerate(text.splitlines(), 1):
            if match := _LINE.fullmatch(line.strip()):
                self._solved[match[1], match[2]] = None
            elif line.strip() and line != HEAD:
                self._kept.append(line)
                if not line.startswith("#"):
                    where = f"{self.path.name}:{number}"
                    self.faults.append(f"{where}: not understood: {visible(line[:60])!r}")


def _text_of(path: Path) -> str:
    """The text of the file, empty if there is none; raises MakachessError."""
    try:
        if not path.exists():
            return ""
        if not path.is_file():  # opening a pipe would wait for a writer
            raise MakachessError(f"{path}: is not a regular file")
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(LARGEST + 1)
    except OSError as error:
        raise MakachessError(f"{path}: cannot be read: {error.strerror}") from None
    if len(text) > LARGEST:
        raise MakachessError(f"{path}: is larger than {LARGEST} characters")
    return text
