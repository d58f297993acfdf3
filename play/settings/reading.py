"""Reading the settings file, of bounded size, reporting every fault with its line."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.settings.values import AUTO_CORES, Settings, read_settings
from makachess.saves.restriction import is_restricted
from makachess.variants.folders import config_folder
from makachess.variants.places import key_places

NAME = "settings.toml"
LARGEST = 65536  # bytes, some hundred times what is needed
BOM = "\ufeff"

KeyPath = tuple[str, ...]


class SettingsError(MakachessError):
    """A fault in the settings file: which file, line (from 1; 0: the file), what is wrong there."""

    def __init__(self, message: str, path: Path, line: int = 0) -> None:
        super().__init__(f"{path}{f':{line}' if line else ''}: {message}")
        self.message = message
        self.path = path
        self.line = line

    @property
    def short(self) -> str:
        """The same with the bare file name, where space is short."""
        return f"{self.path.name}{f':{self.line}' if self.line else ''}: {self.message}"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A settings file as read: what it sets, its text, what is wrong with it.

    `table` is None where the file could not be read at all; then nothing may be written over it.
    """

    path: Path
    settings: Settings
    text: str = ""
    table: Mapping[str, object] | None = None
    faults: tuple[SettingsError, ...] = ()

    def fault(self, key: KeyPath, reason: str) -> SettingsError:
        """A fault at a key, such as ("keys", "undo")."""
        return _fault(self.path, self.text, key, reason)


def settings_path() -> Path:
    """Where the settings of this user are."""
    return config_folder() / NAME


def load_settings(path: Path | None = None) -> SettingsFile:
    """Read the settings; a file that is not there sets nothing, faults are in the result."""
    path = path or settings_path()
    try:
        text = _read(path)
        table = parse_toml(text, path)
    except FileNotFoundError:
        return SettingsFile(path, Settings(), table={})
    except SettingsError as error:
        return SettingsFile(path, Settings(), faults=(error,))
    faults: list[SettingsError] = []
    report = partial(_report, faults, path, text)
    settings = read_settings(table, report)
    if is_restricted():  # neither what names programs nor how many cores are taken is said here
        settings = replace(settings, engines={}, opponent="", cores=AUTO_CORES)
    return SettingsFile(path, settings, text, table, tuple(faults))


def _report(faults: list[SettingsError], path: Path, text: str, key: KeyPath, reason: str) -> None:
    faults.append(_fault(path, text, key, reason))


def _fault(path: Path, text: str, key: KeyPath, reason: str) -> SettingsError:
    places = key_places(text.removeprefix(BOM))
    line = next((places[key[:n]][0] for n in range(len(key), 0, -1) if key[:n] in places), 0)
    return SettingsError(f"{'.'.join(key)}: {reason}", path, line)


def _read(path: Path) -> str:
    """The text of a settings file; raises SettingsError, FileNotFoundError where there is none."""
    try:
        data = _read_bytes(path)
        return data.decode("utf-8")
    except (FileNotFoundError, SettingsError):
        raise
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"not UTF-8 text (byte {data[error.start]:#x})", path, line) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"cannot be read: {reason}", path) from None


def _read_bytes(path: Path) -> bytes:
    # Opening a pipe must not wait for a writer.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise SettingsError("is not a regular file", path)
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise SettingsError(f"is larger than {LARGEST // 1024} KiB", path)
    return data


def parse_toml(text: str, path: Path) -> dict[str, object]:
    """A text as TOML; raises SettingsError."""
    try:
        return tomllib.loads(text.removeprefix(BOM))
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        place = re.search(r" \(at line (\d+), column \d+\)$", reason)
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        reason = reason[: place.start()] if place else reason
        raise SettingsError(f"not TOML: {reason}", path, line) from None
