"""makachess replay: step through a saved game."""

from __future__ import annotations

from pathlib import Path

import click
from makachess.core.errors import MakachessError
from makachess.tui.terminal.holding import open_terminal


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game", type=click.IntRange(min=1), default=1, help="The number of the game in the file."
)
@click.option("--ply", type=click.IntRange(min=0), help="The half-move to begin at.")
@click.option("--engine", metavar="CMD", help="The command of another engine, for analysis.")
@click.option("--plain", is_flag=True, help="Print the game as lines of text.")
@click.pass_obj
def command(
    mouse: bool, file: Path, game: int, ply: int | None, engine: str | None, plain: bool
) -> int:
    """Replay a saved game."""
    from makachess.saves import Collection, open_file

    with open_file(str(file)):  # what cannot be opened is told without a line and a column
        pass
    if plain:
        if engine is not None:
            raise MakachessError("--engine has nothing to do in a replay with --plain")
        from makachess.play.settings import Settings
        from makachess.tui.plain.replaying import Replaying
        from makachess.tui.plain.run import run_plain

        return run_plain(lambda say: Replaying(say, file, game, ply or 0), Settings())
    collection = Collection(file)
    loaded, fault = collection.first(game)
    terminal = open_terminal()
    from makachess.play.book import Book
    from makachess.tui.app import run_app
    from makachess.tui.screens.replay import ReplayScreen

    book = Book(loaded, fault=fault, collection=collection, number=game)
    return run_app(terminal, lambda: ReplayScreen(book, ply or 0, engine=engine), mouse=mouse)
