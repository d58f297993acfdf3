"""The engines at a host's tables: how many think at once, and how many stay in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines import AsyncEngine, make_engine
from makachess.play.engines.interface import InfoHandler
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat
from makachess.variants.books import find_book

KEPT = 16  # engines whose memory is kept between their moves, some 15 MB each
QUEUED = "The engine waits for its turn to think"


class EngineRoom:
    """Lets a number of engines think at once, in the order in which they ask."""

    def __init__(self, places: int, kept: int = KEPT) -> None:
        self.places = places
        self.thinking = 0
        self.waiting = 0
        self._free = asyncio.Semaphore(places)
        self._kept = kept
        self._recent: dict[HostedEngineSeat, None] = {}  # those that have memory, latest last

    @asynccontextmanager
    async def turn(
        self, seat: HostedEngineSeat, wait: Callable[[str], object]
    ) -> AsyncIterator[None]:
        """One engine's turn, in which it has its memory."""
        await self._queue(wait)
        self.thinking += 1
        self._recent.pop(seat, None)
        try:
            if not seat.is_ready:
                wait("")
                await seat.prepare()
            yield
        finally:
            self.thinking -= 1
            self._free.release()
            if seat.is_ready:
                self._recent[seat] = None
        await self._forget_the_oldest()

    async def _queue(self, wait: Callable[[str], object]) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        wait(QUEUED)
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1

    async def _forget_the_oldest(self) -> None:
        while len(self._recent) > self._kept:
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            await oldest.rest()

    def leave(self, seat: HostedEngineSeat) -> None:
        """An engine has left its table."""
        self._recent.pop(seat, None)


class AsleepEngine(AsyncEngine):
    """What stands for an engine that has no memory, until its turn comes."""

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        raise MakachessError(f"{self.name} thinks out of turn")

    async def close(self) -> None:
        """Nothing is left to be ended."""


class HostedEngineSeat(EngineSeat):
    """An engine that takes turns with others; its book and model are read when it first thinks.

    That is done in a thread, so that no table waits for it.
    """

    def __init__(self, variant: Variant, level: int, room: EngineRoom) -> None:
        opponent = Opponent(level)
        super().__init__(AsleepEngine(variant, opponent.name), opponent)
        self._knows_book = False
        self._variant = variant
        self._room = room

    @property
    def is_ready(self) -> bool:
        """Whether it has its memory."""
        return not isinstance(self.engine, AsleepEngine)

    def turn(self, wait: Callable[[str], object]) -> AbstractAsyncContextManager[None]:
        """Its turn, once there is room for it."""
        return self._room.turn(self, wait)

    async def prepare(self) -> None:
        """Make the engine, or make it anew after a rest."""
        if not self._knows_book:
            refused: list[str] = []
            self.book = await asyncio.to_thread(find_book, self._variant, refused.append)
            self.notice, self._knows_book = " ".join(refused), True
        self.engine = await asyncio.to_thread(make_engine, self._variant)

    async def rest(self) -> None:
        """Give back the engine's memory."""
        engine, self.engine = self.engine, AsleepEngine(self._variant, self.name)
        await engine.close()

    async def close(self) -> None:
        """End the engine."""
        self._room.leave(self)
        await self.rest()
