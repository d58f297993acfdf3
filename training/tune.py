"""The step `tune`: figures of the search with which a model wins, by games in pairs."""

from __future__ import annotations

import argparse
import asyncio
import shlex
import sys
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.core.engine.tuning import Tuning
from makachess.core.spec import Variant
from makachess.play.selfplay.duel import play_duel
from makachess.play.selfplay.game import Series
from makachess.play.tasks import Runner, open_runner
from makachess.saves.storage import replace_text
from makachess.variants.models import FORMAT, ModelFile, format_model, open_model

from .kept_lines import adding_to, append_line, open_lines
from .places import folder_of
from .progress import Advance, bar
from .spsa import Plan, rounded

BATCH = 60  # pairs that are played by what those before them have shown


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be tuned, by which games, and the file that their results are added to."""

    series: Series
    plan: Plan
    path: Path
    processes: int = 1
    cluster: str = ""

    def header(self) -> str:
        """The first line of the file: what decides how the games go."""
        series, plan = self.series, self.plan
        about = f"{series.variant.name}, model {series.checksum}, {series.nodes} nodes a move"
        return f"makachess tuning 1: {about}, seed {series.seed}, {plan.pairs} pairs\n"


def tune(variant: Variant, arguments: argparse.Namespace) -> None:
    """Find figures for the search of a model, and write it with them."""
    if arguments.model == "none":
        raise MakachessError(f"{variant.name} has no model that its search could be tuned for")
    if arguments.games < 2:
        raise MakachessError("tuning takes pairs of games: --games 2 or more")
    file = open_model(arguments.model)
    model = file.model(variant)
    seed = arguments.seed
    order = Order(
        series=Series(variant, file, seed, arguments.nodes or 2000),
        plan=Plan(model.tuning, arguments.games // 2, seed),
        path=folder_of(variant) / f"tuning-{seed}.txt",
        processes=arguments.processes,
        cluster=arguments.cluster,
    )
    with adding_to(order.path), bar(f"{variant.name}: pairs", order.plan.pairs) as advance:
        found = asyncio.run(run_order(order, advance))
    notes = _notes(file, order)
    replace_text(arguments.new, format_model(variant, replace(model, tuning=found), notes))
    for name, before in model.tuning.values().items():
        print(f"{name:14} {before:5} -> {found.values()[name]}")
    print(arguments.new)


def _notes(file: ModelFile, order: Order) -> dict[str, str]:
    """Those of the model's file, and how it was tuned."""
    anew = {*FORMAT.needed[-1], "checksum", "match"}
    notes = {key: value for key, value in file.header.items() if key not in anew}
    command = shlex.join(["python", "-m", "training", *sys.argv[1:]])
    told = f"{date.today().isoformat()}, {2 * order.plan.pairs} games: {command}"
    return {**notes, "tuned": told, "match": ""}


async def run_order(order: Order, advance: Advance) -> Tuning:
    """Play the pairs that are missing; the mean of the figures over the last half of all.

    Raises MakachessError.
    """
    plan = order.plan
    figures = {name: float(value) for name, value in plan.start.values().items()}
    sums = dict.fromkeys(figures, 0.0)
    known = iter(open_lines(order.path, order.header(), _read))
    async with open_runner(order.cluster, order.processes) as runner:
        for first in range(1, plan.pairs + 1, BATCH):
            numbers = range(first, min(first + BATCH, plan.pairs + 1))
            results = next(known, None)
            if results is None:
                results = await _play(runner, order, figures, numbers)
            if len(results) != len(numbers):
                raise MakachessError(f"{order.path}: a line is damaged; remove the file")
            for number, half_points in zip(numbers, results, strict=True):
                plan.follow(figures, number, half_points)
                if 2 * number > plan.pairs:
                    sums = {name: total + figures[name] for name, total in sums.items()}
            advance(numbers[-1], f"{rounded(figures)} ({runner.where})")
    return rounded({name: total / (plan.pairs - plan.pairs // 2) for name, total in sums.items()})


async def _play(
    runner: Runner, order: Order, figures: dict[str, float], numbers: range
) -> list[int]:
    """The half points of a batch, in the file as soon as all are known."""
    duels = [order.plan.duel(figures, number) for number in numbers]
    results = runner.run(play_duel, order.series, duels, len(duels))
    async with aclosing(results):
        found = dict([result async for result in results])
    half_points = [found[number] for number in numbers]
    append_line(order.path, half_points)
    return half_points


def _read(said: Any) -> list[int]:
    """The half points of a batch, as a line has them; raises ValueError."""
    found = [int(half_points) for half_points in said]
    if not set(found) <= {0, 1, 2, 3, 4}:
        raise ValueError(f"{found} are no half points of pairs")
    return found
