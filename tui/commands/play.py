"""makachess play: a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import (
    fen_option,
    make_position,
    open_terminal,
    variant_argument,
)

if TYPE_CHECKING:
    from makachess.core.spec import Variant


@click.command("play")
@variant_argument
@click.option(
    "--side",
    type=click.Choice(["white", "black", "both", "none"]),
    default="white",
    show_default=True,
    help="The side you play; both = two people here, none = watch.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    help="How well the opponent plays.",
)
@fen_option
@click.option("--time", "clock", metavar="M+S", help="Minutes, and seconds more for each move.")
@click.option("--engine", metavar="CMD", help="A program as the opponent and analyst.")
@click.option("--seed", type=int, metavar="N", help="Make the opponent repeatable.")
@click.pass_obj
def command(
    mouse: bool,
    variant: Variant,
    side: str,
    level: int,
    fen: str | None,
    clock: str | None,
    engine: str | None,
    seed: int | None,
) -> None:
    """Play a game in the terminal."""
    make_position(variant, fen)
    if clock is not None:
        from makachess.play.control import parse_clock

        parse_clock(clock)
    if engine is not None:
        from makachess.play.setup import program_name

        program_name(engine)
    open_terminal()
    if engine is not None:
        _remember(engine)
    from makachess.tui.app import run_play

    run_play(
        variant,
        side=side,
        level=level,
        fen=fen,
        clock=clock,
        engine=engine,
        seed=seed,
        mouse=mouse,
    )


def _remember(command: str) -> None:
    """Let games against a program be resumed: their files name it, and only the settings how."""
    from contextlib import suppress

    from makachess.play.settings import SettingsError, remember_engine
    from makachess.play.setup import program_name

    with suppress(SettingsError):  # the app tells what is wrong with the settings
        remember_engine(program_name(command), command)
