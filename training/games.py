"""The step `play`: games of the engine against itself, and the file that keeps them.

A line of the file is a game: its moves, as the kernel packs them, and the score that each was
chosen with, so every position can be set up again. Each game is a function of the settings in the
first line and its number: it does not matter which process has played it, or when.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from dataclasses import astuple
from pathlib import Path
from typing import Any

from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.play.tasks import TaskRunner
from makachess.training.options import Advance, Bar, Options, silent
from makachess.training.places import present_model, work_folder
from makachess.training.results import adding_to, append_result, open_results, read_results
from makachess.training.selfplay import PlayedGame, Series, play_numbered
from makachess.variants import rules_digest
from makachess.variants.models import choose_model_file


def settings_of(series: Series) -> dict[str, Any]:
    return {
        "makachess": "games 2",
        "variant": series.variant.name,
        "rules": rules_digest(series.variant).movement,
        "model": series.checksum,
        "seed": series.seed,
        "nodes": series.nodes,
    }


def load_games(path: Path) -> list[PlayedGame]:
    """The games of a file; raises MakachessError if it is damaged."""
    return read_results(path, _read_game)[0]


def _read_game(said: Any) -> PlayedGame:
    number, points, opening, moves, scores = said
    return PlayedGame(number, points, opening, tuple(moves), tuple(scores))


def play(variant: Variant, options: Options, bar: Bar = silent) -> str:
    model = choose_model_file(present_model(variant, options), variant)
    series = Series(variant, model, options.seed, options.nodes)
    path = work_folder(variant, options) / f"games-{options.seed}.jsonl"
    started = time.perf_counter()
    with adding_to(path):
        known = {game.number for game in open_results(path, settings_of(series), _read_game)}
        missing = [number for number in range(1, options.games + 1) if number not in known]
        with bar("games", len(missing)) as advance:
            asyncio.run(_play(series, missing, path, options.processes, advance))
    seconds = time.perf_counter() - started
    return f"{how_many(len(missing), 'game')} in {seconds:.0f} s: {path}"


async def _play(
    series: Series, numbers: list[int], path: Path, processes: int, advance: Advance
) -> None:
    done = 0
    async with (
        TaskRunner(processes) as runner,
        aclosing(runner.run(play_numbered, series, numbers)) as games,
    ):
        async for game in games:
            append_result(path, astuple(game))
            done += 1
            advance(done)
