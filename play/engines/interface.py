"""The interface of every engine, whatever runs it: thread, process or program."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import Enum

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Info, Limits, StopToken
from makachess.core.engine.run import refuse_other_variant
from makachess.core.spec import Variant
from makachess.variants.models import engine_values

InfoHandler = Callable[[Info], object]


class FaultKind(Enum):
    """What a program has done wrong."""

    START = "start"  # it could not be started, or does not play the variant
    CRASH = "crash"
    HANG = "hang"
    MISMATCH = "mismatch"  # it plays the game otherwise than we do, or cannot be told it
    ILLEGAL = "illegal"  # it played an illegal move, refused a legal one or claimed a false result


class EngineFaultError(MakachessError):
    """A program's fault; `best` is the best move reported by the search that failed."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.best: BestMove | None = None


class AsyncEngine(ABC):
    """Searches positions of one variant, one after the other.

    `notice` is a message for the player, `faults` lists what went wrong, even if it was handled;
    the caller clears both after reporting them.
    """

    has_levels = True  # keeps limits of nodes and lines, and so can play at a level

    def __init__(self, variant: Variant, name: str) -> None:
        self.variant = variant
        self.name = name
        self.notice = ""
        self.faults: list[EngineFaultError] = []
        self._one_at_a_time = asyncio.Lock()

    @property
    def values(self) -> Mapping[str, int]:
        """Centipawns of each type, to explain its moves by: the usual ones for a program."""
        return engine_values(self.variant)

    async def search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None = None,
        stop: StopToken | None = None,
    ) -> BestMove:
        """The best move within the limits, searched in a copy of the position.

        `on_info` is called, where this was called, with each finished line. A stopped search soon
        returns the best found so far; a cancelled one is stopped, too, and returns nothing. Another
        search waits for its turn. Raises MakachessError for a position of another variant, or if
        the engine cannot go on.
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
        """Search a position owned by this call; when cancelled, still end the search."""

    @abstractmethod
    async def close(self) -> None:
        """Close the engine, ending any search under way."""
