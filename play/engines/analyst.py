"""Analysts: engines that tell a person what they think of a position, all with one face."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

from makachess.core import COMPILED, Position
from makachess.core.engine import BestMove, Info, Limits
from makachess.core.spec import Variant

InfoHandler = Callable[[Info], object]


class Analyst(ABC):
    """Looks at one position at a time."""

    def __init__(self) -> None:
        self.notice = ""  # what a person should be told; whoever has told it clears it
        self._one_at_a_time = asyncio.Lock()

    async def analyse(
        self, position: Position, limits: Limits, on_info: InfoHandler | None = None
    ) -> BestMove:
        """What it comes to think of a position that nobody else uses.

        `on_info` is called, where this was called, with each finished line. A search that is
        stopped answers soon, with the best found so far; a stop can be too early for it to be
        heard, so whoever wants no answer cancels the task as well. The move is None if nothing was
        found or can be moved. Raises MakachessError if it cannot go on.
        """
        async with self._one_at_a_time:  # until a question that was given up is out of the way
            return await self._search(position, limits, on_info)

    @abstractmethod
    async def _search(
        self, position: Position, limits: Limits, on_info: InfoHandler | None
    ) -> BestMove:
        """Search a position."""

    @abstractmethod
    def stop(self) -> None:
        """End the search under way, if any, at once."""

    @abstractmethod
    async def close(self) -> None:
        """End it for good."""


def make_analyst(variant: Variant, command: str | None = None) -> Analyst:
    """The program of a command line, or else the built-in engine, in the shape of the opponent."""
    if command is not None:
        from makachess.play.engines.external import ExternalAnalyst

        return ExternalAnalyst(variant, command)
    if COMPILED:
        from makachess.play.engines.thread import ThreadAnalyst

        return ThreadAnalyst(variant)
    from makachess.play.engines.process import ProcessAnalyst

    return ProcessAnalyst(variant)
