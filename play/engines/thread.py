"""The built-in engine in a thread: the compiled search lets go of the interpreter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, Info, Limits, StopToken, choose
from makachess.core.spec import Variant
from makachess.play.engines.analyst import Analyst, InfoHandler
from makachess.play.engines.delegating import Delegating
from makachess.play.engines.interface import AsyncEngine
from makachess.play.engines.opponent import Opponent

INSIST = 0.02  # seconds after which a search that is to stop is told again


class ThreadEngine(AsyncEngine):
    """The built-in engine in one thread, so that searches queue there even when given up."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, "makachess")
        self._engine = Engine(variant)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="makachess-engine")
        self._stop = StopToken()  # of the last search
        self._last: Future[BestMove] | None = None

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        tell = None if on_info is None else _passing_on(on_info)
        self._stop = stop
        self._last = self._pool.submit(self._engine.search, position, limits, tell, stop)
        return await asyncio.wrap_future(self._last)

    async def close(self) -> None:
        """End the thread; a program cannot end before its threads."""
        self._stop.stop()
        if self._last is not None:
            await asyncio.wait((asyncio.wrap_future(self._last),))
        self._pool.shutdown(wait=False, cancel_futures=True)


class EngineThread:
    """One engine, one thread; a new search waits until the one before it has ended."""

    def __init__(self, variant: Variant) -> None:
        self._engine = Engine(variant)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="makachess-engine")
        self._search: Future[BestMove] | None = None
        self._last: Future[BestMove] | None = None  # also when it has been told to stop

    async def run(self, function: Callable[..., BestMove], *arguments: Any) -> BestMove:
        """What a function that searches, given the engine and further arguments, comes to."""
        self._search = self._last = self._pool.submit(function, self._engine, *arguments)
        return await asyncio.wrap_future(self._search)

    def stop(self) -> None:
        """End the search under way; one that has not begun will not begin."""
        search, self._search = self._search, None
        if search is not None and not search.cancel():
            self._insist(search)

    def _insist(self, search: Future[BestMove]) -> None:
        """A search that is just beginning may overhear a stop, so it is told until it has ended."""
        if not search.done():
            self._engine.stop()
            asyncio.get_running_loop().call_later(INSIST, self._insist, search)

    async def close(self) -> None:
        """End the thread; a program cannot end before its threads."""
        self.stop()
        while self._last is not None and not self._last.done():
            await asyncio.sleep(INSIST)
        self._pool.shutdown(wait=False, cancel_futures=True)


class ThreadOpponent(Delegating, Opponent):
    """The built-in opponent in a thread."""

    def __init__(self, variant: Variant, level: int, seed: int | None) -> None:
        super().__init__()
        self._level, self._seed = level, seed
        self._engine: EngineThread = EngineThread(variant)

    async def _think(self, position: Position, seconds: float | None) -> BestMove:
        return await self._engine.run(choose, position, self._level, self._seed, seconds)


class ThreadAnalyst(Delegating, Analyst):
    """The built-in analyst in a thread."""

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self._engine: EngineThread = EngineThread(variant)

    async def _search(
        self, position: Position, limits: Limits, on_info: InfoHandler | None
    ) -> BestMove:
        tell = None if on_info is None else _passing_on(on_info)
        return await self._engine.run(Engine.search, position, limits, tell)


def _passing_on(on_info: InfoHandler) -> InfoHandler:
    """A handler for the engine's thread that calls one in this."""
    loop = asyncio.get_running_loop()

    def pass_on(info: Info) -> None:
        with suppress(RuntimeError):  # the loop has ended before the search
            loop.call_soon_threadsafe(on_info, info)

    return pass_on
