"""Changing the settings file: only what has changed, under a lock, all or nothing."""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from makachess.play.settings.reading import (
    BOM,
    SettingsError,
    SettingsFile,
    load_settings,
    parse_toml,
    settings_path,
)
from makachess.play.settings.values import Settings, check, check_name, toml_key
from makachess.saves.storage import replace_text

LOCK = ".settings.lock"
PATIENCE = 2.0  # seconds; the lock is held for a hundredth of one
TITLE = (
    "# Settings of makachess. What you write here stays as it is when the app changes a value.\n"
)

Changes = Mapping[tuple[str, ...], object]  # None: the entry is removed


def change_settings(path: Path | None = None, /, **values: object) -> None:
    """Write settings by field name, leaving the rest of the file untouched.

    Raises SettingsError, and the file is then as it was: for a wrong value, for a file that is
    broken or cannot be written.
    """
    _change(path or settings_path(), {(name,): value for name, value in values.items()})


def engines(path: Path | None = None) -> Mapping[str, str]:
    """The command lines of the engines the player knows, by name."""
    return load_settings(path).settings.engines


def remember_engine(name: str, command: str, path: Path | None = None) -> None:
    """Write an engine's command line under a name; raises SettingsError as change_settings does."""
    path = path or settings_path()
    try:
        name = check_name(name)
    except ValueError as error:
        raise SettingsError(f"engines: {name!r} {error}", path) from None
    _change(path, {("engines", name): command})


def forget_engine(name: str, path: Path | None = None) -> None:
    """Take an engine out of the settings; raises SettingsError as change_settings does."""
    _change(path or settings_path(), {("engines", name): None})


def change_keys(action: str, keys: Sequence[str] | None, path: Path | None = None) -> None:
    """Write the keys of an action as people write them, or with None those declared again.

    Raises SettingsError as change_settings does.
    """
    value = None if keys is None else [*keys] if len(keys) > 1 else keys[0]
    _change(path or settings_path(), {("keys", action): value})


def remember_options(variant: str, options: str, path: Path | None = None) -> None:
    """Write the options of a variant (`name=value; ...`); raises SettingsError likewise."""
    _change(path or settings_path(), {("options", variant): options})


def _change(path: Path, changes: Changes) -> None:
    checked = {where: _checked(path, where, value) for where, value in changes.items()}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            _rewrite(load_settings(path), checked)
    except OSError as error:
        raise SettingsError(f"cannot be written: {error.strerror}", path) from None


def _checked(path: Path, where: tuple[str, ...], value: object) -> object:
    try:
        checked = check(where, value) if value is not None else None
        return value if where[0] == "keys" else checked
    except ValueError as error:
        raise SettingsError(f"{'.'.join(where)}: {value!r} {error}", path) from None


def _rewrite(file: SettingsFile, changes: Changes) -> None:
    """Write what differs from the file as it is now."""
    if file.table is None:
        raise SettingsError(f"{file.faults[0].message}; nothing is written to it", file.path)
    wanted = {
        _spelt(where): value for where, value in changes.items() if _differs(file, where, value)
    }
    if wanted:
        text = _edited(file, wanted)
        replace_text(file.path, text)


def _spelt(where: tuple[str, ...]) -> tuple[str, ...]:
    return toml_key(where[0]), *where[1:]


def _differs(file: SettingsFile, where: tuple[str, ...], value: object) -> bool:
    assert file.table is not None
    held: object = file.table
    for key in _spelt(where):
        held = held.get(key) if isinstance(held, Mapping) else None
    if held is None and len(where) == 1:
        held = getattr(Settings(), where[0])
    return held != value or type(held) is not type(value)


def _edited(file: SettingsFile, changes: Changes) -> str:
    """The file's text with values changed; raises SettingsError where that would lose something."""
    import tomlkit  # loading it takes longer than reading the settings
    from tomlkit.exceptions import TOMLKitError

    bom = BOM if file.text.startswith(BOM) else ""
    try:
        document = tomlkit.parse(file.text.removeprefix(BOM) or TITLE)
        for where, value in changes.items():
            table = document
            for key in where[:-1]:
                table = table.setdefault(key, tomlkit.table())
            if value is None:
                table.remove(where[-1])
            else:
                table[where[-1]] = value
        text = tomlkit.dumps(document)
        sound = tomllib.loads(text) == _changed(parse_toml(file.text, file.path), changes)
    except (TOMLKitError, ValueError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        names = ", ".join(".".join(where) for where in changes)
        raise SettingsError(
            f"{names}: cannot be changed without affecting other settings", file.path
        )
    return bom + text


def _changed(table: dict[str, object], changes: Changes) -> dict[str, object]:
    """A parsed file with values changed."""
    for where, value in changes.items():
        inner = table
        for key in where[:-1]:
            inner = inner.setdefault(key, {})  # type: ignore[assignment]
        if value is None:
            del inner[where[-1]]
        else:
            inner[where[-1]] = value
    return table


# --- the lock -----------------------------------------------------------------------------------


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep other programs from changing the file meanwhile; raises SettingsError, OSError."""
    with open(path.with_name(LOCK), "ab") as file:
        end = time.monotonic() + PATIENCE
        while not _try_lock(file):
            if time.monotonic() > end:
                raise SettingsError("another program is changing it", path)
            time.sleep(0.01)
        yield  # closing the file gives the lock back


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    try:
        import fcntl
    except ImportError:  # a system without locks of files
        fcntl = None  # type: ignore[assignment]

    def _try_lock(file: IO[bytes]) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
