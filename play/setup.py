"""What a game needs before it can be shown: the game, its file, who plays, at which level."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, Variant
from makachess.play.clock import parse_clock
from makachess.saves import Autosave, Game, Library

LEVEL = "makachess level"  # with the number behind it, the built-in opponent's name in game files
PERSON = "Player"
_LEVEL_NAME = re.compile(LEVEL + r" (\d+)")
SIDES: Mapping[str, frozenset[str]] = {
    "white": frozenset({"white"}),
    "black": frozenset({"black"}),
    "both": frozenset(COLORS),
    "none": frozenset(),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """A game about to be played; `people` are the colours that people play."""

    game: Game
    autosave: Autosave
    people: frozenset[str]
    level: int = 3
    seed: int | None = None
    clock: str | None = None
    engine: str | None = None  # a command line, for the opponent instead of the built-in one
    turning: bool = False  # two people: the board turns to the side to move

    def again(self) -> Setup:
        """The same players with a new game."""
        side = next(name for name, people in SIDES.items() if people == self.people)
        new = new_setup(
            self.game.variant, side, level=self.level, clock=self.clock, engine=self.engine
        )
        return replace(new, turning=self.turning)


def new_setup(
    variant: Variant,
    side: str,
    *,
    level: int = 3,
    fen: str | None = None,
    clock: str | None = None,
    seed: int | None = None,
    engine: str | None = None,
) -> Setup:
    """A new game; side is white, black, both, none or random. Raises MakachessError."""
    if side == "random":
        side = random.choice(COLORS)
    if side not in SIDES:
        raise MakachessError(f"{side!r} is no side (one of {', '.join(SIDES)})")
    if not 1 <= level <= 10:
        raise MakachessError(f"{str(level)!r} is no level (1 to 10)")
    if clock is not None:
        parse_clock(clock)
    people = SIDES[side]
    other = engine or f"{LEVEL} {level}"
    names = {c.capitalize(): PERSON if c in people else other for c in COLORS}
    game = Game(variant, fen, names)
    return Setup(game, Library().autosave(game), people, level, seed, clock, engine)


def resumed_setup(path: Path) -> Setup:
    """A saved game to be played on, the players those named in it; raises GameFileError."""
    autosave, _ = Library().resume(path)
    game = autosave.game
    people = frozenset(c for c in COLORS if level_of(game.tags, c) is None)
    levels = [level for c in COLORS if (level := level_of(game.tags, c)) is not None]
    return Setup(game, autosave, people, levels[0] if levels else 3)


def level_of(tags: Mapping[str, str], color: str) -> int | None:
    """The level of the built-in opponent that plays a colour; None for anyone else."""
    match = _LEVEL_NAME.fullmatch(tags.get(color.capitalize(), ""))
    return min(max(int(match[1]), 1), 10) if match else None
