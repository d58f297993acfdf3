"""Errors of game files: unreadable text, failing disks, locked games."""

from __future__ import annotations

from makachess.core import MakachessError


class GameFileError(MakachessError):
    """A fault in a game file: which file, line and column (both from 1), and what is wrong there.

    `harmless` faults are reported, but the game could be read in full.
    """

    def __init__(
        self,
        message: str,
        name: str = "",
        line: int = 1,
        column: int = 1,
        *,
        harmless: bool = False,
    ) -> None:
        place = f"{name}:{line}:{column}" if name else f"line {line}, column {column}"
        super().__init__(f"{place}: {message}")
        self.message = message
        self.name = name
        self.line = line
        self.column = column
        self.harmless = harmless

    @property
    def here(self) -> str:
        """What is wrong, and on which line if it is not the first: for those who see which file."""
        if self.line == self.column == 1:
            return self.message
        return f"line {self.line}, column {self.column}: {self.message}"


class GivenUpError(MakachessError):
    """Files are read no further because somebody else has ended that."""


class SaveError(MakachessError):
    """A game that could not be written; the file that was there before is untouched.

    `reason` says why in a few words, such as `No space left on device`.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message


class LockedError(SaveError):
    """A game that is open in another program."""
