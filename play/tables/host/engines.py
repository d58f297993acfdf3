"""The engines at a host's tables, of which some think at once while the others wait in line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines import AsyncEngine, make_engine
from makachess.play.engines.interface import InfoHandler
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat
from makachess.variants.books import find_book

HURRIED = 2.0  # seconds that a search takes at most while other engines wait


class EngineRoom:
    """Lets a number of engines think at once, in the order in which they come."""

    def __init__(self, places: int) -> None:
        self.waiting = 0  # engines
        self._free = asyncio.Semaphore(places)

    @asynccontextmanager
    async def turn(self, seat: HostedEngineSeat, told: Callable[[], object]) -> AsyncIterator[None]:
        """One engine's turn; `told` hears that it has to wait, and no longer."""
        seat.waits = self._free.locked()
        if seat.waits:
            self.waiting += 1
            told()
        try:
            await self._free.acquire()
        finally:
            if seat.waits:
                seat.waits = False
                self.waiting -= 1
                told()
        try:
            yield
        finally:
            self._free.release()

    def longest(self, level: int) -> float:
        """Seconds that a search of a level may take now."""
        seconds = LEVELS[level].seconds
        return min(seconds, HURRIED) if self.waiting else seconds


class HostedEngine(AsyncEngine):
    """The built-in engine, which has its memory, some 15 MB, only while it searches."""

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        engine = await asyncio.to_thread(make_engine, self.variant)  # no table waits for that
        try:
            return await engine.search(position, limits, on_info, stop)
        finally:
            await engine.close()

    async def close(self) -> None:
        """Nothing is left to be ended."""


class HostedEngineSeat(EngineSeat):
    """An engine that takes turns with others; its book is read when it first thinks."""

    def __init__(self, variant: Variant, level: int, room: EngineRoom) -> None:
        opponent = Opponent(level)
        super().__init__(HostedEngine(variant, opponent.name), opponent)
        self.waits = False  # for its turn to think
        self._knows_book = False
        self._room = room

    @asynccontextmanager
    async def turn(self, told: Callable[[], object]) -> AsyncIterator[None]:
        async with self._room.turn(self, told):
            if not self._knows_book:
                refused: list[str] = []
                variant = self.engine.variant
                self.book = await asyncio.to_thread(find_book, variant, refused.append)
                self.notice, self._knows_book = " ".join(refused), True
            yield

    def limits(self, position: Position, clock: ClockLimits | None) -> Limits:
        """Its level's, cut short where a clock would let it hold up the others."""
        limits, longest = super().limits(position, clock), self._room.longest(self.opponent.level)
        seconds = limits.seconds_for(position.turn)
        if seconds is not None and seconds <= longest:
            return limits
        return replace(limits, seconds=longest, clock=None)
