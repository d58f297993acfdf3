"""A program as an engine."""

from __future__ import annotations

from makachess.core import Position
from makachess.core.engine import BestMove, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines.external.engine import ExternalEngine
from makachess.play.engines.external.patience import USUAL, Patience
from makachess.play.engines.external.profiles import profile_of
from makachess.play.engines.external.program import name_of
from makachess.play.engines.external.restarting import RestartingProgram
from makachess.play.engines.external.watchdog import Watchdog
from makachess.play.engines.interface import AsyncEngine, EngineFaultError, InfoHandler


class ProgramEngine(AsyncEngine):
    """Searches with a program, which is started again after a fault.

    Its name is that of the program's file until the program has told its own.
    """

    has_levels = False

    def __init__(self, variant: Variant, command: str, patience: Patience = USUAL) -> None:
        name = name_of(command)
        super().__init__(variant, name)
        self.profile = profile_of(name)
        self._running = RestartingProgram(command, variant, patience)

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        """The program's move; without any limits: analysis. Raises EngineFaultError."""
        if not position.has_legal_move():
            return BestMove(None)
        is_shown = self.profile.is_shown(self.variant.name)
        watchdog = Watchdog(self.profile.disguises if is_shown else ())
        while True:
            try:
                engine = await self.start()
                engine.disguise = watchdog.disguise
                return await engine.search(position, limits, on_info, stop)
            except EngineFaultError as fault:
                if not watchdog.is_ours(fault):
                    self.faults.append(fault)
                    self.notice = f"{fault}. It has been started again"
                await self._running.end()
                if watchdog.asks_again(fault, ended=self._running.closed or stop.is_set):
                    continue
                if watchdog.best is None:
                    self.notice = ""  # the fault itself is told
                    raise
                return watchdog.best

    async def start(self) -> ExternalEngine:
        """The running program, started if it is not; raises EngineFaultError."""
        engine = await self._running.start()
        self.name = engine.name
        return engine

    async def close(self) -> None:
        """End the program for good, also one that is just being started, and its search."""
        await self._running.close()
        async with self._one_at_a_time:  # until the search has noticed
            pass
