"""What opening a game's file has shown to be wrong with it, remembered until the file changes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from makachess.saves.storage import Stamp, replace_text

FILE = ".damaged.json"  # in the folder of games


class Condition(StrEnum):
    """What is known of the state of a file, as the screen puts it."""

    SOUND = ""
    DAMAGED = "damaged"
    UNREADABLE = "unreadable"


class Conditions:
    """The files of a folder that are known to be damaged; all others count as sound.

    They are listed in a file in that folder. If it cannot be written, or there is something else in
    it, the player is told of the damage once more: nothing worse.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._known: dict[str, list[object]] = _load(self._file)

    def of(self, name: str, size: int, time: int) -> Condition:
        """What is known of a file of this size and time (in nanoseconds)."""
        known = self._known.get(name)
        if known and known[:2] == [size, time]:
            with suppress(ValueError):
                return Condition(str(known[2]))
        return Condition.SOUND

    def note(self, name: str, stamp: Stamp | None, condition: Condition) -> None:
        """Remember what a file was like when it was read."""
        if stamp is None or self.of(name, stamp.size, stamp.time) is condition:
            return
        folder = self._file.parent
        known = {other: value for other, value in self._known.items() if (folder / other).exists()}
        known.pop(name, None)
        if condition is not Condition.SOUND:
            known[name] = [stamp.size, stamp.time, condition.value]
        self._known = known
        with suppress(OSError, ValueError):
            replace_text(self._file, json.dumps(known, indent=1) + "\n")


def _load(file: Path) -> dict[str, list[object]]:
    """What the file says, as far as it makes sense."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(file.read_text("utf-8"))
        if isinstance(found, Mapping):
            return {
                name: value
                for name, value in found.items()
                if isinstance(value, list) and len(value) == 3
            }
    return {}
