"""The players of a match: the built-in engine at some strength, or a program."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TypeAlias

from makachess.core import MakachessError, Move, Position
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Limits
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.spec import Variant
from makachess.play.engines import (
    AsyncEngine,
    EngineFaultError,
    FaultKind,
    ProgramEngine,
    ThreadEngine,
)
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.match.strength import Strength, parse_strength
from makachess.play.tasks.models import unpack_model
from makachess.variants.models import ModelFile, choose_model_file

SESSION = 40  # moves for which a program's clock is set


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What an engine knows of a game: it travels to where the engine plays."""

    model: ModelFile | None  # None: no model
    book: OpeningBook

    @classmethod
    def of(cls, strength: Strength, variant: Variant) -> Knowledge:
        """That of an engine, from the files of this machine; raises ModelError and BookError."""
        return cls(choose_model_file(strength.model, variant), strength.opening_book(variant))


Known: TypeAlias = Mapping[str, Knowledge]
"""The knowledge of the engines of a match, by what they are called in it."""


def collect_knowledge(engines: Iterable[str], variant: Variant) -> Known:
    """What engines know, wherever they will play; raises MakachessError."""
    strengths = {text: parse_strength(text) for text in engines}
    return {
        text: Knowledge.of(strength, variant) for text, strength in strengths.items() if strength
    }


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """A player's statistics in one game or more."""

    moves: int = 0
    seconds: float = 0.0
    crashes: int = 0
    hangs: int = 0
    illegal: int = 0
    helped: int = 0  # moves that a stand-in made because the engine could not
    resigned: int = 0

    def __add__(self, other: PlayerStats) -> PlayerStats:
        sums = (getattr(self, f.name) + getattr(other, f.name) for f in fields(PlayerStats))
        return PlayerStats(*sums)

    @property
    def faults(self) -> int:
        """How often a program failed and was restarted or asked again."""
        return self.crashes + self.hangs + self.illegal


def count_fault(fault: EngineFaultError) -> PlayerStats:
    """A fault as the statistics count it; a program that cannot be started crashes, too."""
    if fault.kind is FaultKind.ILLEGAL:
        return PlayerStats(illegal=1)
    if fault.kind is FaultKind.HANG:
        return PlayerStats(hangs=1)
    return PlayerStats(crashes=1)


@dataclass(slots=True)
class SessionClock:
    """A program's clock: so much for each 40 moves; what is left over is kept."""

    per_move: float
    left: float = 0.0
    moves: int = 0

    def limits(self) -> ClockLimits:
        """What the program is told before a move."""
        made = self.moves % SESSION
        if not made:
            self.left += SESSION * self.per_move
        return ClockLimits(self.left, self.left, moves_to_go=SESSION - made)

    def spend(self, seconds: float) -> None:
        """Note how long a move took."""
        self.left = max(self.left - seconds, self.per_move)
        self.moves += 1


@dataclass(slots=True)
class Contestant:
    """One side of a game: an engine, its strength unless it is a program, and what it has done.

    Where a program crashes on every attempt, the stand-in moves in its place, if there is one. The
    seed of a level without a clock lets its games be repeated.
    """

    engine: AsyncEngine
    strength: Strength | None = None
    seed: int | None = None
    stand_in: Contestant | None = None
    book: OpeningBook = NO_BOOK
    clock: SessionClock | None = None
    score: int | None = None  # what it said of its last move, in centipawns
    stats: PlayerStats = field(default_factory=PlayerStats)

    async def move(self, position: Position, seconds: float | None) -> Move | None:
        """The move it makes, None if it resigns or cannot go on; notes how long that took.

        Raises MakachessError if it is a program that plays another game than this one: whatever
        came of that would say nothing of its strength.
        """
        begun = time.perf_counter()
        self.score = None
        try:
            best = await self._search(position, seconds)
            self.score = best.info.score.value if best.info else None
            self.stats += PlayerStats(resigned=int(best.resigns))
            move = best.move
        except EngineFaultError as fault:
            if fault not in self.engine.faults:  # it came before the search
                self.engine.faults.append(fault)
            self._refuse_other_game(fault)
            move = await self._help(fault, position, seconds)
        self.stats += PlayerStats(moves=1, seconds=time.perf_counter() - begun)
        self.stats = sum(map(count_fault, self.engine.faults), self.stats)
        self.engine.faults.clear()
        return move

    def _refuse_other_game(self, fault: EngineFaultError) -> None:
        """Tell a program that plays by other rules from one that fails at ours."""
        if fault.kind is FaultKind.MISMATCH:
            raise MakachessError(f"{fault}; the game does not count")
        if fault.kind is FaultKind.ILLEGAL and not self.stats.moves:
            raise MakachessError(
                f"{fault}, in its first reply: it seems to play another "
                f"{self.engine.variant.name}, so the game does not count"
            )

    async def _help(
        self, fault: EngineFaultError, position: Position, seconds: float | None
    ) -> Move | None:
        if self.stand_in is None or fault.kind is not FaultKind.CRASH:
            return None
        self.stats += PlayerStats(helped=1)
        return await self.stand_in.move(position, seconds)

    async def _search(self, position: Position, seconds: float | None) -> BestMove:
        if isinstance(self.engine, ProgramEngine):
            return await self._ask(self.engine, position, seconds)
        assert self.strength is not None
        seed = self.seed if seconds is None else None
        level = int(self.strength.value) if self.strength.kind == "level" else max(LEVELS)
        known = self.book.choose(position, level, self.seed)
        if known is not None:
            return known
        return await self.engine.search(position, self.strength.limits(seconds, seed))

    async def _ask(
        self, program: ProgramEngine, position: Position, seconds: float | None
    ) -> BestMove:
        """A program's move; on a clock, where its protocol has whole seconds a move alone."""
        if seconds is None:
            return await program.search(position, Limits(seconds=LEVELS[max(LEVELS)].seconds))
        running = await program.start()
        if not running.has_sessions or program.profile.is_shown(position.variant.name):
            return await program.search(
                position, Limits(seconds=seconds / program.profile.time_share)
            )
        self.clock = self.clock or SessionClock(seconds)
        begun = time.perf_counter()
        best = await program.search(position, Limits(clock=self.clock.limits()))
        self.clock.spend(time.perf_counter() - begun)
        return best

    async def close(self) -> None:
        """End the engine and its stand-in's."""
        await self.engine.close()
        if self.stand_in is not None:
            await self.stand_in.close()


async def make_contestant(
    text: str,
    variant: Variant,
    seed: int | None = None,
    stand_in: str | None = None,
    patience: Patience = USUAL,
    known: Known | None = None,
) -> Contestant:
    """A contestant; raises MakachessError if there is no such engine, or it plays other games.

    One that fails at once otherwise will do so again, and then loses. What an engine
    knows is looked for here if it is not given.
    """
    strength = parse_strength(text)
    if strength is not None:
        knows = Knowledge.of(strength, variant) if known is None else known[text]
        engine = ThreadEngine(variant, unpack_model(knows.model, variant), strength.cores or 1)
        return Contestant(engine, strength, seed, book=knows.book)
    program = ProgramEngine(variant, text, patience)
    try:
        await program.start()
    except EngineFaultError as fault:
        await program.close()
        if fault.kind in (FaultKind.START, FaultKind.MISMATCH):
            raise
        program = ProgramEngine(variant, text, patience)
    helper = await make_contestant(stand_in, variant, seed, known=known) if stand_in else None
    return Contestant(program, stand_in=helper)
