"""makachess match: two engines play each other, and a table shows which is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import (
    EloPair,
    Real,
    bar,
    load_variant,
    rules_option,
)
from makachess.tui.completing import complete_engine, complete_variant
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core.spec import Variant
    from makachess.training.match import Match, Standings
    from makachess.training.openings import FileOpenings, RandomOpenings


@click.command("match")
@click.argument("engines", metavar="ENGINE ENGINE", nargs=2, shell_complete=complete_engine)
@click.option(
    "--variant",
    "name",
    metavar="VARIANT",
    default="chess",
    show_default=True,
    shell_complete=complete_variant,
    help="The game to play.",
)
@rules_option
@click.option(
    "--games",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--time",
    "seconds",
    type=Real(0.01, 3600),
    metavar="SECONDS",
    help="Time for each move; a program that takes over 0.5 s more has lost.",
)
@click.option(
    "--forgive",
    is_flag=True,
    help="Let programs play on after illegal moves, crashes, silence and late moves, which count.",
)
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
@click.option("--seed", type=int, default=0, show_default=True, help="The random seed.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games to play at a time.",
)
@click.option("--save", type=click.Path(path_type=Path), help="Add the games to this file.")
@click.option("--resume", is_flag=True, help="Go on with the match in the file of --save.")
@click.option(
    "--sprt",
    type=EloPair(),
    metavar="ELO0,ELO1",
    help="Stop once a sequential test has decided between two differences in Elo.",
)
@click.option(
    "--max-plies",
    type=click.IntRange(0),
    default=0,
    help="Plies after which a game is drawn; 0 = no limit.",
)
@click.option(
    "--lead",
    type=Real(0, 100),
    default=0,
    metavar="PIECES",
    help="End a game when both see one side this many average pieces ahead for 5 moves; 0 = never.",
)
def command(
    engines: tuple[str, str],
    name: str,
    rules: tuple[str, ...],
    seconds: float | None,
    forgive: bool,
    openings: Path | None,
    random_plies: int,
    resume: bool,
    sprt: tuple[float, float] | None,
    games: int,
    seed: int,
    concurrency: int,
    save: Path | None,
    max_plies: int,
    lead: float,
) -> None:
    """Let two engines play each other, alternating colours.

    ENGINE is the built-in engine, as level:N, or as depth:N, nodes:N or time:SECONDS for each move;
    or the command of an engine that speaks XBoard's protocol or UCI. For a UCI engine, nodes:N
    before the command replaces the time. After the built-in engine there may be ,cores=N, then
    ,model=FILE or ,model=none, then ,book=FILE or ,book=usual.
    """
    from makachess.training.match import Match, known_games

    variant = load_variant(name, rules)
    match = Match(
        engines=engines,
        variant=variant,
        games=games,
        opening=_openings(variant, openings, random_plies, seed),
        seconds=seconds,
        seed=seed,
        concurrency=concurrency,
        save=save,
        sprt=sprt,
        max_plies=max_plies,
        lead=lead,
        forgiving=forgive,
    )
    match.check_engines()
    _run(match, known_games(match, resume=resume))


def _openings(
    variant: Variant, path: Path | None, plies: int, seed: int
) -> FileOpenings | RandomOpenings:
    from makachess.training.openings import RandomOpenings, load_openings

    if path is not None:
        return load_openings(path, variant)
    return RandomOpenings(variant, plies, seed)


def _run(match: Match, standings: Standings) -> None:
    """Play with a running score, and print the table at the end."""
    import asyncio

    from makachess.training.match import format_score, format_table, play_match

    with bar("games", match.games) as show:

        def tell(_: object = None) -> None:
            show(len(standings.rows), format_score(standings.counts))

        tell()
        asyncio.run(play_match(match, standings, tell))
    for line in format_table(standings, match.names, match.sprt):
        say(line)
