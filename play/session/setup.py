"""What a game needs before it can be shown: the game, its file, the players, the clock."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from makachess.core.engine.book import OpeningBook
from makachess.core.engine.model import Model
from makachess.core.engine.style import BALANCED
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, Variant
from makachess.play.engines import make_player
from makachess.play.session.clock import Clock, TimeControl, parse_clock, parse_time_control
from makachess.play.session.opponents import (
    DEFAULT_LEVEL,
    EngineChoice,
    choose_engine,
    format_path,
    players_of,
    with_traits,
    write_traits,
)
from makachess.play.session.seats import EngineSeat, PersonSeat, Seat, VacantSeat
from makachess.play.settings import NO_CLOCK, PLAYER, Settings, load_settings
from makachess.saves import Autosave, Game, Library, Reading, seconds_thought, times_left
from makachess.variants import why_not_again

SIDES: Mapping[str, frozenset[str]] = {
    "white": frozenset({"white"}),
    "black": frozenset({"black"}),
    "both": frozenset(COLORS),
    "none": frozenset(),
}


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
        """What the built-in engine uses, for hints and analysis too; None for the usual one."""
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
        player.notice = "; ".join(filter(None, (choice.notice, player.notice)))
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
        write_traits(self.game.tags, color, choice)
        engines = dict(self.engines) if choice is None else {**self.engines, color: choice}
        unknown = {other: name for other, name in self.unknown.items() if other != color}
        return replace(self, engines=engines, unknown=unknown)

    def again(self) -> Setup:
        """The same players with a new game."""
        names = {c.capitalize(): self.game.tags.get(c.capitalize(), PLAYER) for c in COLORS}
        engines = {color: replace(choice, notice="") for color, choice in self.engines.items()}
        game = _new_game(self.game.variant, None, names, engines)
        return replace(
            self,
            game=game,
            autosave=Library().autosave(game),
            engines=engines,
            seed=None,
            note="",
            damage="",
        )


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
    model_file: str = "",
    book_file: str = "",
    player: str = PLAYER,
    style: str = BALANCED,
    natural: bool = False,
) -> Setup:
    """A new game; side is white, black, both, none or random. Raises MakachessError.

    `model_file` and `book_file` say where these are from, so that the game can be gone on with.
    """
    if side == "random":
        side = random.choice(COLORS)
    if side not in SIDES:
        raise MakachessError(f"{side!r} is not a side (one of {', '.join(SIDES)})")
    choice = replace(
        choose_engine(str(level), engine),
        model=model,
        book=book,
        model_file=format_path(model_file),
        book_file=format_path(book_file),
        style=style,
        natural=natural,
    )
    control = None if clock is None else parse_clock(clock)
    engines: dict[str, EngineChoice] = {
        color: choice for color in COLORS if color not in SIDES[side]
    }
    person = player if engines else PLAYER  # with two people it would be anybody's
    names = {c.capitalize(): engines[c].name if c in engines else person for c in COLORS}
    game = _new_game(variant, fen, names, engines)
    lost = why_not_again(variant)
    note = f"This game is saved, but it cannot be read again: {lost}" if lost else ""
    return Setup(game, Library().autosave(game), engines, seed=seed, control=control, note=note)


def _new_game(
    variant: Variant,
    fen: str | None,
    names: Mapping[str, str],
    engines: Mapping[str, EngineChoice],
) -> Game:
    """A game whose tags say who plays it, and how the engines do."""
    game = Game(variant, fen, names)
    for color, choice in engines.items():
        write_traits(game.tags, color, choice)
    return game


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
    model_file: str = "",
    book_file: str = "",
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
        model_file=model_file,
        book_file=book_file,
        player=usual.player,
        style=style or usual.style,
        natural=usual.thinking_time,
    )
    return replace(setup, cores=cores)


def resumed_setup(
    path: str | os.PathLike[str],
    commands: Mapping[str, str] | None = None,
    *,
    copy: bool = False,
) -> Setup:
    """A saved game to be played on by those named in it, or a `copy` of it.

    A file names programs, and `commands` says how to start them: unless given, the player's own
    settings. It also says how engines play; of what is refused of that they have a notice. Raises
    GameFileError, and LockedError if another program plays the game.
    """
    autosave, reading = Library().resume(path, copy=copy)
    tags = autosave.game.tags
    usual = load_settings().settings
    engines, unknown = players_of(tags, usual.engines if commands is None else commands)
    engines = {
        color: replace(choice, natural=usual.thinking_time)
        for color, choice in with_traits(engines, tags, autosave.game.variant).items()
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
