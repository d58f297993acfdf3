"""What every opponent is, and the choice of the built-in one's shape."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

from makachess.core import COMPILED, Position
from makachess.core.engine import BestMove, Info, accepts_draw, offers_draw
from makachess.core.spec import Variant

OFFER_PAUSE = 15  # full moves between two offers of a draw


class Opponent(ABC):
    """A player that is no person; one question at a time."""

    is_stand_in = False  # whether the built-in engine plays for a program that has failed

    def __init__(self) -> None:
        self._last: Info | None = None  # what it thought of its last move
        self._offered = 0
        self.notice = ""  # what a person should be told; whoever has told it clears it
        self._one_at_a_time = asyncio.Lock()

    async def choose(self, position: Position, seconds: float | None = None) -> BestMove:
        """The move it plays, after `stop` the best so far if any.

        A stop can be too early for it to be heard, so whoever wants no answer cancels the task as
        well. Raises MakachessError if it cannot go on.
        """
        async with self._one_at_a_time:  # until a question that was given up is out of the way
            best = await self._think(position, seconds)
        if best.move is not None:
            self._last = best.info
        return best

    def accepts_draw(self, position: Position) -> bool:
        """Whether it takes a draw, by what it thought of its last move."""
        return accepts_draw(self._last, position.fullmove)

    def offers_draw(self, position: Position) -> bool:
        """Whether it offers a draw with the move it has just chosen; not again and again."""
        if position.fullmove < self._offered + OFFER_PAUSE:
            return False
        if offers_draw(self._last, position.fullmove, position.halfmove):
            self._offered = position.fullmove
            return True
        return False

    @abstractmethod
    async def _think(self, position: Position, seconds: float | None) -> BestMove:
        """Search a position that nobody else uses."""

    @abstractmethod
    def stop(self) -> None:
        """End the search under way, if any, at once."""

    @abstractmethod
    async def close(self) -> None:
        """End it for good."""


def make_opponent(
    variant: Variant, level: int, seed: int | None = None, command: str | None = None
) -> Opponent:
    """The program of a command line, or else the built-in engine.

    That one runs in a thread if it is compiled, else in a process of its own: uncompiled it would
    hold the interpreter, and the interface with it, while it thinks.
    """
    if command is not None:
        from makachess.play.engines.external import ExternalOpponent

        return ExternalOpponent(variant, command, level, seed)
    if COMPILED:
        from makachess.play.engines.thread import ThreadOpponent

        return ThreadOpponent(variant, level, seed)
    from makachess.play.engines.process import ProcessOpponent

    return ProcessOpponent(variant, level, seed)
