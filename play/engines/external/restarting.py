"""One command line, run as often as it takes: started when it is needed, ended, started again."""

from __future__ import annotations

from makachess.core.spec import Variant
from makachess.play.engines.external.engine import ExternalEngine
from makachess.play.engines.external.opening import agree
from makachess.play.engines.external.patience import Patience
from makachess.play.engines.external.program import Program, name_of
from makachess.play.engines.interface import EngineFaultError, FaultKind


class RestartingProgram:
    """At most one process of a program at a time, ready to play a variant; none once `closed`."""

    def __init__(self, command: str, variant: Variant, patience: Patience) -> None:
        self.closed = False
        self._patience = patience
        self._command = command
        self._variant = variant
        self._program: Program | None = None  # running, or being addressed for the first time
        self._engine: ExternalEngine | None = None

    async def start(self) -> ExternalEngine:
        """The running program, started if it is not; raises EngineFaultError."""
        if self.closed:
            raise EngineFaultError(FaultKind.START, f"{name_of(self._command)} has been closed")
        if self._engine is None:
            self._program = await Program.start(self._command, self._patience)
            if self.closed:  # meanwhile
                await self.end()
                return await self.start()
            self._engine = await agree(self._program, self._variant)
        return self._engine

    async def end(self) -> None:
        """End the program; it can be started again."""
        program, self._program, self._engine = self._program, None, None
        if program is not None:
            await program.close()

    async def close(self) -> None:
        """End the program for good, also one that is just being started."""
        self.closed = True
        await self.end()
