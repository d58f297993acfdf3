"""The built-in engine in the background: in a thread, or in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, Info, Limits, StopToken
from makachess.core.spec import Variant
from makachess.play.engines.interface import AsyncEngine, InfoHandler
from makachess.play.workers import ProcessWorker, ThreadWorker, Worker

NAME = "makachess"


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A position to be searched."""

    position: Position
    limits: Limits


class EngineWork:
    """Searches with one engine, made for the first position and kept for its memory."""

    what = "engine"

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._engine: Engine | None = None

    def do(self, job: SearchJob, tell: Callable[[Info], object], stop: StopToken) -> BestMove:
        """Search a position."""
        self._engine = self._engine or Engine(self._variant)
        return self._engine.search(job.position, job.limits, tell, stop)


class _BuiltInEngine(AsyncEngine):
    """The built-in engine, wherever its work is done."""

    def __init__(self, variant: Variant, worker: type[ThreadWorker] | type[ProcessWorker]) -> None:
        super().__init__(variant, NAME)
        self.worker: Worker = worker(EngineWork(variant))

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        found: BestMove = await self.worker.ask(SearchJob(position, limits), on_info, stop)
        return found

    async def close(self) -> None:
        """End the search and the worker."""
        await self.worker.close()


class ThreadEngine(_BuiltInEngine):
    """In a thread: the compiled search releases the GIL."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, ThreadWorker)


class ProcessEngine(_BuiltInEngine):
    """In a process: the uncompiled search would hold the GIL and freeze the interface."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant, ProcessWorker)
