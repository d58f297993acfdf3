"""A program as an engine, with a watchdog: it is restarted after a fault."""

from __future__ import annotations

from collections.abc import Mapping

from makachess.core import Position
from makachess.core.engine import BestMove, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines.external.engine import ExternalEngine
from makachess.play.engines.external.opening import agree
from makachess.play.engines.external.profiles import profile_of
from makachess.play.engines.external.program import Program, name_of
from makachess.play.engines.interface import AsyncEngine, EngineFaultError, InfoHandler

HOPELESS = frozenset({"start", "resign"})  # what a restart does not cure


class ProgramEngine(AsyncEngine):
    """Keeps a program running.

    Its name is that of the program's file until the program has told its own.
    """

    has_levels = False

    def __init__(self, variant: Variant, command: str) -> None:
        name = name_of(command)
        super().__init__(variant, name)
        self.command = command
        self.profile = profile_of(name)
        self._program: Program | None = None  # running, or being addressed for the first time
        self._engine: ExternalEngine | None = None
        self._closed = False

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        """The program's move; without any limits: analysis. Raises EngineFaultError.

        A program that fails while it thinks plays the best move it has reported. If there is none,
        or disguising men may help, it is first restarted and asked again.
        """
        if not position.has_legal_move():
            return BestMove(None)
        best: BestMove | None = None
        attempts: list[Mapping[str, str]] = [{}, *(self.profile.disguises or [{}])]
        while True:
            disguise = attempts.pop(0)
            try:
                engine = await self.start()
                engine.disguise = disguise
                return await engine.search(position, limits, on_info, stop)
            except EngineFaultError as fault:
                if not (disguise and fault.kind == "illegal"):  # that would be our fault
                    self._note(fault)
                await self._end()
                best = best or (fault.best if fault.best and fault.best.move else None)
                hopeless = self._closed or stop.is_set or fault.kind in HOPELESS
                may_mend = attempts and not hopeless
                if may_mend and (best is None or self.profile.disguises):
                    continue
                if best is not None:
                    return best
                raise

    def _note(self, fault: EngineFaultError) -> None:
        self.faults.append(fault)
        self.notice = f"{fault}. It has been started again"

    async def start(self) -> ExternalEngine:
        """The running program, started if it is not; raises EngineFaultError."""
        if self._closed:
            raise EngineFaultError("start", f"{self.name} has been closed")
        if self._engine is None:
            self._program = await Program.start(self.command)
            if self._closed:  # meanwhile
                await self._end()
                return await self.start()
            self._engine = await agree(self._program, self.variant)
            self.name = self._engine.name
        return self._engine

    async def close(self) -> None:
        """End the program for good, also one that is just being started, and its search."""
        self._closed = True
        await self._end()
        async with self._one_at_a_time:  # until the search has noticed
            pass

    async def _end(self) -> None:
        """End the program; it can be started again."""
        program, self._program, self._engine = self._program, None, None
        if program is not None:
            await program.close()
