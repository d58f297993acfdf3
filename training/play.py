"""The step `play`: games of the engine against itself, as many as are missing in a file."""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from makachess.core.counting import how_many
from makachess.core.spec import Variant
from makachess.play.selfplay.game import Series, play_packed
from makachess.play.tasks import open_runner
from makachess.variants import rules_digest
from makachess.variants.models import choose_model_file

from .games import Settings, append_record, open_games
from .kept_lines import adding_to
from .places import folder_of
from .progress import Advance, bar


@dataclass(frozen=True, slots=True)
class Order:
    """Games to be played: which of a series, by whom, and the file they are added to."""

    series: Series
    numbers: list[int]
    path: Path
    processes: int = 1
    cluster: str = ""


def play(variant: Variant, arguments: argparse.Namespace) -> None:
    """Play the games that are missing."""
    seed, nodes = arguments.seed, arguments.nodes or 400
    series = Series(variant, choose_model_file(arguments.model, variant), seed, nodes)
    rules = rules_digest(variant).movement
    settings = Settings(variant.name, rules, series.checksum, seed, nodes)
    path = folder_of(variant) / f"games-{seed}.bin"
    started = time.perf_counter()
    with adding_to(path):
        known = open_games(path, settings)
        missing = [number for number in range(1, arguments.games + 1) if number not in known]
        order = Order(series, missing, path, arguments.processes, arguments.cluster)
        with bar(f"{variant.name}: games", len(missing)) as advance:
            size = asyncio.run(play_order(order, advance))
    seconds = time.perf_counter() - started
    print(f"{how_many(len(missing), 'game')}, {size} bytes in {seconds:.0f} s: {path}")


async def play_order(order: Order, advance: Advance) -> int:
    """Play games, each in the file as soon as it is known here; how many bytes they are."""
    size = 0
    async with open_runner(order.cluster, order.processes) as runner:
        records = runner.run(play_packed, order.series, order.numbers, len(order.numbers))
        async with aclosing(records):
            done = 0
            async for record in records:
                append_record(order.path, record)
                size += len(record)
                done += 1
                advance(done, f"({runner.where})")
    return size
