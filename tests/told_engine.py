"""An engine that finds what a test tells it to find."""

from __future__ import annotations

import asyncio

from makachess.core import Position
from makachess.core.engine import BestMove
from makachess.play.engines import AsyncEngine
from makachess.variants import load


class Told(AsyncEngine):
    """Reports through `handlers` and ends with `answer`, both at the test's word."""

    def __init__(self) -> None:
        super().__init__(load("veteran"), "told")
        self.asked: list[Position] = []
        self.handlers: list = []
        self.answer: asyncio.Future[BestMove] = asyncio.Future()
        self.stops = 0

    async def _search(self, position, limits, on_info, stop) -> BestMove:
        self.asked.append(position)
        self.handlers.append(on_info)
        self.answer = asyncio.Future()
        with stop.on_stop(self._hear_stop):
            return await self.answer

    def _hear_stop(self) -> None:
        self.stops += 1

    async def close(self) -> None:
        pass
