"""The options of UCI: how each is announced, and what setting it does to the seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from makachess.core.cores import MOST_CORES
from makachess.core.engine.levels import LEVELS
from makachess.core.engine.seat import LARGEST_TABLE, MOST_LINES, Seat, echo
from makachess.core.errors import MakachessError
from makachess.core.spec import Variant

VARIANT_OPTION = "UCI_Variant"
RULES_OPTION = "Rules"
LONGEST_OVERHEAD = 5000  # milliseconds
_EMPTY = "<empty>"


class RefusedError(MakachessError):
    """A command that is not carried out; the message says why."""


@dataclass(slots=True)
class UciSeat(Seat):
    """What UCI's commands and options change.

    `told` are the texts of the moves that have led to the position from `start`, a FEN or empty
    for the array; `rules` are options of variants, by their names.
    """

    lines: int = 1
    overhead: int = 50  # milliseconds that a move is on its way
    may_ponder: bool = False
    debugging: bool = False
    rules: dict[str, dict[str, str]] = field(default_factory=dict)
    start: str = ""
    told: list[str] = field(default_factory=list)

    def choose(self, variant: Variant) -> None:
        """Turn to a variant, if it is another; its array is then the position."""
        if variant != self.variant:
            self.begin(variant)
            self.start, self.told = "", []


@dataclass(frozen=True, slots=True)
class Option:
    """One option; `describe` gives type, default and range, `take` a new value.

    `take` raises RefusedError for a value that does not fit, and then changes nothing.
    """

    name: str
    describe: Callable[[UciSeat], str]
    take: Callable[[UciSeat, str], None]


# --- kinds of options ---------------------------------------------------------------------------


def _spin(name: str, attribute: str, least: int, most: int) -> Option:
    def describe(seat: UciSeat) -> str:
        return f"type spin default {getattr(seat, attribute)} min {least} max {most}"

    def take(seat: UciSeat, text: str) -> None:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise RefusedError(f"{name!r} is a whole number, not {echo(text)!r}")
        if not least <= int(text) <= most:
            raise RefusedError(f"{name!r} is a number from {least} to {most}, not {text}")
        setattr(seat, attribute, int(text))

    return Option(name, describe, take)


def _check(name: str, attribute: str) -> Option:
    def describe(seat: UciSeat) -> str:
        return f"type check default {str(getattr(seat, attribute)).lower()}"

    def take(seat: UciSeat, text: str) -> None:
        if text.lower() not in ("true", "false"):
            raise RefusedError(f"{name!r} is true or false, not {echo(text)!r}")
        setattr(seat, attribute, text.lower() == "true")

    return Option(name, describe, take)


# --- variants and their rules -------------------------------------------------------------------


def _describe_variants(seat: UciSeat) -> str:
    return f"type combo default {seat.variant.name} " + " ".join(f"var {n}" for n in seat.names)


def _take_variant(seat: UciSeat, text: str) -> None:
    name = next((name for name in seat.names if name.lower() == text.lower()), text)
    seat.choose(_load(seat, name, seat.rules))


def _take_rules(seat: UciSeat, text: str) -> None:
    """Take `VARIANT:NAME=VALUE; ...`; without VARIANT the one chosen now is meant."""
    rules: dict[str, dict[str, str]] = {}
    for entry in filter(str.strip, ("" if text == _EMPTY else text).split(";")):
        key, equals, value = entry.partition("=")
        name, colon, option = key.rpartition(":")
        if not equals or not option.strip():
            raise RefusedError(f"{echo(entry.strip())!r} is not written VARIANT:NAME=VALUE")
        chosen = rules.setdefault(name.strip() if colon else seat.variant.name, {})
        chosen[option.strip().replace("-", "_")] = value.strip()
    for name in rules:
        _load(seat, name, rules)
    current = _load(seat, seat.variant.name, rules)
    seat.rules = rules
    seat.choose(current)


def _load(seat: UciSeat, name: str, rules: Mapping[str, Mapping[str, str]]) -> Variant:
    try:
        return seat.load(name, **rules.get(name, {}))
    except MakachessError as error:
        raise RefusedError(echo(str(error))) from None


# --- all of them --------------------------------------------------------------------------------


def _forget(seat: UciSeat, _: str) -> None:
    seat.game += 1


def _describe_self(seat: UciSeat) -> str:
    return f"type string default {seat.title}: chess variants in which a capture changes the captor"


def _keep(_: UciSeat, __: str) -> None:
    """Nothing can be set."""


OPTIONS: tuple[Option, ...] = (
    Option(VARIANT_OPTION, _describe_variants, _take_variant),
    Option(RULES_OPTION, lambda _: f"type string default {_EMPTY}", _take_rules),
    _spin("Hash", "hash_mb", 1, LARGEST_TABLE),
    Option("Clear Hash", lambda _: "type button", _forget),
    _spin("Threads", "cores", 1, MOST_CORES),
    _spin("MultiPV", "lines", 1, MOST_LINES),
    _check("Ponder", "may_ponder"),
    _spin("Skill Level", "level", min(LEVELS), max(LEVELS)),
    _check("OwnBook", "own_book"),
    _spin("Move Overhead", "overhead", 0, LONGEST_OVERHEAD),
    Option("UCI_EngineAbout", _describe_self, _keep),
)
_BY_NAME: Mapping[str, Option] = MappingProxyType({o.name.lower(): o for o in OPTIONS})


def describe_options(seat: UciSeat) -> Iterator[str]:
    """The `option` lines."""
    yield from (f"option name {option.name} {option.describe(seat)}" for option in OPTIONS)


def set_option(seat: UciSeat, text: str) -> None:
    """Carry out what stands behind `setoption`; raises RefusedError.

    Names may contain spaces; neither names nor values care for case where they are words of ours.
    """
    text = f" {text} "
    if not text.startswith(" name "):
        raise RefusedError("'setoption' is written: setoption name NAME value VALUE")
    name, _, value = text.removeprefix(" name ").partition(" value ")
    option = _BY_NAME.get(name.strip().lower())
    if option is None:
        known = ", ".join(option.name for option in OPTIONS)
        raise RefusedError(f"there is no option {echo(name.strip())!r}, but there are {known}")
    option.take(seat, value.strip())
