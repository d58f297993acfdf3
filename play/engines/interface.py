"""What every engine is to the rest of the program, whatever runs it: thread, process or program."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Info, Limits, StopToken
from makachess.core.engine.driver import refuse_other_variant
from makachess.core.spec import Variant

InfoHandler = Callable[[Info], object]


class EngineFaultError(MakachessError):
    """What is wrong with a program; `kind` is start, crash, hang, illegal or resign.

    `best` is what it had reported of the search in which it failed.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.best: BestMove | None = None


class AsyncEngine(ABC):
    """Searches positions of one variant, one after the other.

    `notice` is what a person should be told, and `faults` what went wrong, mended or not; whoever
    has told and counted them clears them.
    """

    has_levels = True  # keeps limits of nodes and lines, and so can play at a level

    def __init__(self, variant: Variant, name: str) -> None:
        self.variant = variant
        self.name = name
        self.notice = ""
        self.faults: list[EngineFaultError] = []
        self._one_at_a_time = asyncio.Lock()

    async def search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """The best move within the limits, searched in a copy of the position.

        `on_info` is called, where this was called, with each finished line. A search that is
        stopped answers soon, with the best found so far; one whose task is cancelled is stopped,
        too, and answers nothing. Another search waits for its turn. Raises MakachessError for a
        position of another variant, or if the engine cannot go on.
        """
        refuse_other_variant(self.variant, position.variant)
        position = position.copy()
        async with self._one_at_a_time:
            return await self._search(position, limits, on_info, stop or StopToken())

    @abstractmethod
    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        """Search a position that nobody else uses; when cancelled, end the search all the same."""

    @abstractmethod
    async def close(self) -> None:
        """End it for good, with the search under way, if any."""
