"""makachess balance: what games of the engine against itself tell the inventor of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import bar, model_option, variant_argument
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core.spec import Variant


@click.command("balance")
@variant_argument
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--nodes",
    type=click.IntRange(10, 10**9),
    default=1000,
    show_default=True,
    help="Positions to search for each move; more give better games, but take longer.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games to play at a time.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The random seed.")
@model_option
def command(
    variant: Variant, games: int, nodes: int, concurrency: int, seed: int, model: str
) -> None:
    """Let the engine play itself, and report whether a game is fair.

    The report says what the first move is worth, how games end and how long they are, how many
    pieces are taken, how often each piece promotes, and to what. The same seed gives the same
    games.
    """
    import asyncio

    from makachess.training.balance import format_report, measure
    from makachess.training.selfplay import Series
    from makachess.variants.models import choose_model_file

    series = Series(variant, choose_model_file(model, variant), seed, nodes)
    with bar("games", games) as show:
        facts = asyncio.run(measure(series, games, concurrency, show))
    say(format_report(variant, facts, nodes))
