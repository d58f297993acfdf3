"""The engines that may play: how they are chosen, what games call them, who a file says plays."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from makachess.core.engine.book import OpeningBook
from makachess.core.engine.model import Model
from makachess.core.engine.style import BALANCED
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS
from makachess.play.engines import LEVEL_NAME
from makachess.play.session.seats import PROGRAM
from makachess.play.settings import engines as known_engines

DEFAULT_LEVEL = 3
_LEVEL = re.compile(LEVEL_NAME + r" (\d{1,3})")
# Programs that are told by their arguments what they are.
_INTERPRETER = re.compile(r"(python|pypy|perl|ruby|node|java|mono|wine|sh|bash)[0-9.]*(\.exe)?")


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """An engine that is to play: the built-in one at a level, or the program of a command line.

    The level also sets how long the program thinks without a clock, and who takes over if it fails.
    """

    level: int = DEFAULT_LEVEL
    command: str | None = None
    program: str = ""  # what the program is called, without its path and arguments
    model: Model | None = None  # what the built-in one goes by, unless it is the usual one
    book: OpeningBook | None = None  # what it opens by, unless it is the usual one
    model_file: str = ""  # what the game's file says of the model, and of the book
    book_file: str = ""
    style: str = BALANCED
    natural: bool = False  # the built-in one takes about as long as a person
    notice: str = ""  # what the player is to be told of it

    @property
    def name(self) -> str:
        """What the game's file calls it; never a command or a path."""
        return self.program or f"{LEVEL_NAME} {self.level}"


def choose_engine(level: str, command: str | None = None) -> EngineChoice:
    """An engine by what a person says of it; raises MakachessError."""
    digits = level.strip()
    if not digits.isdecimal() or len(digits) > 2 or not 1 <= int(digits) <= 10:
        raise MakachessError(f"{level!r} is not a level (1 to 10)")
    if command is None:
        return EngineChoice(int(level))
    return EngineChoice(int(level), command, engine_name(command))


def engine_name(command: str) -> str:
    """What games call the program of a command line; raises MakachessError if there is none.

    That is the name the player's settings have for this command, or else one they have for no
    other.
    """
    known = known_engines()
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
        words = shlex.split(command)
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
) -> tuple[dict[str, EngineChoice], dict[str, str]]:
    """The engines that a file's tags name, and the programs unavailable here, by colour."""
    engines: dict[str, EngineChoice] = {}
    unknown: dict[str, str] = {}
    for color in COLORS:
        name = tags.get(color.capitalize(), "")
        if (level := level_of(tags, color)) is not None:
            engines[color] = EngineChoice(level)
        elif tags.get(f"{color.capitalize()}Type", "").lower() == PROGRAM:
            if name in commands:
                engines[color] = EngineChoice(command=commands[name], program=name)
            else:
                unknown[color] = name
    return engines, unknown


def level_of(tags: Mapping[str, str], color: str) -> int | None:
    """The level of the built-in opponent that plays a colour; None for anyone else."""
    match = _LEVEL.fullmatch(tags.get(color.capitalize(), ""))
    human = tags.get(f"{color.capitalize()}Type", PROGRAM).lower() != PROGRAM
    return min(max(int(match[1]), 1), 10) if match and not human else None
