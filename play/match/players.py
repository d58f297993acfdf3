"""Those who play a match: the built-in engine in one of its strengths, or a program."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import LEVELS, BestMove, Engine, Limits, choose
from makachess.core.spec import Variant
from makachess.play.engines.external import EngineFaultError, Keeper, Timing
from makachess.play.engines.external.cecp import CecpEngine

SESSION = 40  # moves for which a program's clock is set
_STRENGTH = re.compile(r"(level|depth|nodes):(\d+)")


@dataclass(frozen=True, slots=True)
class Strength:
    """How the built-in engine plays: at a level, or to so many plies or nodes."""

    kind: str
    value: int


def parse_strength(text: str) -> Strength | None:
    """`level:5`, `depth:4` or `nodes:10000`; None for a command line. Raises MakachessError."""
    match = _STRENGTH.fullmatch(text)
    if match is None:
        if re.match(r"(level|depth|nodes)\b", text) or not text.strip():
            raise MakachessError(
                f"{text!r} is no engine (level:1 to level:10, depth:N, nodes:N, or a command line)"
            )
        return None
    strength = Strength(match[1], int(match[2]))
    if strength.value < 1 or (strength.kind == "level" and strength.value not in LEVELS):
        raise MakachessError(f"{text!r}: there is no such {strength.kind}")
    return strength


@dataclass(slots=True)
class Conduct:
    """What there is to say about a player in one game, apart from the moves."""

    moves: int = 0
    seconds: float = 0.0
    crashes: int = 0
    hangs: int = 0
    illegal: int = 0
    helped: int = 0  # moves that a stand-in made because the engine could not
    resigned: bool = False


@dataclass(slots=True)
class Player(ABC):
    """One side of a game."""

    conduct: Conduct = field(default_factory=Conduct, init=False)

    async def move(self, position: Position, seconds: float | None) -> Move | None:
        """The move it makes, None if it cannot go on; notes how long that took."""
        begun = time.perf_counter()
        move = await self._move(position, seconds)
        self.conduct.seconds += time.perf_counter() - begun
        self.conduct.moves += 1
        return move

    @abstractmethod
    async def _move(self, position: Position, seconds: float | None) -> Move | None:
        """Choose a move."""

    @abstractmethod
    async def close(self) -> None:
        """End it."""


@dataclass(slots=True)
class BuiltIn(Player):
    """The built-in engine, in the process of the game."""

    strength: Strength
    engine: Engine
    seed: int | None = None  # of a level without a clock, so that its games can be repeated

    async def _move(self, position: Position, seconds: float | None) -> Move | None:
        value = self.strength.value
        if self.strength.kind == "level":
            seed = self.seed if seconds is None else None
            return choose(self.engine, position, value, seed, seconds).move
        depth, nodes = (value, None) if self.strength.kind == "depth" else (None, value)
        limits = Limits(depth=depth, nodes=nodes, seconds=seconds)
        return self.engine.search(position, limits).move

    async def close(self) -> None:
        """There is nothing to end."""


@dataclass(slots=True)
class SessionClock:
    """A program's clock: so much for 40 moves, again and again; what is left over is kept."""

    per_move: float
    left: float = 0.0
    moves: int = 0

    def timing(self) -> Timing:
        """What the program is told before a move."""
        base = SESSION * self.per_move
        if self.moves % SESSION == 0:
            self.left += base
        minutes, seconds = divmod(max(1, round(base)), 60)
        return Timing(f"level {SESSION} {minutes}:{seconds:02} 0", self.left, self.left)

    def spend(self, seconds: float) -> None:
        """Note how long a move took."""
        self.left = max(self.left - seconds, self.per_move)
        self.moves += 1


@dataclass(slots=True)
class Outside(Player):
    """A program; its faults are counted and, where that is possible, survived.

    If it crashes on every attempt the stand-in, if there is one, moves in its place.
    """

    keeper: Keeper
    stand_in: Player | None = None
    clock: SessionClock | None = None

    async def _move(self, position: Position, seconds: float | None) -> Move | None:
        try:
            return (await self._search(position, seconds)).move
        except EngineFaultError as fault:
            self.conduct.resigned = fault.kind == "resign"
            if self.stand_in is None or fault.kind != "crash":
                return None
            self.conduct.helped += 1
            return await self.stand_in.move(position, seconds)
        finally:
            self._count_faults()

    async def _search(self, position: Position, seconds: float | None) -> BestMove:
        if seconds is None:
            return await self.keeper.search(position, Limits(seconds=LEVELS[max(LEVELS)].seconds))
        engine, profile = await self.keeper.start(), self.keeper.profile
        if not isinstance(engine, CecpEngine) or profile.placement_only:
            timing = Timing.per_move(seconds / profile.time_share)
            return await self.keeper.search(position, Limits(), timing)
        self.clock = self.clock or SessionClock(seconds)
        begun = time.perf_counter()
        best = await self.keeper.search(position, Limits(), self.clock.timing())
        self.clock.spend(time.perf_counter() - begun)
        return best

    def _count_faults(self) -> None:
        for fault in self.keeper.faults:
            if fault.kind == "illegal":
                self.conduct.illegal += 1
            elif fault.kind == "hang":
                self.conduct.hangs += 1
            elif fault.kind != "resign":
                self.conduct.crashes += 1
        self.keeper.faults.clear()

    async def close(self) -> None:
        """End the program."""
        await self.keeper.close()


async def make_player(
    text: str, variant: Variant, seed: int | None = None, stand_in: str | None = None
) -> Player:
    """A player ready to begin; raises MakachessError if there is no such engine."""
    strength = parse_strength(text)
    if strength is not None:
        return BuiltIn(strength, Engine(variant), seed)
    helper = await make_player(stand_in, variant, seed) if stand_in else None
    player = Outside(Keeper(text, variant), helper)
    await player.keeper.start()
    return player
