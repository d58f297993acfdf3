"""Plays the games of a report, in processes here or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing

from makachess.play.balance.game import GameFacts, play_measured
from makachess.play.balance.tally import Tally
from makachess.play.selfplay.game import Series
from makachess.play.tasks import open_runner


async def measure(
    series: Series,
    games: int,
    processes: int = 1,
    cluster: str = "",
    advance: Callable[[int], object] = lambda done: None,
) -> Tally:
    """The figures of so many games, the same wherever they are played; raises MakachessError.

    `advance` hears how many are done.
    """
    found: list[GameFacts] = []
    async with open_runner(cluster, processes) as runner:
        results = runner.run(play_measured, series, range(1, games + 1), games)
        async with aclosing(results):
            async for facts in results:
                found.append(facts)
                advance(len(found))
    return Tally.of(found)
