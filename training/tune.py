"""The step `tune`: figures of the search with which a model wins, by games in pairs.

Simultaneous perturbation stochastic approximation (Spall, 1992), for figures of a search.

Each pair of games is played by two tunings, all figures of one moved a little up or down at random
and those of the other the opposite way; then all move towards the side that has won. So a pair says
something of every figure at once, and thousands of them average out. Steps shrink as Spall advises.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.core.engine.model import LIMITS, Tuning
from makachess.core.spec import Variant
from makachess.play.tasks import Runner
from makachess.saves.storage import replace_text
from makachess.training.kept_lines import adding_to, append_line, open_lines
from makachess.training.options import Advance, Bar, Options, silent
from makachess.training.places import present_model, work_folder
from makachess.training.runners import open_runner
from makachess.training.selfplay import Series, engines_of, openings_of, play_out
from makachess.variants.models import FORMAT, ModelFile, format_model, open_model

SPREAD = 0.25  # of a figure: how far it is moved in the last pairs
LEAST_SPREAD = 3.0
STEP = 0.008  # how far all go after a won pair at the end, in spreads
SHRINK, SLOW = 0.101, 0.602  # the powers by which spreads and steps shrink
SETTLING = 0.1  # share of the pairs before steps begin to shrink


@dataclass(frozen=True, slots=True)
class Plan:
    """How many pairs there are in all, and the seed of their directions."""

    start: Tuning
    pairs: int
    seed: int

    def spread(self, name: str, number: int) -> float:
        """How far a figure is moved in a pair."""
        last = max(SPREAD * self.start.values()[name], LEAST_SPREAD)
        spread: float = last * (self.pairs / number) ** SHRINK
        return spread

    def step(self, number: int) -> float:
        """How far all figures go, in their spreads, for each half point that a pair was won by."""
        settling = SETTLING * self.pairs
        step: float = STEP * ((self.pairs + settling) / (number + settling)) ** SLOW
        return step

    def signs(self, number: int) -> dict[str, int]:
        """Which way each figure is moved in a pair."""
        dice = random.Random(f"{self.seed}/{number}")
        return {name: dice.choice((-1, 1)) for name in LIMITS}

    def duel(self, figures: Mapping[str, float], number: int) -> Duel:
        """The two tunings of a pair."""
        signs = self.signs(number)
        moved = {name: self.spread(name, number) * sign for name, sign in signs.items()}
        up = {name: value + moved[name] for name, value in figures.items()}
        down = {name: value - moved[name] for name, value in figures.items()}
        return Duel(number, rounded(up), rounded(down))

    def follow(self, figures: dict[str, float], number: int, half_points: int) -> None:
        """Go towards the tuning that has won a pair; `half_points` are the first one's, 0 to 4."""
        for name, sign in self.signs(number).items():
            way = self.step(number) * self.spread(name, number) * sign * (half_points - 2)
            least, most = LIMITS[name]
            figures[name] = min(max(figures[name] + way, least), most)


def rounded(figures: Mapping[str, float]) -> Tuning:
    """The tuning next to some figures."""
    return Tuning(
        **{
            name: round(min(max(value, LIMITS[name][0]), LIMITS[name][1]))
            for name, value in figures.items()
        }
    )


# --- the games ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Duel:
    """A pair of games of a series to be played: its number, and who plays."""

    number: int
    one: Tuning
    other: Tuning


def play_duel(series: Series, duel: Duel) -> tuple[int, int]:
    """The number of a pair, and the half points of the first of two tunings, from 0 to 4.

    Both games begin with the same opening, with colours reversed.
    """
    one, other = engines_of(series, 2)
    one.tuning, other.tuning = duel.one, duel.other
    for opening, fair in openings_of(series, duel.number):
        game = play_out(series, duel.number, opening, (one, other), fair=fair)
        if game is None:
            continue
        back = play_out(series, duel.number, opening, (other, one), fair=False)
        assert back is not None  # it need not be fair
        return duel.number, round(2 * (game.points + 1 - back.points))
    raise AssertionError("the last opening need not be fair")


# --- the step -------------------------------------------------------------------------------------

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


def tune(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Find figures for the search of a model, and write it with them."""
    folder, present = work_folder(variant, options), present_model(variant, options)
    if present == "none":
        raise MakachessError(f"{variant.name} has no model that its search could be tuned for")
    if options.games < 2:
        raise MakachessError("tuning takes pairs of games: --games 2 or more")
    file = open_model(present)
    model = file.model(variant)
    seed = options.seed
    order = Order(
        series=Series(variant, file, seed, options.nodes),
        plan=Plan(model.tuning, options.games // 2, seed),
        path=folder / f"tuning-{seed}.txt",
        processes=options.processes,
        cluster=options.cluster,
    )
    with adding_to(order.path), bar("pairs", order.plan.pairs) as advance:
        found = asyncio.run(run_order(order, advance))
    path, notes = options.out or folder / "tuned.model", _notes(file, order, options.command)
    replace_text(path, format_model(variant, replace(model, tuning=found), notes))
    figures = model.tuning.values().items()
    lines = (f"{name:14} {before:5} -> {found.values()[name]}" for name, before in figures)
    return "\n".join([*lines, str(path)])


def _notes(file: ModelFile, order: Order, command: str) -> dict[str, str]:
    """Those of the model's file, and how it was tuned."""
    anew = {*FORMAT.needed[-1], "checksum", "match"}
    notes = {key: value for key, value in file.header.items() if key not in anew}
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
