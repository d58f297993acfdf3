"""makachess play: a game in the terminal."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import (
    fen_option,
    make_position,
    open_terminal,
    variant_argument,
)
from makachess.tui.output import complain

if TYPE_CHECKING:
    from makachess.core.spec import Variant
    from makachess.play.settings import Settings, SettingsFile


class UsualOption(click.Option):
    """An option whose default is in the settings, and is shown in the help."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option with the setting as its default."""
        shown = copy(self)  # whose default is never taken for what was typed
        shown.default = getattr(_usual(ctx), str(self.name))
        shown.show_default = True
        return click.Option.get_help_record(shown, ctx)


def _usual(ctx: click.Context) -> Settings:
    """The player's settings; their faults are told once."""
    from makachess.play.settings import load_settings

    file: SettingsFile | None = ctx.meta.get(__name__)
    if file is None:
        file = ctx.meta[__name__] = load_settings()
        for fault in file.faults:
            complain(f"makachess: {fault}")
    return file.settings


@click.command("play")
@variant_argument
@click.option(
    "--side",
    cls=UsualOption,
    type=click.Choice(["white", "black", "both", "none"]),
    help="The side you play; both = two people here, none = watch.",
)
@click.option(
    "--level",
    cls=UsualOption,
    type=click.IntRange(1, 10),
    help="How well the opponent plays.",
)
@fen_option
@click.option(
    "--time",
    "clock",
    cls=UsualOption,
    metavar="M+S",
    help="Minutes, and seconds more for each move; none = no clock.",
)
@click.option("--engine", metavar="CMD", help="A program as the opponent and analyst.")
@click.option("--seed", type=int, metavar="N", help="Make the opponent repeatable.")
@click.option("--plain", is_flag=True, help="Play by lines of text, without drawing a screen.")
@click.pass_context
def command(
    ctx: click.Context,
    variant: Variant,
    side: str | None,
    level: int | None,
    fen: str | None,
    clock: str | None,
    engine: str | None,
    seed: int | None,
    plain: bool,
) -> int:
    """Play a game in the terminal."""
    make_position(variant, fen)
    if clock not in (None, "none"):
        from makachess.play.session.time_control import parse_clock

        parse_clock(clock)
    if engine is not None:
        from makachess.play.session.setup import program_name

        program_name(engine)
    terminal = None if plain else open_terminal()
    if engine is not None:
        _remember(engine)
    from makachess.play.session.setup import usual_setup

    setup_with = partial(
        usual_setup,
        variant=variant,
        side=side,
        level=level,
        fen=fen,
        clock=clock,
        seed=seed,
        engine=engine,
    )
    if plain:
        from makachess.tui.plain.run import run_plain

        return run_plain(setup_with(_usual(ctx)))
    from makachess.tui.app import run_play

    return run_play(setup_with, mouse=ctx.obj, terminal=terminal)


def _remember(command: str) -> None:
    """Let the game be resumed: its file has the program's name, only the settings its command."""
    from contextlib import suppress

    from makachess.play.session.setup import engine_name
    from makachess.play.settings import SettingsError, remember_engine

    with suppress(SettingsError):  # the app tells what is wrong with the settings
        remember_engine(engine_name(command), command)
