"""makachess match: two engines play each other, and a table shows which is stronger."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import (
    cluster_option,
    cores_option,
    load_variant,
    model_option,
    rules_option,
)
from makachess.tui.completing import complete_engine, complete_variant
from makachess.tui.output import complain, overwrite, say

if TYPE_CHECKING:
    from makachess.core.spec import Variant
    from makachess.play.match.openings import Openings
    from makachess.play.match.run import Match
    from makachess.play.match.standings import Standings


@click.command("match")
@click.argument("engines", metavar="ENGINE ENGINE", nargs=2, shell_complete=complete_engine)
@click.option(
    "--variant",
    "name",
    metavar="VARIANT",
    default="chess",
    show_default=True,
    shell_complete=complete_variant,
    help="The game they play.",
)
@rules_option
@click.option(
    "--games",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many games they play.",
)
@model_option
@click.option(
    "--book", metavar="FILE", default="", help="The built-in engines' opening book; usual = theirs."
)
@cores_option
@click.option("--time", "seconds", type=float, metavar="SECONDS", help="For each move.")
@click.option(
    "--openings", type=click.Path(path_type=Path), help="A file of positions or moves, one a line."
)
@click.option(
    "--random-plies",
    type=click.IntRange(0, 40),
    default=4,
    show_default=True,
    help="Random moves before the engines play, the same for both games of a pair.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games run at a time.",
)
@click.option("--save", type=click.Path(path_type=Path), help="Add the games to this file.")
@click.option("--resume", is_flag=True, help="Count the games that the file has already.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop when one of two differences is accepted.")
@click.option("--stand-in", metavar="ENGINE", help="Who moves where a program keeps crashing.")
@cluster_option
@click.option(
    "--max-plies", type=click.IntRange(0), default=0, help="Call it a draw then; 0 = no limit."
)
@click.option(
    "--lead",
    type=click.FloatRange(0, 100),
    default=0,
    metavar="PIECES",
    help="A win once both say for 5 moves that one leads by so many average pieces; 0 = play on.",
)
def command(
    engines: tuple[str, str],
    name: str,
    rules: tuple[str, ...],
    model: str,
    book: str,
    cores: int | None,
    seconds: float | None,
    openings: Path | None,
    random_plies: int,
    resume: bool,
    sprt: str | None,
    games: int,
    seed: int,
    concurrency: int,
    save: Path | None,
    stand_in: str | None,
    cluster: str,
    max_plies: int,
    lead: float,
) -> None:
    """Let two engines play each other, alternating colours.

    ENGINE is level:N, depth:N, nodes:N or time:SECONDS (for a move) for the built-in one, or the
    command line of a program that speaks XBoard's protocol or UCI. The built-in one searches with
    cores of its own where ,cores=N follows, goes by a model of its own where ,model=FILE or
    ,model=none follows then, and opens by a book where ,book=FILE or ,book=usual comes last.
    """
    from makachess.play.match.run import Match, check_engines, known_games
    from makachess.play.match.strength import with_book, with_cores, with_model

    if seconds is not None and not 0.01 <= seconds <= 3600:
        raise click.UsageError(f"--time {seconds:g}: from 0.01 to 3600 seconds a move")
    if math.isnan(lead):  # which click takes for a number from 0 to 100
        raise click.UsageError(f"--lead {lead:g}: from 0 to 100 average pieces")
    variant = load_variant(name, rules)
    specified = [
        with_cores(with_book(with_model(engine, model), book), cores) for engine in engines
    ]
    match = Match(
        engines=(specified[0], specified[1]),
        variant=variant,
        games=games,
        opening=_openings(variant, openings, random_plies, seed),
        seconds=seconds,
        seed=seed,
        concurrency=concurrency,
        save=save,
        sprt=_parse_sprt(sprt),
        stand_in=stand_in,
        max_plies=max_plies,
        lead=lead,
        cluster=cluster,
    )
    check_engines(match)
    _run(match, known_games(match, resume=resume))


def _openings(variant: Variant, path: Path | None, plies: int, seed: int) -> Openings:
    from makachess.play.match.openings import load_openings, random_openings

    if path is not None:
        return load_openings(path, variant)
    return random_openings(variant, plies, seed)


def _parse_sprt(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise click.UsageError(f"--sprt {text!r}: two numbers, such as 0,20") from None
    if not -1000 < low < high < 1000:
        raise click.UsageError(f"--sprt {text!r}: the first must be the smaller one")
    return low, high


def _run(match: Match, standings: Standings) -> None:
    """Play with a running score, and print the table at the end."""
    import asyncio

    from makachess.play.match.run import play_match
    from makachess.play.match.standings import format_table

    progress = _Progress(match, standings)
    try:
        asyncio.run(play_match(match, standings, lambda _: progress.show()))
    finally:
        progress.clear()
    for line in format_table(standings, match.names, match.sprt):
        say(line)


class _Progress:
    """The score so far: one line overwritten on a terminal, else a line for each tenth of it."""

    def __init__(self, match: Match, standings: Standings) -> None:
        self._match, self._standings = match, standings
        self._overwrites = sys.stderr.isatty()
        self._step = max(1, match.games // 10)
        self.show()

    def show(self) -> None:
        """Show the games played and the score."""
        from makachess.play.match.standings import format_score

        done = len(self._standings.rows)
        text = f"{done}/{self._match.games}  {format_score(self._standings.counts)}"
        if self._overwrites:
            overwrite(text)
        elif done and done % self._step == 0:
            complain(text)

    def clear(self) -> None:
        """Leave nothing behind on a terminal."""
        if self._overwrites:
            overwrite("")
