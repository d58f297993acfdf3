"""The engines that may play: how they are chosen, and what a game file says of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from makachess.core.engine.book import OpeningBook
from makachess.core.engine.model import Model
from makachess.core.engine.report import BALANCED, STYLES
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS
from makachess.core.text import visible
from makachess.play.settings import Settings
from makachess.saves.paths import command_words
from makachess.variants.asset_file import quote

STYLE = "Style"  # a tag, behind a colour: `BlackStyle`
HUMAN, PROGRAM = "human", "program"  # the values of PGN's tags WhiteType and BlackType
LEVEL_NAME = "makachess level"  # with the number behind it, the built-in engine's name as a player
DEFAULT_LEVEL = 3
_LEVEL = re.compile(LEVEL_NAME + r" (\d{1,3})")
# Programs that are told by their arguments what they are.
_INTERPRETER = re.compile(r"(python|pypy|perl|ruby|node|java|mono|wine|sh|bash)[0-9.]*(\.exe)?")


@dataclass(frozen=True, slots=True)
class Opponent:
    """An engine that is to play: the built-in one at a level, or the program of a command line.

    The level also sets how long the program thinks without a clock, and who takes over if it fails.
    """

    level: int = DEFAULT_LEVEL
    command: str | None = None
    program: str = ""  # what the program is called, without its path and arguments
    model: Model | None = None  # what the built-in one uses, unless it is the usual one
    book: OpeningBook | None = None  # what it opens by, unless it is the usual one
    style: str = BALANCED
    natural: bool = False  # the built-in one takes about as long as a person
    seed: int | None = None  # its games can be repeated
    notice: str = ""  # what the player is to be told of it

    @property
    def name(self) -> str:
        """What the game's file calls it; never a command or a path."""
        return self.program or f"{LEVEL_NAME} {self.level}"


def short_name(name: str) -> str:
    """A player's name where there is little room: the built-in engine is known by its level.

    >>> short_name("makachess level 3"), short_name("Anna")
    ('level 3', 'Anna')
    """
    return name.removeprefix("makachess ") if _LEVEL.fullmatch(name) else name


def opponent_at(level: str) -> Opponent:
    """The built-in engine at the level that a person has typed; raises MakachessError."""
    digits = level.strip()
    if not digits.isdecimal() or len(digits) > 2 or not 1 <= int(digits) <= 10:
        raise MakachessError(f"{level!r} is not a level (1 to 10)")
    return Opponent(int(digits))


def usual_opponent(usual: Settings, command: str | None = None, **chosen: Any) -> Opponent:
    """The engine of the settings, or the program of a command line, with whatever is chosen of it.

    What is None is not chosen. A level, style, model or book that is chosen means the built-in
    engine. Raises MakachessError.
    """
    chosen = {trait: value for trait, value in chosen.items() if value is not None}
    if command is None and not chosen.keys() & {"level", "style", "model", "book"}:
        command = usual.engines.get(usual.opponent)
    program = "" if command is None else engine_name(command, usual.engines)
    usually = Opponent(
        usual.level, command, program, style=usual.style, natural=usual.thinking_time
    )
    return replace(usually, **chosen)


def engine_name(command: str, known: Mapping[str, str]) -> str:
    """What games call the program of a command line; raises MakachessError if there is none.

    That is the name under which the player knows this command, or else one that is free.
    """
    if command.strip() in known.values():
        return next(name for name, other in known.items() if other == command.strip())
    name = program_name(command)
    names = chain((name,), (f"{name[:36]} {number}" for number in count(2)))
    return next(name for name in names if name not in known)


def program_name(command: str) -> str:
    """The name of a command line's program, or of the file that it interprets.

    Raises MakachessError if there is none.
    """
    try:
        words = command_words(command)
    except ValueError as error:
        raise MakachessError(f"{command!r} is not a command line: {error}") from None
    is_interpreter = bool(words) and _INTERPRETER.fullmatch(Path(words[0]).name) is not None
    scripts = filter(_is_file, words[1:] if is_interpreter else ())
    name = Path(next(scripts, words[0])).stem if words else ""
    if not name:
        raise MakachessError(f"{command!r} is not a command line")
    return name[:40]


def _is_file(text: str) -> bool:
    with suppress(OSError, ValueError):
        return Path(text).is_file()
    return False


def players_of(
    tags: Mapping[str, str], commands: Mapping[str, str]
) -> tuple[dict[str, Opponent], dict[str, str]]:
    """The engines that a file's tags name, and the programs unavailable here, by colour."""
    engines: dict[str, Opponent] = {}
    unknown: dict[str, str] = {}
    for color in COLORS:
        name = tags.get(color.capitalize(), "")
        if (level := level_of(tags, color)) is not None:
            engines[color] = _in_style(Opponent(level), tags.get(color.capitalize() + STYLE, ""))
        elif tags.get(f"{color.capitalize()}Type", "").lower() == PROGRAM:
            if name in commands:
                engines[color] = Opponent(command=commands[name], program=name)
            else:
                unknown[color] = name
    return engines, unknown


def _in_style(opponent: Opponent, style: str) -> Opponent:
    """An opponent in the style that a file tells; in the usual one if there is no such style."""
    if style in ("", "?", *STYLES):
        return replace(opponent, style=style if style in STYLES else BALANCED)
    told = visible(f"{quote(style)} is not a style (one of {', '.join(STYLES)})")
    return replace(opponent, notice=f"Played on in the balanced style: {told}")


def write_style(tags: MutableMapping[str, str], color: str, opponent: Opponent | None) -> None:
    """Say in a game's tags in which style the engine of a colour plays, if not in the usual one."""
    tags.pop(color.capitalize() + STYLE, None)
    if opponent is not None and not opponent.program and opponent.style != BALANCED:
        tags[color.capitalize() + STYLE] = opponent.style


def people_in(tags: Mapping[str, str]) -> frozenset[str]:
    engines, programs = players_of(tags, {})
    return frozenset(COLORS) - engines.keys() - programs.keys()


def level_of(tags: Mapping[str, str], color: str) -> int | None:
    """The level of the built-in opponent that plays a colour; None for anyone else."""
    match = _LEVEL.fullmatch(tags.get(color.capitalize(), ""))
    human = tags.get(f"{color.capitalize()}Type", PROGRAM).lower() != PROGRAM
    return min(max(int(match[1]), 1), 10) if match and not human else None
