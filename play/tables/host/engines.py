"""The engines at a host's tables: how many think at once, and how many stay in memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace

from makachess.core import MakachessError, Position
from makachess.core.engine import LEVELS, BestMove, ClockLimits, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines import AsyncEngine, make_engine
from makachess.play.engines.interface import InfoHandler
from makachess.play.session.opponents import Opponent
from makachess.play.session.seats import EngineSeat
from makachess.variants.books import find_book

KEPT = 16  # engines whose memory is kept between their moves, some 15 MB each
HURRIED = 2.0  # seconds that a search takes at most while other engines wait
HANDICAP = 30.0  # seconds that an engine lets others go first, for each second of its level's
UNSEEN = 600.0  # seconds that it lets others go first while its opponent is away
SHOWN = 9  # places in line that are told one by one


@dataclass(eq=False, slots=True)
class _Waiting:
    """An engine in line, since a time in seconds."""

    seat: HostedEngineSeat
    since: float
    told: Callable[[], object]  # that its place in line is another
    called: asyncio.Future[None]

    @property
    def due(self) -> float:
        """Who is due first thinks first: quick replies, and those for which somebody waits."""
        seconds = LEVELS[self.seat.opponent.level].seconds
        return self.since + HANDICAP * seconds + (0 if self.seat.is_awaited() else UNSEEN)


class EngineRoom:
    """Lets a number of engines think at once; who waits for a short search waits the least.

    Nobody waits for ever, since those who have waited for long are due first. `now` is a time in
    seconds.
    """

    def __init__(
        self, places: int, kept: int = KEPT, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.places = places
        self.thinking = 0
        self._now = now
        self._line: list[_Waiting] = []
        self._kept = kept
        self._recent: dict[HostedEngineSeat, None] = {}  # those that have memory, latest last

    @property
    def waiting(self) -> int:
        """How many engines wait for their turn."""
        return len(self._line)

    @asynccontextmanager
    async def turn(self, seat: HostedEngineSeat, told: Callable[[], object]) -> AsyncIterator[None]:
        """One engine's turn, in which it has its memory."""
        await self._queue(seat, told)
        self._recent.pop(seat, None)
        try:
            if not seat.is_ready:
                told()
                await seat.prepare()
            yield
        finally:
            self._next()
            if seat.is_ready:
                self._recent[seat] = None
        await self._forget_the_oldest()

    async def _queue(self, seat: HostedEngineSeat, told: Callable[[], object]) -> None:
        if self.thinking < self.places:
            self.thinking += 1
            return
        called = asyncio.get_running_loop().create_future()
        waiting = _Waiting(seat, self._now(), told, called)
        self._line.append(waiting)
        self._tell()
        try:
            await called
        except asyncio.CancelledError:
            if waiting in self._line:
                self._line.remove(waiting)
                self._tell()
            else:  # it was its turn just then
                self._next()
            raise
        finally:
            seat.place = 0

    def _next(self) -> None:
        """An engine is done: the one that is due first is called."""
        self.thinking -= 1
        waiting = [one for one in self._line if not one.called.done()]
        if waiting:
            first = min(waiting, key=lambda one: one.due)
            self._line.remove(first)
            self.thinking += 1
            first.called.set_result(None)
            self._tell()

    def _tell(self) -> None:
        """Tell the first in line of their places where these have changed."""
        for place, one in enumerate(sorted(self._line, key=lambda one: one.due), 1):
            place = min(place, SHOWN + 1)
            if one.seat.place != place:
                one.seat.place = place
                one.told()

    def longest(self, level: int) -> float:
        """Seconds that a search of a level may take now."""
        seconds = LEVELS[level].seconds
        return min(seconds, HURRIED) if self._line else seconds

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
        self.is_awaited: Callable[[], bool] = lambda: True  # by an opponent who is there
        self.place = 0  # in line for its turn to think; 0 if it does not wait
        self._knows_book = False
        self._variant = variant
        self._room = room

    @property
    def is_ready(self) -> bool:
        """Whether it has its memory."""
        return not isinstance(self.engine, AsleepEngine)

    def turn(self, told: Callable[[], object]) -> AbstractAsyncContextManager[None]:
        """Its turn, once there is room for it."""
        return self._room.turn(self, told)

    def limits(self, position: Position, clock: ClockLimits | None) -> Limits:
        """Its level's, cut short where a clock would let it hold up the others."""
        limits, longest = super().limits(position, clock), self._room.longest(self.opponent.level)
        seconds = limits.seconds_for(position.turn)
        if seconds is not None and seconds <= longest:
            return limits
        return replace(limits, seconds=longest, clock=None)

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
