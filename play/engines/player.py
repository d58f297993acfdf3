"""An engine as a player: its level and pace, its offers, and who plays on if it fails."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from makachess.core import COMPILED, MakachessError, Position
from makachess.core.engine import (
    LEVELS,
    BestMove,
    ClockLimits,
    Limits,
    StopToken,
    accepts_draw,
    level_limits,
    offers_draw,
)
from makachess.core.engine.book import NO_BOOK, OpeningBook
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.levels import OFFER_PAUSE
from makachess.core.engine.model import Model
from makachess.core.engine.style import BALANCED
from makachess.core.spec import Variant
from makachess.play.engines.builtin import ProcessEngine, ThreadEngine
from makachess.play.engines.external import ProgramEngine
from makachess.play.engines.interface import AsyncEngine, EngineFaultError
from makachess.saves.restriction import check_program
from makachess.variants.books import find_book

PACED = 7  # levels up to this one; the search of the others takes time enough
FORCED, RETAKEN = 0.4, 0.9  # seconds for the only move, and for taking back
CHOICE = 0.7  # seconds for each move that looks about as good as the best
CLOSE = 0.5  # average pieces within which moves look so
SPREAD = 0.35  # of the time's logarithm
USUAL = 5.0  # seconds a move on a clock that leave the time as it is
LEAST_SHARE, MOST_SHARE = 0.05, 2.0  # of that time on other clocks


def natural_seconds(
    position: Position, best: BestMove, clock: ClockLimits | None, dice: random.Random
) -> float:
    """Seconds a person would take for a move: more where several look good, and more time is left.

    The lines of the search say how many look good.
    """
    seconds = _usual_seconds(position, best) * math.exp(dice.gauss(0, SPREAD))
    if clock is None:
        return seconds
    budget = clock.budget(position.turn)
    return min(seconds * min(max(budget / USUAL, LEAST_SHARE), MOST_SHARE), budget)


def _usual_seconds(position: Position, best: BestMove) -> float:
    if len(position.legal_moves()) < 2:
        return FORCED
    if _takes_back(position, best):
        return RETAKEN
    first = max((info.score.value for info in best.lines), default=0)
    least = first - CLOSE * average_piece(position.variant)
    return CHOICE * (1 + sum(info.score.value >= least for info in best.lines))


def _takes_back(position: Position, best: BestMove) -> bool:
    last = position.moves[-1] if position.moves else None
    if last is None or best.move is None or not last.is_capture:
        return False
    return last.destination in best.move.victims


async def rest(seconds: float, stop: StopToken | None) -> None:
    """Let the time go by; a stop, from any thread, ends that at once."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    stopped = (stop or StopToken()).on_stop(lambda: loop.call_soon_threadsafe(over.set))
    with stopped, suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)


# --- player ---------------------------------------------------------------------------------------
#
# An engine as a player: its level, its draw offers, and who plays on if it fails.

LEVEL_NAME = "makachess level"  # with the number behind it, the built-in engine's name as a player


class EnginePlayer:
    """Plays a side of a game with an engine.

    An engine that cannot play at a level is given the level's time instead. If it cannot go on, the
    engine that `stand_in` makes takes over at the level. Only the built-in engine plays by `book`;
    at a `natural` pace its low levels take as long as a person, about, unless a seed makes their
    games repeatable.
    `notice` is a message for the player; the caller clears it after showing it.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        level: int = max(LEVELS),
        seed: int | None = None,
        stand_in: Callable[[], AsyncEngine] | None = None,
        book: OpeningBook = NO_BOOK,
        *,
        style: str = BALANCED,
        natural: bool = False,
    ) -> None:
        self.engine = engine
        self.level = level
        self.notice = ""
        self.is_stand_in = False  # the first engine has failed, and another one plays
        self._seed = seed
        self._style = style
        self._natural = natural and seed is None and level <= PACED
        self._stand_in = stand_in
        self._book = book
        self._last: BestMove | None = None  # what it found at its last move
        self._offered = 0  # the move of its last draw offer

    @property
    def name(self) -> str:
        """Who plays now: a program's own name, or the built-in engine's with its level."""
        return f"{LEVEL_NAME} {self.level}" if self.engine.has_levels else self.engine.name

    async def choose(
        self,
        position: Position,
        clock: ClockLimits | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """The move it plays, with its lines; after a stop, the best found so far.

        The move is None only where it resigns or there is no legal one. Raises MakachessError if
        the engine cannot go on, and if it was stopped before it found a move.
        """
        begun = time.monotonic()
        best = await self._think(position, clock, stop)
        if self._natural and self.engine.has_levels and best.move is not None:
            seconds = natural_seconds(position, best, clock, random.Random())
            await rest(seconds - (time.monotonic() - begun), stop)
        if best.move is None and not best.resigns and position.has_legal_move():
            raise MakachessError(f"{self.name} has found no move")
        if best.move is not None:
            self._last = best
        return best

    async def _think(
        self, position: Position, clock: ClockLimits | None, stop: StopToken | None
    ) -> BestMove:
        """Ask the engine, or its stand-in once it cannot go on."""
        try:
            best = await self._ask(position, clock, stop)
        except EngineFaultError as fault:
            if self._stand_in is None:
                raise
            await self._relieve(fault, self._stand_in)
            best = await self._ask(position, clock, stop)
        self.notice = " ".join(filter(None, (self.notice, self.engine.notice)))
        self.engine.notice = ""
        return best

    async def _ask(
        self, position: Position, clock: ClockLimits | None, stop: StopToken | None
    ) -> BestMove:
        """A move from the book, if the built-in engine plays and knows one, or from a search."""
        if self.engine.has_levels:
            known = self._book.choose(position, self.level, self._seed)
            if known is not None:
                return known
        return await self.engine.search(position, self._limits(clock), None, stop)

    async def _relieve(self, fault: EngineFaultError, stand_in: Callable[[], AsyncEngine]) -> None:
        failed, self.engine, self._stand_in = self.engine, stand_in(), None
        self._last, self.is_stand_in = None, True
        self.notice = f"{fault}. {self.name} plays on"
        await failed.close()

    def _limits(self, clock: ClockLimits | None) -> Limits:
        if self.engine.has_levels:
            return level_limits(self.level, clock=clock, seed=self._seed, style=self._style)
        return Limits(seconds=None if clock else LEVELS[self.level].seconds, clock=clock)

    def accepts_draw(self, position: Position) -> bool:
        """Whether it accepts a draw, judging by the evaluation of its last move."""
        return self._last is not None and accepts_draw(self._last.info, position.fullmove)

    def offers_draw(self, position: Position) -> bool:
        """Whether it offers a draw with the move it has just chosen; not too often.

        A program decides that itself.
        """
        if self._last is None:
            return False
        if not self.engine.has_levels:
            return self._last.offers_draw
        if position.fullmove < self._offered + OFFER_PAUSE:
            return False
        if offers_draw(self._last.info, position.fullmove, position.halfmove):
            self._offered = position.fullmove
            return True
        return False

    async def close(self) -> None:
        """End the engine."""
        await self.engine.close()


# --- choice ---------------------------------------------------------------------------------------
#
# Which engine searches: a program where a command line is given, else the built-in one.


def make_engine(
    variant: Variant,
    command: str | None = None,
    model: Model | None = None,
    cores: int = 1,
) -> AsyncEngine:
    """An engine for a variant; the built-in one runs in a thread if it is compiled.

    There it searches with so many cores.
    """
    if command is not None:
        check_program(command)
        return ProgramEngine(variant, command)
    if not COMPILED:
        return ProcessEngine(variant, model)
    return ThreadEngine(variant, model, cores)


def make_player(
    variant: Variant,
    level: int,
    seed: int | None = None,
    command: str | None = None,
    model: Model | None = None,
    book: OpeningBook | None = None,
    *,
    style: str = BALANCED,
    natural: bool = False,
    cores: int = 1,
) -> EnginePlayer:
    """A player; for a program the built-in engine stands in if it fails.

    Without a book it plays by the usual one of the variant. A `style` is one of those of the
    built-in engine; at a `natural` pace it takes its time.
    """
    make = partial(make_engine, variant, model=model, cores=cores)
    refused: list[str] = []
    chosen = find_book(variant, refused.append) if book is None else book
    engine = make(command=command)
    stand_in = None if command is None else make
    player = EnginePlayer(engine, level, seed, stand_in, chosen, style=style, natural=natural)
    player.notice = " ".join(refused)
    return player
