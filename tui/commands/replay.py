"""makachess replay: step through a saved game."""

from __future__ import annotations

from pathlib import Path

import click
from makachess.core.errors import MakachessError
from makachess.tui.commands.shared import open_terminal


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", type=click.IntRange(min=1), default=1, help="Which game of the file.")
@click.option("--ply", type=click.IntRange(min=0), help="Where to begin, in half-moves.")
@click.option("--engine", metavar="CMD", help="A program as the analyst.")
@click.pass_obj
def command(mouse: bool, file: Path, game: int, ply: int | None, engine: str | None) -> None:
    """Replay a saved game."""
    _check_game(file, game)
    open_terminal()
    from makachess.tui.app import run_replay

    run_replay(file, game=game, ply=ply, engine=engine, mouse=mouse)


def _check_game(file: Path, number: int) -> None:
    """Refuse a file without such a game while the terminal is still untouched."""
    from itertools import islice

    from makachess.saves import read_games

    with open(file, "rb") as lines:
        found = sum(1 for _ in islice(read_games(lines, str(file)), number))
    if found < number:
        raise MakachessError(f"{str(file)!r} has no game {number}, only {found}")
