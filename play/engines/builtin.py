"""The built-in engine in the background, in a thread: the compiled search releases the GIL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from makachess.core import MakachessError, Position
from makachess.core.engine import BestMove, Engine, Limits, StopToken, play
from makachess.core.engine.asynchronous import Hear
from makachess.core.engine.evaluation import counted_values
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.background import compute
from makachess.play.engines.interface import AsyncEngine, InfoHandler
from makachess.variants.models import find_model

NAME = "makachess"


class BuiltInEngine(AsyncEngine):
    """One engine, made for the first position and kept for its memory.

    Without a model it uses the player's own of the variant, or the one that comes with it. It
    searches with `cores` threads where no nodes are counted: a search that counts them can be
    repeated, and so one thread makes it.
    """

    def __init__(self, variant: Variant, model: Model | None = None, cores: int = 1) -> None:
        super().__init__(variant, NAME)
        refused: list[str] = []
        self._model = find_model(variant, refused.append) if model is None else model
        self.notice = " ".join(refused)
        self.cores = cores
        self._engine: Engine | None = None
        self._stop = StopToken()  # of the search under way
        self._closed = False

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
        if self._closed:
            raise MakachessError("the engine has been closed")
        if limits.nodes is None:
            limits = replace(limits, cores=max(self.cores, limits.cores))
        self._stop = stop
        return await compute(partial(self._play, position, limits), on_info, stop)

    def _play(self, position: Position, limits: Limits, tell: Hear, stop: StopToken) -> BestMove:
        """Search a position, or choose a move as a level would."""
        self._engine = self._engine or Engine(self.variant, model=self._model)
        return play(self._engine, position, limits, tell, stop)

    async def close(self) -> None:
        """Stop the search and wait for its end, a matter of milliseconds."""
        self._closed = True
        self._stop.stop()
        async with self._one_at_a_time:
            pass
