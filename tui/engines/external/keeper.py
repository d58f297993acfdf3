"""The watchdog: an engine that is started again when it crashes, hangs or plays nonsense."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from makachess.core import Position
from makachess.core.engine import BestMove, Info, Limits
from makachess.core.spec import Variant
from makachess.tui.engines.external.engine import ExternalEngine, Timing
from makachess.tui.engines.external.opening import open_engine
from makachess.tui.engines.external.profiles import profile_of
from makachess.tui.engines.external.program import EngineFaultError

ATTEMPTS = 2  # in one position
HOPELESS = frozenset({"start", "resign"})  # what starting again does not mend


class Keeper:
    """Keeps one engine running; `faults` collects all that went wrong on the way."""

    def __init__(self, command: str, variant: Variant) -> None:
        self.command = command
        self.name = command
        self.faults: list[EngineFaultError] = []
        self.profile = profile_of(Path(command.partition(" ")[0]).name)
        self._variant = variant
        self._engine: ExternalEngine | None = None

    @property
    def offers_draw(self) -> bool:
        """Whether the engine offered a draw with its last move."""
        return self._engine is not None and self._engine.offers_draw

    async def search(
        self,
        position: Position,
        limits: Limits,
        timing: Timing | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> BestMove:
        """The engine's move, as ExternalEngine.search.

        An engine that fails while it thinks plays the best move it has told of; if it has told of
        none it is started and asked again. Raises EngineFaultError if that does not help.
        """
        for attempt in range(1, ATTEMPTS + 1):
            try:
                engine = await self.start()
                return await engine.search(position, limits, timing, on_info)
            except EngineFaultError as fault:
                self.faults.append(fault)
                await self.close()
                if fault.best is not None and fault.best.move is not None:
                    return fault.best
                if attempt == ATTEMPTS or fault.kind in HOPELESS:
                    raise
        raise AssertionError("unreachable")

    async def start(self) -> ExternalEngine:
        """The running engine, started if there is none; raises EngineFaultError."""
        if self._engine is None:
            self._engine = await open_engine(self.command, self._variant)
            self.name = self._engine.name
        return self._engine

    def stop(self) -> None:
        """End the search under way."""
        if self._engine is not None:
            self._engine.stop()

    async def close(self) -> None:
        """End the engine."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.close()
