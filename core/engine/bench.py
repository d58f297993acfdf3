"""A fixed workload for the search: node counts are constant for a version, times are not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from makachess.core.engine.model import Model
from makachess.core.engine.report import Limits
from makachess.core.engine.run import Engine
from makachess.core.position import Position
from makachess.core.spec import Variant

PLIES = (0, 6, 12)  # of the engine's own game, at which positions are searched
DEPTHS = {64: 12, 100: 9, 169: 8, 361: 6}  # by the number of squares


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One searched position with its depth, nodes and time."""

    variant: str
    fen: str
    depth: int
    nodes: int
    seconds: float


def run_bench(
    variants: list[Variant],
    choose: Callable[[Variant], Model | None] = lambda variant: None,
    cores: int = 1,
) -> Iterator[BenchRow]:
    """Search fixed positions of each variant to fixed depths, with a fresh engine for each.

    `choose` gives the model of a variant; the positions are the same with any. With several
    `cores` the nodes are no constant.
    """
    for variant in variants:
        depth, model = DEPTHS.get(variant.files * variant.ranks, 4), choose(variant)
        for position in _positions(variant):
            started = time.perf_counter()
            engine = Engine(variant, hash_mb=4, model=model)
            found = engine.search(position, Limits(depth=depth, cores=cores))
            nodes = found.info.nodes if found.info else 0
            yield BenchRow(
                variant.name, position.fen(), depth, nodes, time.perf_counter() - started
            )


def _positions(variant: Variant) -> Iterator[Position]:
    """The array and positions from the engine's own play at depth 1, without a model."""
    position = Position(variant)
    engine = Engine(variant, hash_mb=1, model=None)
    for ply in range(max(PLIES) + 1):
        if ply in PLIES:
            yield position
        move = engine.search(position, Limits(depth=1)).move
        if move is None:
            return
        position.push(move)
