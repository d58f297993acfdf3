"""The built-in engine in a thread: the compiled search lets go of the interpreter."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, choose
from makachess.core.spec import Variant
from makachess.tui.engines.opponent import Opponent

INSIST = 0.02  # seconds after which a search that is to stop is told again


class ThreadOpponent(Opponent):
    """One engine, one thread; a new search waits until the one before it has ended."""

    def __init__(self, variant: Variant, level: int, seed: int | None) -> None:
        super().__init__()
        self._level, self._seed = level, seed
        self._engine = Engine(variant)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="makachess-engine")
        self._search: Future[BestMove] | None = None

    async def _think(self, position: Position, seconds: float | None) -> BestMove:
        self._search = self._pool.submit(
            choose, self._engine, position, self._level, self._seed, seconds
        )
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
        """End the thread."""
        self.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
