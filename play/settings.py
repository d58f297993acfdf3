"""The settings: what each may be, reading and writing settings.toml, and what a form offers."""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from makachess.core.cores import MOST_CORES, modest_cores, usable_cores
from makachess.core.errors import MakachessError
from makachess.play.session.clock import parse_clock
from makachess.saves.restriction import is_restricted
from makachess.saves.storage import replace_text
from makachess.variants.files import read_bytes
from makachess.variants.schema import (
    SWITCH,
    Each,
    KeyPath,
    Kind,
    Report,
    Shape,
    clean,
    key_places,
    one_of,
    whole,
)
from makachess.variants.sources import config_folder

try:
    import fcntl
except ImportError:  # a system without locks of files
    fcntl = None  # type: ignore[assignment]

PIECE_SETS = ("figures", "letters", "kanji", "ascii")
COORDINATES = ("chess", "shogi")  # shogi: files from the right, ranks from the top
THEMES = (
    *("walnut", "green", "blue", "slate", "plum", "kaya"),
    *("colour-blind", "high-contrast"),
)
# The ground of the terminal, or that no more than its 16 colours are used; auto: as it says.
TERMINALS = ("auto", "dark", "light", "16-colours")
PICTURES = ("auto", "on", "off")  # of the pieces, in terminals that show any; auto: not over SSH
SIDES = ("white", "black", "random", "both", "none")  # both: two people, none: watch
SIDE_LABELS = {"White": "white", "Black": "black", "random": "random", "watch": "none"}
SIDE_NAMES = {side: label for label, side in SIDE_LABELS.items()}
NO_CLOCK = "none"
STYLES = ("balanced", "calm", "wild")  # those of core.engine.report
PLAYER = "Player"
LARGEST_LEVEL = 10
AUTO_CORES = "auto"
LONGEST_OPTIONS = 1000  # characters
LONGEST_NAME = 40  # characters of a person's or an engine's name


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player has chosen, or else the defaults."""

    pieces: str = PIECE_SETS[0]
    theme: str = THEMES[0]
    terminal: str = TERMINALS[0]
    pictures: str = PICTURES[0]
    coordinates: str = COORDINATES[0]
    variant: str = "veteran"
    side: str = SIDES[0]
    level: int = 3
    opponent: str = ""  # the engine that plays, by its name in `engines`; empty: the built-in one
    style: str = STYLES[0]  # of the built-in opponent
    thinking_time: bool = True  # low levels take about as long as a person
    clock: str = NO_CLOCK
    table_clock: str = "10+5"
    auto_flip: bool = False  # two people: the board turns to the side to move
    bell: bool = False  # when it is the player's turn
    player: str = PLAYER
    cores: str | int = AUTO_CORES  # for a search of the built-in engine
    engines: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    ignored: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def search_cores(self) -> int:
        """How many cores a search may use, at most those there are."""
        usable = usable_cores()
        return min(self.cores, usable) if isinstance(self.cores, int) else modest_cores(usable)


def toml_key(name: str) -> str:
    """How a field of Settings is spelt in the file."""
    return name.replace("_", "-")


# --- what each may be ---------------------------------------------------------------------------

MUST_BE = "must be"  # how what is wrong with a setting begins


def _clock(value: str) -> str:
    if value != NO_CLOCK:
        try:
            parse_clock(value)
        except MakachessError as error:
            raise ValueError(f"{MUST_BE} {NO_CLOCK!r} or a clock: {error}") from None
    return value


def _variant(value: object) -> str:
    from makachess.variants import known_names  # reading settings need not load the games

    name: str = one_of(*known_names()).take(value, MUST_BE)
    return name


def _name(value: str) -> str:
    if len(value) > LONGEST_NAME:
        raise ValueError(f"has {len(value):,} characters, and must have at most {LONGEST_NAME}")
    return value.strip()


def _is_line(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_options(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_OPTIONS


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _are_keys(value: object) -> bool:
    return value != [] and all(isinstance(key, str) and key for key in _listed(value))


_NAME = Kind(_is_line, "a name in one line", _name)
_NUMBER = whole(1, MOST_CORES, "a number")
_COMMAND = Kind(_is_line, "a command line", str.strip)
_OPTIONS = Kind(
    _is_options, "options of a variant, such as 'rules=modern; move-limit=0'", str.strip
)
_KEYS = Kind(
    _are_keys, "a key such as '^G', or a list of keys", lambda value: tuple(_listed(value))
)
_TEXT = Kind(lambda value: isinstance(value, str), "a text")

_CLOCK = Kind(_TEXT.accepts, f"text: {NO_CLOCK!r}, or a clock such as '5+3'", _clock)
CHECKS: Mapping[str, Kind] = {
    "pieces": one_of(*PIECE_SETS),
    "theme": one_of(*THEMES),
    "terminal": one_of(*TERMINALS),
    "pictures": one_of(*PICTURES),
    "coordinates": one_of(*COORDINATES),
    "variant": Kind(lambda value: True, "a game", _variant),
    "side": one_of(*SIDES),
    "level": whole(1, LARGEST_LEVEL, "a number"),
    "opponent": Kind(
        lambda value: value == "" or _is_line(value),
        _NAME.expected,
        lambda value: value and _name(value),
    ),
    "style": one_of(*STYLES),
    "thinking_time": SWITCH,
    "clock": _CLOCK,
    "table_clock": _CLOCK,
    "auto_flip": SWITCH,
    "bell": SWITCH,
    "player": _NAME,
    "cores": Kind(
        lambda value: value == AUTO_CORES or _NUMBER.accepts(value),
        f"{AUTO_CORES!r} or {_NUMBER.expected}",
    ),
}
_TABLES: Mapping[str, Each] = {
    "engines": Each(_NAME, _COMMAND, expected="a table: [engines]"),
    "options": Each(_TEXT, _OPTIONS, expected="a table: [options]"),
    "keys": Each(_TEXT, _KEYS, expected="a table: [keys]"),
    "ignored": Each(_NAME, SWITCH, expected="a table: [ignored]"),
}
_ALL: Mapping[str, Shape] = {**CHECKS, **_TABLES}
_FIELDS = {toml_key(name): name for name in _ALL}
_SHAPE: Shape = {toml_key(name): shape for name, shape in _ALL.items()}


def check(path: KeyPath, value: object) -> object:
    """The value of a setting (by its field's name) or table entry; raises ValueError."""
    name, *rest = path
    if not rest:
        return check_setting(name, value)
    _TABLES[name].key.take(rest[0], MUST_BE)
    kind = _TABLES[name].value
    assert isinstance(kind, Kind)
    return kind.take(value, MUST_BE)


def check_setting(name: str, value: object) -> object:
    """A value as the setting holds it; raises ValueError, which says what would be right."""
    return CHECKS[name].take(value, MUST_BE)


def check_name(value: object) -> str:
    """A person's or an engine's name, which also stands in game files; raises ValueError."""
    name: str = _NAME.take(value, MUST_BE)
    return name


def read_settings(table: Mapping[str, object], report: Report) -> Settings:
    """The settings of a parsed file; what is wrong with it is reported and left out."""
    found = clean(_SHAPE, table, report, refusal=MUST_BE, unknown="unknown setting")
    values: dict[str, Any] = {
        _FIELDS[key]: MappingProxyType(value) if isinstance(value, dict) else value
        for key, value in found.items()
    }
    return Settings(**values)


# --- reading --------------------------------------------------------------------------------------
#
# Reading the settings file, of bounded size, reporting every fault with its line.

FILE_NAME = "settings.toml"
LARGEST_FILE = 65536  # bytes, some hundred times what is needed
BOM = "\ufeff"


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
        return _fault(self.path, self.text, key, reason)


def settings_path() -> Path:
    return config_folder() / FILE_NAME


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
        data = read_bytes(path, LARGEST_FILE)
        if len(data) > LARGEST_FILE:
            raise SettingsError(f"is larger than {LARGEST_FILE // 1024} KiB", path)
        return data.decode("utf-8")
    except (FileNotFoundError, SettingsError):
        raise
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"not UTF-8 text (byte {data[error.start]:#x})", path, line) from None
    except OSError as error:
        raise SettingsError(f"cannot be read: {error.strerror}", path) from None


def parse_toml(text: str, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text.removeprefix(BOM))
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        place = re.search(r" \(at line (\d+), column \d+\)$", reason)
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        reason = reason[: place.start()] if place else reason
        raise SettingsError(f"not TOML: {reason}", path, line) from None


# --- writing --------------------------------------------------------------------------------------
#
# Changing the settings file: only what has changed, under a lock, all or nothing.

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


def ignore(name: str, ignored: bool, path: Path | None = None) -> None:
    """Write that a player is not heard at tables, or is again; raises SettingsError likewise."""
    _change(path or settings_path(), {("ignored", name): ignored or None})


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


def _try_lock(file: IO[bytes]) -> bool:
    """Lock a file unless another has; where files cannot be locked it counts as locked."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


# --- what a form offers ---------------------------------------------------------------------------
#
# What the settings are called where they can be changed, what they mean, and their values.
#
# A setting that is not described here is offered all the same, under the name it has in the file.

CLOCKS = (
    *(NO_CLOCK, "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"),
    *("5d3", "15d5", "10+3x30", "30+5x60", "1day", "3days", "7days"),
)
_TEXTS: Mapping[str, tuple[str, str]] = {
    "pieces": ("Pieces", "how pieces are drawn; letters also suit a slow line"),
    "theme": ("Theme", "the colours of the board; with walnut, shogi games show kaya"),
    "terminal": ("Terminal", "dark, light, or only 16 colours; auto: ask the terminal"),
    "pictures": (
        "Pictures",
        "of pieces, in terminals such as kitty and Konsole; auto: not over SSH",
    ),
    "coordinates": ("Coordinates", "shogi labels files from the right and ranks from the top"),
    "variant": ("Game", "which game the new-game screen offers first"),
    "side": ("You play", "which side you play in a new game; both: two people"),
    "level": ("Level", "how well the built-in opponent plays: 1 a beginner, 6 a club player"),
    "opponent": ("Engine", "which of your engines plays new games; none: the built-in one"),
    "style": ("Style", "wild likes captures, checks and advances; calm likes quiet moves"),
    "thinking_time": ("Thinking time", "levels 1 to 7 take about as long for a move as people do"),
    "clock": ("Clock", "the clock of a new game: minutes + seconds a move, and other kinds"),
    "table_clock": ("Table clock", "the clock of a new table, so that games there come to an end"),
    "auto_flip": ("Auto flip", "two people: the board turns to the side to move"),
    "bell": ("Bell", "ring when it is your turn; at tables always"),
    "player": ("Your name", "your name in saved games"),
    "cores": ("Cores", "how many a search uses; auto: half, at most 4; over SSH one"),
}


def _known_variants() -> tuple[str, ...]:
    from makachess.variants import known_names  # the screens of settings alone need them
    from makachess.variants.catalogue import place_of

    return tuple(sorted(known_names(), key=place_of))


def _title(variant: str) -> str:
    from makachess.variants import load_by_name

    try:
        return load_by_name(variant).title
    except MakachessError:  # a broken file of the player's
        return variant


def _core_choices() -> tuple[object, ...]:
    return (AUTO_CORES, *range(1, min(usable_cores(), MOST_CORES) + 1))


_CHOICES: Mapping[str, Callable[[], tuple[object, ...]]] = {
    "variant": _known_variants,
    "level": lambda: tuple(range(1, LARGEST_LEVEL + 1)),
    "clock": lambda: CLOCKS,
    "table_clock": lambda: CLOCKS,
    "cores": _core_choices,
}
_LABELS: Mapping[str, Callable[[str], str]] = {
    "side": lambda side: SIDE_NAMES.get(side, side),
    "variant": _title,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A setting as it is offered; one without choices is typed."""

    name: str  # of the field of Settings
    title: str
    help: str
    choices: tuple[object, ...] = ()

    def shown(self, value: object) -> str:
        """A value under the name it has in the form for a new game."""
        return _LABELS[self.name](str(value)) if self.name in _LABELS else shown(value)

    def step(self, value: object, by: int) -> object:
        """The choice before or after a value, which need not be among them."""
        at = self.choices.index(value) if value in self.choices else -(by > 0)
        return self.choices[(at + by) % len(self.choices)]


def offers(engines: Iterable[str] = ()) -> list[Offer]:
    """All settings with a single value, in the order of their declaration.

    `engines` are the names of those the player knows.
    """
    names = ("", *engines)
    left_out = {"cores"} if is_restricted() else set()
    found = [field.name for field in fields(Settings) if field.name in CHECKS]
    return [_offer(name, names) for name in found if name not in left_out]


def _offer(name: str, engines: tuple[str, ...]) -> Offer:
    title, text = _TEXTS.get(name, (toml_key(name).replace("-", " ").capitalize(), ""))
    return Offer(name, title, text, engines if name == "opponent" else _choices(name))


def _choices(name: str) -> tuple[object, ...]:
    if name in _CHOICES:
        return _CHOICES[name]()
    return (False, True) if CHECKS[name] is SWITCH else CHECKS[name].choices


def shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "none"
