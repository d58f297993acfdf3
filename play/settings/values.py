"""The settings there are, and which values each can have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from makachess.core.cores import MOST_CORES
from makachess.core.errors import MakachessError
from makachess.play.session.time_control import parse_clock

PIECE_SETS = ("letters", "figurines", "kanji", "ascii")
COORDINATES = ("chess", "shogi")  # shogi: files from the right, ranks from the top
# auto: dark or light, as the terminal says
THEMES = ("auto", "dark", "light", "high-contrast", "colour-blind", "16-colours", "wood")
SIDES = ("white", "black", "random", "both", "none")  # both: two people, none: watch
NO_CLOCK = "none"
STYLES = ("balanced", "calm", "wild")  # those of core.engine.style
PLAYER = "Player"
LARGEST_LEVEL = 10
AUTO_CORES = "auto"
LONGEST_OPTIONS = 1000  # characters
LONGEST_NAME = 40  # characters of a person's or an engine's name

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player has chosen, or else the defaults."""

    pieces: str = PIECE_SETS[0]
    theme: str = THEMES[0]
    coordinates: str = COORDINATES[0]
    variant: str = "veteran"
    side: str = SIDES[0]
    level: int = 3
    opponent: str = ""  # the engine that plays, by its name in `engines`; empty: the built-in one
    style: str = STYLES[0]  # of the built-in opponent
    thinking_time: bool = True  # low levels take about as long as a person
    clock: str = NO_CLOCK
    auto_flip: bool = False  # two people: the board turns to the side to move
    player: str = PLAYER
    cores: str | int = AUTO_CORES  # for a search of the built-in engine
    engines: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


def toml_key(name: str) -> str:
    """How a field of Settings is spelt in the file."""
    return name.replace("_", "-")


# --- one value ----------------------------------------------------------------------------------
# Each check returns the value as Settings holds it, or raises ValueError with what would be right.


class OneOf:
    """The check of a setting with a few words for values."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def __call__(self, value: object) -> str:
        """The word, if it is one of them."""
        if not isinstance(value, str) or value not in self.words:
            raise ValueError(f"must be one of {', '.join(self.words)}")
        return value


def _level(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LARGEST_LEVEL:
        raise ValueError(f"must be a number from 1 to {LARGEST_LEVEL}")
    return value


def _cores(value: object) -> str | int:
    number = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_CORES
    if value != AUTO_CORES and not number:
        raise ValueError(f"must be {AUTO_CORES!r} or a number from 1 to {MOST_CORES}")
    assert isinstance(value, str | int)
    return value


def _clock(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be text: {NO_CLOCK!r}, or a clock such as '5+3'")
    if value != NO_CLOCK:
        try:
            parse_clock(value)
        except MakachessError as error:
            raise ValueError(f"must be {NO_CLOCK!r} or a clock: {error}") from None
    return value


def _variant(value: object) -> str:
    from makachess.variants import known_names  # reading settings need not load the games

    return OneOf(*known_names())(value)


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def check_name(value: object) -> str:
    """A person's or an engine's name, which also stands in game files; raises ValueError."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError("must be a name in one line")
    if len(value) > LONGEST_NAME:
        raise ValueError(f"must have at most {LONGEST_NAME} characters")
    return value.strip()


def _command(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError("must be a command line")
    return value.strip()


def _opponent(value: object) -> str:
    return "" if value == "" else check_name(value)


def _options(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or len(value) > LONGEST_OPTIONS:
        raise ValueError("must be options of a variant, such as 'rules=modern; move-limit=0'")
    return value.strip()


def _keys(value: object) -> tuple[str, ...]:
    keys = value if isinstance(value, list) else [value]
    if not keys or not all(isinstance(key, str) and key for key in keys):
        raise ValueError("must be a key such as '^G', or a list of keys")
    return tuple(keys)


CHECKS: Mapping[str, Callable[[object], object]] = {
    "pieces": OneOf(*PIECE_SETS),
    "theme": OneOf(*THEMES),
    "coordinates": OneOf(*COORDINATES),
    "variant": _variant,
    "side": OneOf(*SIDES),
    "level": _level,
    "opponent": _opponent,
    "style": OneOf(*STYLES),
    "thinking_time": _switch,
    "clock": _clock,
    "auto_flip": _switch,
    "player": check_name,
    "cores": _cores,
}
_TABLES: Mapping[str, Callable[[object], object]] = {
    "engines": _command,
    "options": _options,
    "keys": _keys,
}
_FIELDS = {toml_key(name): name for name in (*CHECKS, *_TABLES)}


def check(path: Path, value: object) -> object:
    """The value of a setting (by its field's name) or table entry; raises ValueError."""
    name, *rest = path
    if rest and name == "engines":
        check_name(rest[0])
    return (_TABLES if rest else CHECKS)[name](value)


# --- the whole file -----------------------------------------------------------------------------

Report = Callable[[Path, str], None]


def read_settings(table: Mapping[str, object], report: Report) -> Settings:
    """The settings of a parsed file; what is wrong with it is reported and left out."""
    return Settings(**dict(_generate_values(table, report)))  # type: ignore[arg-type]


def _generate_values(table: Mapping[str, object], report: Report) -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        name = _FIELDS.get(key)
        if name is None:
            report((key,), f"unknown setting{_suggest(key)}")
        elif name in _TABLES:
            yield name, MappingProxyType(dict(_generate_entries(name, value, report)))
        elif (checked := _checked((name,), (key,), value, report)) is not None:
            yield name, checked


def _generate_entries(name: str, value: object, report: Report) -> Iterator[tuple[str, object]]:
    if not isinstance(value, dict):
        report((name,), f"{value!r} must be a table: [{name}]")
        return
    for key, entry in value.items():
        if (checked := _checked((name, key), (name, key), entry, report)) is not None:
            yield key, checked


def _checked(path: Path, where: Path, value: object, report: Report) -> object | None:
    try:
        return check(path, value)
    except ValueError as error:
        report(where, f"{_quoted(value)} {error}")
        return None


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _suggest(key: str) -> str:
    from makachess.variants.suggest import suggest

    return suggest(key, tuple(_FIELDS))
