"""makachess review: the reviews of all games of a file, written to another one."""

from __future__ import annotations

from pathlib import Path

import click
from makachess.core.text import how_many
from makachess.tui.commands.shared import bar, model_option
from makachess.tui.output import say


@click.command("review")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "out",
    metavar="OUT",
    type=click.Path(path_type=Path),
    required=True,
    help="The file to write the reviewed games to.",
)
@click.option(
    "--nodes",
    type=click.IntRange(100, 10**9),
    default=100_000,
    show_default=True,
    help="Nodes to search in each position.",
)
@model_option
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games to review at a time.",
)
@click.option(
    "--resume", is_flag=True, help="Keep the reviews that are in OUT, and add the missing ones."
)
def command(file: Path, out: Path, nodes: int, model: str, concurrency: int, resume: bool) -> None:
    """Review all games of a file.

    Mistakes are marked and explained, as by ^O in the app. Each game is added to OUT as soon as it
    is reviewed.
    """
    import asyncio

    from makachess.play.review_batch import Batch, Reviewing

    reviewing = Reviewing(Batch(file, out, nodes, model, concurrency), resume=resume)
    count = reviewing.count
    with bar("games reviewed", count) as show:
        asyncio.run(reviewing.run(show))
    say(f"{how_many(count, 'game')} reviewed: {out}")
