"""The settings: what each may be, how `settings.toml` is read and changed, what a form offers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from makachess.core.cores import MOST_CORES, modest_cores, usable_cores
from makachess.core.errors import MakachessError
from makachess.play.session.clock import describe_clock, parse_clock
from makachess.saves.errors import LockedError
from makachess.saves.locks import waiting_for
from makachess.saves.restriction import is_restricted
from makachess.saves.storage import replace_text
from makachess.variants.files import read_bytes
from makachess.variants.schema import (
    SWITCH,
    Each,
    KeyPath,
    Kind,
    Shape,
    clean,
    key_places,
    one_of,
    whole,
)
from makachess.variants.sources import config_folder

PIECE_SETS = ("figures", "letters", "ascii")
SHOGI_SETS = ("auto", "letters", "kanji", "ascii")  # auto: kanji with letters, if squares are large
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
CLOCKS = (
    *(NO_CLOCK, "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"),
    *("5d3", "15d5", "10+3x30", "30+5x60", "1day", "3days", "7days"),
)
STYLES = ("balanced", "calm", "wild")  # those of core.engine.report
PLAYER = "Player"
LARGEST_LEVEL = 10
AUTO_CORES = "auto"
LONGEST_OPTIONS = 1000  # characters
LONGEST_NAME = 40  # characters of a person's or an engine's name
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


def _variants() -> tuple[str, ...]:
    from makachess.variants import known_names
    from makachess.variants.catalogue import place_of

    return tuple(sorted(known_names(), key=place_of))


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
_ENGINE = Kind(
    lambda value: value == "" or _is_line(value),
    _NAME.expected,
    lambda value: value and _name(value),
)
_NUMBER = whole(1, MOST_CORES, "a number")
_CORES = Kind(
    lambda value: value == AUTO_CORES or _NUMBER.accepts(value),
    f"{AUTO_CORES!r} or {_NUMBER.expected}",
)
_TEXT = Kind(lambda value: isinstance(value, str), "a text")
_CLOCK = Kind(_TEXT.accepts, f"text: {NO_CLOCK!r}, or a clock such as '5+3'", _clock)
_COMMAND = Kind(_is_line, "a command line", str.strip)
_OPTIONS = Kind(
    _is_options, "options of a variant, such as 'rules=modern; move-limit=0'", str.strip
)
_KEYS = Kind(
    _are_keys, "a key such as '^G', or a list of keys", lambda value: tuple(_listed(value))
)

Choices = tuple[object, ...] | Callable[[], tuple[object, ...]]


def _setting(
    kind: Kind, title: str, help: str, default: object = None, choices: Choices = ()
) -> Any:
    """A setting with a single value: what it may be, and what a form says of it and offers.

    The default is the first of the kind's choices unless it is given.
    """
    choices = choices or ((False, True) if kind is SWITCH else kind.choices)
    default = kind.choices[0] if default is None else default
    about = {"shape": kind, "title": title, "help": help, "choices": choices}
    return field(default=default, metadata=about)


def _table(name: str, key: Kind, value: Kind) -> Any:
    about = {"shape": Each(key, value, expected=f"a table: [{name}]")}
    return field(default_factory=lambda: MappingProxyType({}), metadata=about)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player has chosen, or else the defaults; a form offers them in this order."""

    pieces: str = _setting(
        one_of(*PIECE_SETS), "Pieces", "how pieces are drawn; letters also suit a slow line"
    )
    shogi_pieces: str = _setting(
        one_of(*SHOGI_SETS),
        "Shogi pieces",
        "what stands on their tiles; auto: letters, and kanji where squares are large",
    )
    theme: str = _setting(
        one_of(*THEMES), "Theme", "the colours of the board; with walnut, shogi games show kaya"
    )
    terminal: str = _setting(
        one_of(*TERMINALS), "Terminal", "dark, light, or only 16 colours; auto: ask the terminal"
    )
    pictures: str = _setting(
        one_of(*PICTURES),
        "Pictures",
        "of pieces, in terminals such as kitty and Konsole; auto: not over SSH",
    )
    coordinates: str = _setting(
        one_of(*COORDINATES),
        "Coordinates",
        "shogi labels files from the right and ranks from the top",
    )
    variant: str = _setting(
        Kind(lambda value: True, "a game", _variant),
        "Game",
        "which game the new-game screen offers first",
        "veteran",
        _variants,
    )
    side: str = _setting(
        one_of(*SIDES), "You play", "which side you play in a new game; both: two people"
    )
    level: int = _setting(
        whole(1, LARGEST_LEVEL, "a number"),
        "Level",
        "how well the built-in opponent plays: 1 a beginner, 6 a club player",
        3,
        tuple(range(1, LARGEST_LEVEL + 1)),
    )
    opponent: str = _setting(  # by its name in `engines`; empty: the built-in one
        _ENGINE, "Engine", "which of your engines plays new games; none: the built-in one", ""
    )
    style: str = _setting(
        one_of(*STYLES), "Style", "wild likes captures, checks and advances; calm likes quiet moves"
    )
    thinking_time: bool = _setting(
        SWITCH,
        "Thinking time",
        "levels 4 to 7, and with a clock 1 to 3, take as long as people do",
        True,
    )
    coach: bool = _setting(
        SWITCH, "Coach", "levels 1 to 3: warned before a move that gives a piece away", True
    )
    clock: str = _setting(
        _CLOCK,
        "Clock",
        "the clock of a new game: minutes + seconds a move, and other kinds",
        NO_CLOCK,
        CLOCKS,
    )
    table_clock: str = _setting(
        _CLOCK,
        "Table clock",
        "the clock of a new table, so that games there come to an end",
        "10+5",
        CLOCKS,
    )
    auto_flip: bool = _setting(
        SWITCH, "Auto flip", "two people: the board turns to the side to move", False
    )
    bell: bool = _setting(SWITCH, "Bell", "ring when it is your turn; at tables always", False)
    player: str = _setting(_NAME, "Your name", "your name in saved games", PLAYER)
    cores: str | int = _setting(
        _CORES,
        "Cores",
        "how many a search uses; auto: half, at most 4; over SSH one",
        AUTO_CORES,
        lambda: (AUTO_CORES, *range(1, min(usable_cores(), MOST_CORES) + 1)),
    )
    engines: Mapping[str, str] = _table("engines", _NAME, _COMMAND)
    options: Mapping[str, str] = _table("options", _TEXT, _OPTIONS)
    keys: Mapping[str, tuple[str, ...]] = _table("keys", _TEXT, _KEYS)
    ignored: Mapping[str, bool] = _table("ignored", _NAME, SWITCH)

    @property
    def search_cores(self) -> int:
        """How many cores a search may use, at most those there are."""
        usable = usable_cores()
        return min(self.cores, usable) if isinstance(self.cores, int) else modest_cores(usable)


_SHAPES: Mapping[str, Kind | Each] = {
    setting.name: setting.metadata["shape"] for setting in fields(Settings)
}


def toml_key(name: str) -> str:
    """How a field of Settings is spelt in the file."""
    return name.replace("_", "-")


def check(path: KeyPath, value: object) -> object:
    """The value of a setting (by its field's name) or table entry; raises ValueError.

    The error says what would be right.
    """
    shape: Shape = _SHAPES[path[0]]
    if isinstance(shape, Each):
        shape.key.take(path[1], MUST_BE)
        shape = shape.value
    assert isinstance(shape, Kind)
    return shape.take(value, MUST_BE)


def check_name(value: object) -> str:
    """A person's or an engine's name, which also stands in game files; raises ValueError."""
    name: str = _NAME.take(value, MUST_BE)
    return name


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
        """A fault at a key, such as ("keys", "undo")."""
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

    def report(key: KeyPath, reason: str) -> None:
        faults.append(_fault(path, text, key, reason))

    shape = {toml_key(name): shape for name, shape in _SHAPES.items()}
    found = clean(shape, table, report, refusal=MUST_BE, unknown="unknown setting")
    values: dict[str, Any] = {
        key.replace("-", "_"): MappingProxyType(value) if isinstance(value, dict) else value
        for key, value in found.items()
    }
    settings = Settings(**values)
    if is_restricted():  # neither what names programs nor how many cores are taken is said here
        settings = replace(settings, engines={}, opponent="", cores=AUTO_CORES)
    return SettingsFile(path, settings, text, table, tuple(faults))


def _fault(path: Path, text: str, key: KeyPath, reason: str) -> SettingsError:
    places = key_places(text.removeprefix(BOM))
    line = next((places[key[:n]][0] for n in range(len(key), 0, -1) if key[:n] in places), 0)
    return SettingsError(f"{'.'.join(key)}: {reason}", path, line)


def _read(path: Path) -> str:
    """The text of a settings file; raises SettingsError, FileNotFoundError where there is none."""
    try:
        data = read_bytes(path, LARGEST_FILE)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SettingsError(f"cannot be read: {error.strerror}", path) from None
    if len(data) > LARGEST_FILE:
        raise SettingsError(f"is larger than {LARGEST_FILE // 1024} KiB", path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"not UTF-8 text (byte {data[error.start]:#x})", path, line) from None


def parse_toml(text: str, path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(text.removeprefix(BOM))
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        place = re.search(r" \(at line (\d+), column \d+\)$", reason)
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        reason = reason[: place.start()] if place else reason
        raise SettingsError(f"not TOML: {reason}", path, line) from None


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


def change_entry(table: str, key: str, value: object, path: Path | None = None) -> None:
    """Write an entry of a table, or remove it if the value is None; raises SettingsError likewise.

    An engine has its command line, an action its key or a list of them, as people write them.
    """
    path, shape = path or settings_path(), _SHAPES[table]
    assert isinstance(shape, Each)
    try:
        key = shape.key.take(key, MUST_BE)
    except ValueError as error:
        raise SettingsError(f"{table}: {key!r} {error}", path) from None
    _change(path, {(table, key): value})


remember_engine = partial(change_entry, "engines")


def _change(path: Path, changes: Changes) -> None:
    checked = {
        (toml_key(where[0]), *where[1:]): _checked(path, where, value)
        for where, value in changes.items()
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with waiting_for(path):
            file = load_settings(path)
            if file.table is None:
                raise SettingsError(f"{file.faults[0].message}; nothing is written to it", path)
            wanted = {where: new for where, new in checked.items() if _differs(file, where, new)}
            if wanted:
                replace_text(path, _edited(file, wanted))
    except LockedError:
        raise SettingsError("another program is changing it", path) from None
    except OSError as error:
        raise SettingsError(f"cannot be written: {error.strerror}", path) from None


def _checked(path: Path, where: tuple[str, ...], value: object) -> object:
    try:
        checked = check(where, value) if value is not None else None
        return value if where[0] == "keys" else checked
    except ValueError as error:
        raise SettingsError(f"{'.'.join(where)}: {value!r} {error}", path) from None


def _differs(file: SettingsFile, where: tuple[str, ...], value: object) -> bool:
    held: object = file.table
    for key in where:
        held = held.get(key) if isinstance(held, Mapping) else None
    if held is None and len(where) == 1:
        held = getattr(Settings(), where[0].replace("-", "_"))
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


def _title(variant: str) -> str:
    from makachess.variants import load_by_name

    try:
        return load_by_name(variant).title
    except MakachessError:  # a broken file of the player's
        return variant


@dataclass(frozen=True, slots=True)
class Offer:
    """A setting as it is offered; one without choices is typed."""

    name: str  # of the field of Settings
    title: str
    help: str
    choices: tuple[object, ...] = ()

    def shown(self, value: object) -> str:
        """A value under the name it has in the form for a new game."""
        if self.name == "variant":
            return _title(str(value))
        return SIDE_NAMES.get(str(value), str(value)) if self.name == "side" else shown(value)

    def told(self, value: object) -> str:
        """What it is for; or what a value means that is written shortly."""
        if self.choices != CLOCKS or value == NO_CLOCK:
            return self.help
        return f"{value}: {describe_clock(parse_clock(str(value)))}"

    def step(self, value: object, by: int) -> object:
        """The choice before or after a value, which need not be among them."""
        at = self.choices.index(value) if value in self.choices else -(by > 0)
        return self.choices[(at + by) % len(self.choices)]


def offers(engines: Iterable[str] = ()) -> list[Offer]:
    """All settings with a single value, in the order of their declaration.

    `engines` are the names of those the player knows.
    """
    found = []
    for setting in fields(Settings):
        about = setting.metadata
        if "title" in about and not (setting.name == "cores" and is_restricted()):
            choices = ("", *engines) if setting.name == "opponent" else about["choices"]
            choices = choices() if callable(choices) else choices
            found.append(Offer(setting.name, about["title"], about["help"], choices))
    return found


def shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "none"
