"""What a game needs before it can be shown: the game, its file, the players, the clock."""

from __future__ import annotations

import os
import random
import re
import shlex
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path

from makachess.core.engine.book import OpeningBook
from makachess.core.engine.model import Model
from makachess.core.engine.style import BALANCED
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, Variant
from makachess.play.engines import LEVEL_NAME, make_player
from makachess.play.session.clock import Clock
from makachess.play.session.seats import PROGRAM, EngineSeat, PersonSeat, Seat, VacantSeat
from makachess.play.session.time_control import TimeControl, parse_clock, parse_time_control
from makachess.play.settings import NO_CLOCK, PLAYER, Settings, load_settings
from makachess.play.settings import engines as known_engines
from makachess.saves import Autosave, Game, Library, Reading, seconds_thought, times_left
from makachess.variants import why_not_again

DEFAULT_LEVEL = 3
_LEVEL = re.compile(LEVEL_NAME + r" (\d{1,3})")
# Programs that are told by their arguments what they are.
_INTERPRETER = re.compile(r"(python|pypy|perl|ruby|node|java|mono|wine|sh|bash)[0-9.]*(\.exe)?")
SIDES: Mapping[str, frozenset[str]] = {
    "white": frozenset({"white"}),
    "black": frozenset({"black"}),
    "both": frozenset(COLORS),
    "none": frozenset(),
}


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
    style: str = BALANCED
    natural: bool = False  # the built-in one takes about as long as a person

    @property
    def name(self) -> str:
        """What the game's file calls it; never a command or a path."""
        return self.program or f"{LEVEL_NAME} {self.level}"


@dataclass(frozen=True, slots=True)
class Setup:
    """A game about to be played; colours without an engine are people's.

    `unknown` are programs named in the game's file for which there is no command.
    """

    game: Game
    autosave: Autosave
    engines: Mapping[str, EngineChoice] = field(default_factory=dict)
    unknown: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    control: TimeControl | None = None
    auto_flip: bool = False  # two people: the board turns to the side to move
    cores: int | None = None  # that a search may use; None: as the settings say
    note: str = ""  # a message for the player when the game begins
    damage: str = ""  # what is wrong with the file, to be said before the game is played on

    @property
    def people(self) -> frozenset[str]:
        """The colours that people play."""
        return frozenset(COLORS) - self.engines.keys() - self.unknown.keys()

    @property
    def level(self) -> int:
        """The level of the engine, if there is one."""
        return next((engine.level for engine in self.engines.values()), DEFAULT_LEVEL)

    @property
    def engine(self) -> str | None:
        """The command line of the program that plays, if one does."""
        return next((e.command for e in self.engines.values() if e.command), None)

    @property
    def model(self) -> Model | None:
        """What the built-in engine goes by, for hints and analysis too; None for the usual one."""
        return next((e.model for e in self.engines.values() if e.model is not None), None)

    def seats(self) -> dict[str, Seat]:
        """Who sits where; both sides of one engine share it."""
        made = {choice: self.engine_seat(choice) for choice in {*self.engines.values()}}
        seats: dict[str, Seat] = {}
        for color in COLORS:
            name = self.game.tags.get(color.capitalize(), PLAYER)
            if color in self.engines:
                seats[color] = made[self.engines[color]]
            else:
                seats[color] = VacantSeat(name) if color in self.unknown else PersonSeat(name)
        return seats

    def engine_seat(self, choice: EngineChoice) -> EngineSeat:
        """A seat for an engine in this game."""
        player = make_player(
            self.game.variant,
            choice.level,
            self.seed,
            choice.command,
            choice.model,
            choice.book,
            style=choice.style,
            natural=choice.natural,
            cores=self.cores,
        )
        return EngineSeat(player, choice.name)

    def clock(self) -> Clock | None:
        """The clock, with each side's time from the file."""
        if self.control is None:
            return None
        clock = Clock(self.control)
        clock.rewind(times_left(self.game))
        clock.spend(self.game.position.turn, seconds_thought(self.game))
        return clock

    def filled(self, color: str, choice: EngineChoice | None) -> Setup:
        """The same game once an engine, or a person, plays a colour that was unknown."""
        engines = dict(self.engines) if choice is None else {**self.engines, color: choice}
        unknown = {other: name for other, name in self.unknown.items() if other != color}
        return replace(self, engines=engines, unknown=unknown)

    def again(self) -> Setup:
        """The same players with a new game."""
        names = {c.capitalize(): self.game.tags.get(c.capitalize(), PLAYER) for c in COLORS}
        game = Game(self.game.variant, None, names)
        autosave = Library().autosave(game)
        return replace(self, game=game, autosave=autosave, seed=None, note="", damage="")


def new_setup(
    variant: Variant,
    side: str,
    *,
    level: int = DEFAULT_LEVEL,
    fen: str | None = None,
    clock: str | None = None,
    seed: int | None = None,
    engine: str | None = None,
    model: Model | None = None,
    book: OpeningBook | None = None,
    player: str = PLAYER,
    style: str = BALANCED,
    natural: bool = False,
) -> Setup:
    """A new game; side is white, black, both, none or random. Raises MakachessError."""
    if side == "random":
        side = random.choice(COLORS)
    if side not in SIDES:
        raise MakachessError(f"{side!r} is not a side (one of {', '.join(SIDES)})")
    engine_choice = choose_engine(str(level), engine)
    choice = replace(engine_choice, model=model, book=book, style=style, natural=natural)
    control = None if clock is None else parse_clock(clock)
    engines: dict[str, EngineChoice] = {
        color: choice for color in COLORS if color not in SIDES[side]
    }
    person = player if engines else PLAYER  # with two people it would be anybody's
    names = {c.capitalize(): engines[c].name if c in engines else person for c in COLORS}
    game = Game(variant, fen, names)
    lost = why_not_again(variant)
    note = f"This game is saved, but it cannot be read again: {lost}" if lost else ""
    return Setup(game, Library().autosave(game), engines, seed=seed, control=control, note=note)


def usual_setup(
    usual: Settings,
    variant: Variant,
    *,
    side: str | None = None,
    level: int | None = None,
    fen: str | None = None,
    clock: str | None = None,
    seed: int | None = None,
    engine: str | None = None,
    model: Model | None = None,
    book: OpeningBook | None = None,
    style: str | None = None,
    cores: int | None = None,
) -> Setup:
    """A new game; side, level, style, engine and clock are those of the settings unless given.

    A level, a style, a model or a book means the built-in engine. Raises MakachessError.
    """
    clock = clock or usual.clock
    if engine is None and level is None and style is None and model is None and book is None:
        engine = usual.engines.get(usual.opponent)
    setup = new_setup(
        variant,
        side or usual.side,
        level=level or usual.level,
        fen=fen,
        clock=None if clock == NO_CLOCK else clock,
        seed=seed,
        engine=engine,
        model=model,
        book=book,
        player=usual.player,
        style=style or usual.style,
        natural=usual.thinking_time,
    )
    return replace(setup, cores=cores)


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


def resumed_setup(
    path: str | os.PathLike[str],
    commands: Mapping[str, str] | None = None,
    *,
    copy: bool = False,
) -> Setup:
    """A saved game to be played on by those named in it, or a `copy` of it.

    A file names programs, and `commands` says how to start them: unless given, the player's own
    settings. Raises GameFileError, and LockedError if another program plays the game.
    """
    autosave, reading = Library().resume(path, copy=copy)
    tags = autosave.game.tags
    usual = load_settings().settings
    engines, unknown = _players(tags, usual.engines if commands is None else commands)
    engines = {
        color: replace(choice, style=usual.style, natural=usual.thinking_time)
        for color, choice in engines.items()
    }
    try:
        control, note = parse_time_control(tags.get("TimeControl", "")), ""
    except MakachessError as error:
        control, note = None, f"Played on without a clock: {error}"
    damage = _damage(reading)
    return Setup(
        autosave.game, autosave, engines, unknown, control=control, note=note, damage=damage
    )


def _damage(reading: Reading) -> str:
    """What is wrong with a damaged file; empty if all of the game could be read."""
    found = [problem for problem in reading.problems if not problem.harmless]
    if not found:
        return ""
    more = len(found) - 1 + reading.unlisted
    others = f" (and {more} more)" if more else ""
    return f"line {found[0].line}, column {found[0].column}: {found[0].message}{others}"


def _players(
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
