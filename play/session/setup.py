"""What a game needs before it can be shown: the game, its file, the players, the clock."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from makachess.core.engine.model import Model
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, Variant
from makachess.core.text import how_many
from makachess.play.coach import HIGHEST, ON, TAG, can_coach, turn_coach
from makachess.play.session.clock import Clock, TimeControl, parse_clock, parse_time_control
from makachess.play.session.opponents import (
    DEFAULT_LEVEL,
    Opponent,
    players_of,
    usual_opponent,
    write_style,
)
from makachess.play.session.seats import PersonSeat, Seat, VacantSeat, engine_seat
from makachess.play.settings import NO_CLOCK, PLAYER, Settings
from makachess.saves import Autosave, Game, Library, Reading, seconds_thought, times_left
from makachess.variants import why_not_again

PEOPLE_OF: Mapping[str, frozenset[str]] = {
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
    opponents: Mapping[str, Opponent] = field(default_factory=dict)
    unknown: Mapping[str, str] = field(default_factory=dict)
    control: TimeControl | None = None
    auto_flip: bool = False  # two people: the board turns to the side to move
    cores: int = 1  # that a search may use
    note: str = ""  # a message for the player when the game begins
    damage: str = ""  # what is wrong with the file, to be said before the game is played on

    @property
    def people(self) -> frozenset[str]:
        return frozenset(COLORS) - self.opponents.keys() - self.unknown.keys()

    @property
    def level(self) -> int:
        return next((opponent.level for opponent in self.opponents.values()), DEFAULT_LEVEL)

    @property
    def engine(self) -> str | None:
        """The command line of the program that plays, if one does."""
        return next((o.command for o in self.opponents.values() if o.command), None)

    @property
    def model(self) -> Model | None:
        """What the built-in engine uses, for hints and analysis too; None for the usual one."""
        return next((o.model for o in self.opponents.values() if o.model is not None), None)

    def seats(self) -> dict[str, Seat]:
        """Who sits where; both sides of one engine share it."""
        made = {
            opponent: engine_seat(self.game.variant, opponent, self.cores)
            for opponent in {*self.opponents.values()}
        }
        seats: dict[str, Seat] = {}
        for color in COLORS:
            name = self.game.tags.get(color.capitalize(), PLAYER)
            if color in self.opponents:
                seats[color] = made[self.opponents[color]]
            else:
                seats[color] = VacantSeat(name) if color in self.unknown else PersonSeat(name)
        return seats

    def clock(self) -> Clock | None:
        if self.control is None:
            return None
        clock = Clock(self.control)
        clock.rewind(times_left(self.game))
        clock.spend(self.game.position.turn, seconds_thought(self.game))
        return clock

    def filled(self, color: str, opponent: Opponent | None) -> Setup:
        """The same game once an engine, or a person, plays a colour that was unknown."""
        write_style(self.game.tags, color, opponent)
        opponents = {c: o for c, o in {**self.opponents, color: opponent}.items() if o is not None}
        unknown = {other: name for other, name in self.unknown.items() if other != color}
        return replace(self, opponents=opponents, unknown=unknown)

    def again(self, cores: int, *, swapped: bool = False) -> Setup:
        """The same players with a new game, in which a search may use `cores` threads.

        They change colours if they are `swapped`.
        """
        colors = COLORS[::-1] if swapped else COLORS
        now: Mapping[str, str] = dict(zip(COLORS, colors, strict=True))
        names = {now[c].capitalize(): self.game.tags.get(c.capitalize(), PLAYER) for c in COLORS}
        if len(self.people) == 2 and {*names} == {*names.values()}:
            names = {side: side for side in names}  # each is known by the colour alone
        opponents = {now[c]: replace(o, notice="", seed=None) for c, o in self.opponents.items()}
        game = _new_game(self.game.variant, None, names, opponents)
        if self.game.tags.get(TAG) == ON:
            turn_coach(game.tags, on=True)
        return replace(
            self,
            game=game,
            autosave=Library().autosave(game),
            opponents=opponents,
            unknown={now[c]: name for c, name in self.unknown.items()},
            cores=cores,
            note="",
            damage="",
        )


def new_setup(
    variant: Variant,
    side: str,
    opponent: Opponent | None = None,
    *,
    fen: str | None = None,
    clock: str | None = None,
    player: str = PLAYER,
    cores: int = 1,
    coach: bool = False,
) -> Setup:
    """A new game; side is white, black, both, none or random. Raises MakachessError.

    It has a coach if that is wanted and possible.
    """
    if side == "random":
        side = random.choice(COLORS)
    if side not in PEOPLE_OF:
        raise MakachessError(f"{side!r} is not a side (one of {', '.join(PEOPLE_OF)})")
    control = None if clock is None else parse_clock(clock)
    opponent = opponent or Opponent()
    opponents: dict[str, Opponent] = {
        color: opponent for color in COLORS if color not in PEOPLE_OF[side]
    }
    names = {side: side for side in map(str.capitalize, COLORS)}  # two people
    if opponents:
        names = {c.capitalize(): opponents[c].name if c in opponents else player for c in COLORS}
    game = _new_game(variant, fen, names, opponents)
    if coach and can_coach(game.tags, PEOPLE_OF[side], clock=control is not None):
        turn_coach(game.tags, on=True)
    lost = why_not_again(variant)
    note = f"This game is saved, but it cannot be read again: {lost}" if lost else ""
    return Setup(game, Library().autosave(game), opponents, control=control, cores=cores, note=note)


def _new_game(
    variant: Variant,
    fen: str | None,
    names: Mapping[str, str],
    opponents: Mapping[str, Opponent],
) -> Game:
    """A game whose tags say that it is of today, who plays it, and how the engines do."""
    game = Game(variant, fen, {"Date": date.today().strftime("%Y.%m.%d"), **names})
    for color, opponent in opponents.items():
        write_style(game.tags, color, opponent)
    return game


def usual_setup(
    usual: Settings,
    variant: Variant,
    opponent: Opponent | None = None,
    *,
    side: str | None = None,
    fen: str | None = None,
    clock: str | None = None,
    coach: bool | None = None,
) -> Setup:
    """A new game; opponent, side and clock are those of the settings unless given.

    Low levels come with the coach that the settings say, unless it is given.

    Raises MakachessError.
    """
    clock = clock or usual.clock
    opponent = opponent or usual_opponent(usual)
    return new_setup(
        variant,
        side or usual.side,
        opponent,
        fen=fen,
        clock=None if clock == NO_CLOCK else clock,
        player=usual.player,
        cores=usual.search_cores,
        coach=usual.coach and opponent.level <= HIGHEST if coach is None else coach,
    )


def resumed_setup(path: str | os.PathLike[str], usual: Settings, *, copy: bool = False) -> Setup:
    """A saved game to be played on by those named in it, or a `copy` of it.

    A file names programs, and the settings have their commands. The built-in engine plays by its
    usual model and book. Raises GameFileError, and LockedError if another program plays the game.
    """
    autosave, reading = Library().resume(path, copy=copy)
    tags = autosave.game.tags
    opponents, unknown = players_of(tags, usual.engines)
    opponents = {
        color: replace(opponent, natural=usual.thinking_time)
        for color, opponent in opponents.items()
    }
    try:
        control, note = parse_time_control(tags.get("TimeControl", "")), ""
    except MakachessError as error:
        control, note = None, f"Played on without a clock: {error}"
    return Setup(
        autosave.game,
        autosave,
        opponents,
        unknown,
        control=control,
        cores=usual.search_cores,
        note=note,
        damage=_damage(reading),
    )


def _damage(reading: Reading) -> str:
    """What is wrong with a damaged file; empty if all of the game could be read."""
    found = [problem for problem in reading.problems if not problem.harmless]
    if not found:
        return ""
    more = len(found) - 1 + reading.unlisted
    others = f"; {how_many(more, 'more fault')}" if more else ""
    return f"{found[0].here}{others}"
