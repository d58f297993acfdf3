"""What the settings are called where they can be changed, what they mean, and their values.

A setting that is not described here is offered all the same, under the name it has in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields

from makachess.core.cores import MOST_CORES
from makachess.play.cores import usable_cores
from makachess.play.settings.values import (
    AUTO_CORES,
    CHECKS,
    LARGEST_LEVEL,
    NO_CLOCK,
    OneOf,
    Settings,
    toml_key,
)
from makachess.saves.restriction import is_restricted

CLOCKS = (
    *(NO_CLOCK, "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"),
    *("5d3", "15d5", "10+3x30", "30+5x60", "1day", "3days", "7days"),
)
_TEXTS: Mapping[str, tuple[str, str]] = {
    "pieces": ("Pieces", "how pieces are drawn; a terminal or game without them shows letters"),
    "theme": ("Theme", "the colours of the board; auto is dark or light as the terminal is"),
    "coordinates": ("Coordinates", "shogi labels files from the right and ranks from the top"),
    "variant": ("Game", "which game the new-game screen offers first"),
    "side": ("Side", "which side you play in a new game; both: two people, none: watch"),
    "level": ("Level", "how well the built-in opponent plays: 2 a beginner, 6 a club player"),
    "opponent": ("Opponent", "which of your engines plays in a new game; none: the built-in one"),
    "style": ("Style", "wild likes captures, checks and advances; calm likes quiet moves"),
    "thinking_time": ("Thinking time", "levels 1 to 7 take about as long for a move as a person"),
    "clock": ("Clock", "the clock of a new game: minutes + seconds a move, and other kinds"),
    "auto_flip": ("Auto flip", "two people: the board turns to the side to move"),
    "player": ("Your name", "what you are called in saved games"),
    "cores": ("Cores", "how many a search uses; auto: half, at most 4, and one over SSH"),
}


def _known_variants() -> tuple[str, ...]:
    from makachess.variants import known_names  # the screens of settings alone need them

    return tuple(known_names())


def _cores() -> tuple[object, ...]:
    return (AUTO_CORES, *range(1, min(usable_cores(), MOST_CORES) + 1))


_CHOICES: Mapping[str, Callable[[], tuple[object, ...]]] = {
    "variant": _known_variants,
    "level": lambda: tuple(range(1, LARGEST_LEVEL + 1)),
    "clock": lambda: CLOCKS,
    "cores": _cores,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A setting as it is offered; one without choices is typed."""

    name: str  # of the field of Settings
    title: str
    help: str
    choices: tuple[object, ...] = ()

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
    check = CHECKS[name]
    if name in _CHOICES:
        return _CHOICES[name]()
    if isinstance(check, OneOf):
        return check.words
    return (False, True) if isinstance(getattr(Settings(), name), bool) else ()


def check_setting(name: str, value: object) -> object:
    """A value as the setting holds it; raises ValueError, which says what would be right."""
    return CHECKS[name](value)


def shown(value: object) -> str:
    """A value as people read it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "none"
