"""The watchdog: an engine that is started again when it crashes, hangs or plays nonsense."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from makachess.core import Position
from makachess.core.engine import BestMove, Info, Limits
from makachess.core.spec import Variant
from makachess.play.engines.external.engine import ExternalEngine, Timing
from makachess.play.engines.external.opening import open_engine
from makachess.play.engines.external.profiles import profile_of
from makachess.play.engines.external.program import EngineFaultError

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
        on_info: Callable[[Info], object] | None = None,
    ) -> BestMove:
        """The engine's move, as ExternalEngine.search.

        One that fails while it thinks plays the best move it has told of. If it has told of none,
        or may do better with some men disguised, it is started and asked again first. Raises
        EngineFaultError if all that does not help.
        """
        best: BestMove | None = None
        attempts: list[Mapping[str, str]] = [{}, *(self.profile.disguises or [{}])]
        while True:
            disguise = attempts.pop(0)
            try:
                engine = await self.start()
                engine.disguise = disguise
                return await engine.search(position, limits, timing, on_info)
            except EngineFaultError as fault:
                if not (disguise and fault.kind == "illegal"):  # that would be our fault
                    self.faults.append(fault)
                await self.close()
                best = best or (fault.best if fault.best and fault.best.move else None)
                may_mend = attempts and fault.kind not in HOPELESS
                if may_mend and (best is None or self.profile.disguises):
                    continue
                if best is not None:
                    return best
                raise

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
