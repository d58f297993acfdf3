"""An external engine as the analyst in the app, with the built-in one to fall back on."""

from __future__ import annotations

import asyncio

from makachess.core import Position
from makachess.core.engine import BestMove, Limits
from makachess.core.spec import Variant
from makachess.play.engines.analyst import Analyst, InfoHandler, make_analyst
from makachess.play.engines.delegating import Delegating
from makachess.play.engines.external.engine import GRACE
from makachess.play.engines.external.keeper import Keeper
from makachess.play.engines.external.program import EngineFaultError

INSIST = 0.2  # seconds after which a program that is to stop is told again


class ExternalAnalyst(Delegating, Analyst):
    """Lets a program analyse without an end of its own, and ends it when the time is up.

    Of the limits it keeps seconds and, if it speaks UCI, the number of lines. When the program
    fails for good, the built-in analyst goes on.
    """

    def __init__(self, variant: Variant, command: str) -> None:
        super().__init__()
        self._variant = variant
        self._engine = self._keeper = Keeper(command, variant)
        self._stand_in: Analyst | None = None

    async def _search(
        self, position: Position, limits: Limits, on_info: InfoHandler | None
    ) -> BestMove:
        if self._stand_in is None:
            try:
                return await self._ask(position, limits, on_info)
            except EngineFaultError as fault:
                await self._keeper.close()
                self._engine = self._stand_in = make_analyst(self._variant)
                self.notice = f"{fault}. The built-in analyst goes on"
        return await self._stand_in.analyse(position, limits, on_info)

    async def _ask(
        self, position: Position, limits: Limits, on_info: InfoHandler | None
    ) -> BestMove:
        """The program's thoughts until the time is up; raises EngineFaultError."""
        if not position.has_legal_move():
            return BestMove(None)
        await self._keeper.start()  # which takes its own time
        endless = Limits(multipv=limits.multipv)
        thought = asyncio.ensure_future(self._keeper.search(position, endless, None, on_info))
        try:
            await asyncio.wait({thought}, timeout=limits.seconds)
            await self._end(thought)
            return thought.result() if thought.done() else BestMove(None)
        finally:
            thought.cancel()

    async def _end(self, thought: asyncio.Future[BestMove]) -> None:
        """Make it stop, for as long as it may take one that can tell when it has ended."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + GRACE
        while not thought.done() and loop.time() < deadline:
            self._keeper.stop()  # again and again: one that is just beginning overhears it
            await asyncio.wait({thought}, timeout=INSIST)
