"""What is told at the end: games that could not be saved, and a report of a fault of our own."""

from __future__ import annotations

import platform
import re
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.saves import Game, format_game
from makachess.tui.output import NOT_WRITTEN, OutputError, complain, say
from makachess.variants.sources import data_folder


@dataclass(frozen=True, slots=True)
class UnsavedGame:
    """A game as it was left, why it is not on disk, and whether its text is to be printed."""

    text: str
    reason: str
    printed: bool


class ExitReport:
    """Collects what is to be said after the app, and says it."""

    def __init__(self) -> None:
        self._unsaved: list[UnsavedGame] = []
        self._note = ""

    @property
    def status(self) -> int:
        """The exit status of an app that has left moves unsaved, however it ended, or 0."""
        return NOT_WRITTEN if self._unsaved else 0

    def leave_unsaved(self, game: Game, reason: str, *, printed: bool) -> None:
        """Note that a game was left which is not on disk."""
        self._unsaved.append(UnsavedGame(format_game(game), reason, printed))

    def note(self, text: str) -> None:
        self._note = text

    def take_note(self) -> str:
        """What was noted last, if anything, for the screen that follows."""
        text, self._note = self._note, ""
        return text

    def tell(self) -> None:
        """Say what was noted and which games are not saved, and print them to be copied."""
        with suppress(OSError, OutputError):  # the terminal has gone
            if note := self.take_note():
                complain(f"makachess: {note}")
            for game in self._unsaved:
                complain(f"makachess: NOT SAVED: {game.reason}")
                if game.printed:
                    say(game.text)


FAULT = 70  # exit status after a fault of ours
KEPT = 20  # reports; older ones are removed
PREFIX, SUFFIX = "fault-", ".txt"
_NAME = re.compile(rf"{PREFIX}\d{{8}}-\d{{6}}-\w+\{SUFFIX}")


def tell_fault(error: BaseException) -> str:
    """Write a report; what went wrong and where the report lies, in one line."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    path = write_report(error)
    where = f"the report is in {path}" if path else "no report could be written"
    return f"internal error ({what[:200]}); {where}"


def write_report(error: BaseException) -> Path | None:
    """Write a report into the data folder, or else among the temporary files."""
    text = _report(error)
    with suppress(OSError, MakachessError):  # such as a home folder that is nobody's
        folder = data_folder() / "state"
        folder.mkdir(parents=True, exist_ok=True)
        path = _write(text, folder)
        _tidy(folder, path)
        return path
    with suppress(OSError):
        return _write(text, Path(tempfile.gettempdir()))
    return None


def _write(text: str, folder: Path) -> Path:
    """Write a report under a name that nobody could know, nor have taken; raises OSError."""
    name = f"{PREFIX}{time.strftime('%Y%m%d-%H%M%S')}-"
    handle, path = tempfile.mkstemp(SUFFIX, name, folder)
    with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return Path(path)


def _report(error: BaseException) -> str:
    from importlib.metadata import version

    return "".join(
        (
            f"makachess {version('makachess')}, Python {platform.python_version()}, ",
            f"{platform.platform()}\n{time.strftime('%Y-%m-%d %H:%M:%S %z')}\n",
            f"arguments: {sys.argv[1:]!r}\n\n",
            *traceback.format_exception(error),
        )
    )


def _tidy(folder: Path, last: Path) -> None:
    """Keep the last reports only; `last` is the very last, whatever the clock says."""
    with suppress(OSError):
        reports = (path for path in folder.iterdir() if _NAME.fullmatch(path.name))
        for path in sorted(path for path in reports if path != last)[: 1 - KEPT]:
            path.unlink()
