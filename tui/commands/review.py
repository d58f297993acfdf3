"""makachess review: the reviews of all games of a file, written to another one."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from makachess.tui.commands.shared import cluster_option, model_option
from makachess.tui.output import complain, overwrite, say


@click.command("review")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "out",
    metavar="OUT",
    type=click.Path(path_type=Path),
    required=True,
    help="The file for the games with their reviews.",
)
@click.option(
    "--nodes",
    type=click.IntRange(100, 10**9),
    default=100_000,
    show_default=True,
    help="For each position.",
)
@model_option
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games at a time.",
)
@cluster_option
@click.option("--resume", is_flag=True, help="Go on with the reviews that OUT has already.")
def command(
    file: Path, out: Path, nodes: int, model: str, concurrency: int, cluster: str, resume: bool
) -> None:
    """Review all games of a file.

    Mistakes are marked and explained, as by ^O in the app; each game is in OUT as soon as it is
    reviewed.
    """
    import asyncio

    from makachess.play.review.batch import Batch, open_batch

    batch = Batch(file, out, nodes, model, concurrency, cluster)
    reviewing = open_batch(batch, resume=resume)
    count = len(reviewing.games)
    progress = _Progress(count)
    try:
        asyncio.run(reviewing.run(progress.show))
    finally:
        progress.clear()
    say(f"{count} games reviewed: {out}")


class _Progress:
    """How many are reviewed: a line overwritten on a terminal, else a line for each tenth."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._overwrites = sys.stderr.isatty()
        self._step = max(1, count // 10)

    def show(self, done: int) -> None:
        """Show how many there are."""
        text = f"{done}/{self._count} games reviewed"
        if self._overwrites:
            overwrite(text)
        elif done % self._step == 0:
            complain(text)

    def clear(self) -> None:
        """Leave nothing behind on a terminal."""
        if self._overwrites:
            overwrite("")
