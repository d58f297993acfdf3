"""The built-in engine in the background: in a thread, or in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from makachess.core import Position
from makachess.core.engine import BestMove, Engine, Info, Limits, StopToken, play
from makachess.core.engine.evaluation import counted_values
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.engines.interface import AsyncEngine, InfoHandler
from makachess.play.workers import ProcessWorker, ThreadWorker
from makachess.variants.models import find_model

NAME = "makachess"


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A position to be searched."""

    position: Position
    limits: Limits


class EngineWork:
    """Searches with one engine, made for the first position and kept for its memory."""

    what = "engine"

    def __init__(self, variant: Variant, model: Model | None = None) -> None:
        self._variant = variant
        self._model = model
        self._engine: Engine | None = None

    def do(self, job: SearchJob, tell: Callable[[Info], object], stop: StopToken) -> BestMove:
        """Search a position, or choose a move as a level would."""
        self._engine = self._engine or Engine(self._variant, model=self._model)
        return play(self._engine, job.position, job.limits, tell, stop)


class ThreadEngine(AsyncEngine):
    """In a thread: the compiled search releases the GIL.

    Without a model it uses the player's own of the variant, or the one that comes with it. It
    searches with `cores` threads where no nodes are counted: a search that counts them can be
    repeated, and so one thread makes it.
    """

    _worker_type: ClassVar[type[ThreadWorker | ProcessWorker]] = ThreadWorker

    def __init__(self, variant: Variant, model: Model | None = None, cores: int = 1) -> None:
        super().__init__(variant, NAME)
        refused: list[str] = []
        self._model = find_model(variant, refused.append) if model is None else model
        self.notice = " ".join(refused)
        self.cores = cores
        self._worker = self._worker_type(EngineWork(variant, self._model))

    @property
    def values(self) -> Mapping[str, int]:
        """Centipawns of each type as it counts them."""
        return counted_values(self.variant, self._model)

    async def _search(
        self,
        position: Position,
        limits: Limits,
        on_info: InfoHandler | None,
        stop: StopToken,
    ) -> BestMove:
        if limits.nodes is None:
            limits = replace(limits, cores=max(self.cores, limits.cores))
        found: BestMove = await self._worker.ask(SearchJob(position, limits), on_info, stop)
        return found

    async def close(self) -> None:
        """End the search, and the process if there is one."""
        await self._worker.close()


class ProcessEngine(ThreadEngine):
    """In a process: the uncompiled search would hold the GIL and freeze the interface."""

    _worker_type = ProcessWorker
