"""makachess play: a game in the terminal, a new one or one to go on with."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.core.errors import MakachessError
from makachess.tui.commands.shared import (
    book_option,
    cores_option,
    fen_option,
    load_variant,
    make_position,
    model_option,
    open_terminal,
    rules_option,
)
from makachess.tui.completing import complete_variant
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from makachess.play.session.setup import Setup
    from makachess.play.settings import Settings, SettingsFile


class UsualOption(click.Option):
    """An option whose default is in the settings, and is shown in the help."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
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
@click.argument(
    "variant", metavar="VARIANT|FILE.pgn", required=False, shell_complete=complete_variant
)
@rules_option
@click.option(
    "--side",
    cls=UsualOption,
    type=click.Choice(["white", "black", "both", "none"]),
    help="The side you play; both = two people here, none = only watch.",
)
@click.option(
    "--level",
    cls=UsualOption,
    type=click.IntRange(1, 10),
    help="How well the opponent plays: 1 is roughly a beginner, 6 a club player, 10 a master.",
)
@click.option(
    "--style",
    cls=UsualOption,
    type=click.Choice(["balanced", "calm", "wild"]),
    help="How the opponent plays: wild = captures, checks and advances, calm = quiet moves.",
)
@fen_option
@click.option(
    "--practice",
    type=click.IntRange(1),
    metavar="N",
    help="Play out the game's practice position of this number, to its goal.",
)
@click.option(
    "--time",
    "clock",
    cls=UsualOption,
    metavar="M+S",
    help="Minutes, plus seconds for each move; 5d3 = the clock waits 3 seconds at each move, "
    "10+3x30 = then 30 seconds a move, which may run out twice, 2days = for each move, "
    "none = no clock.",
)
@model_option
@book_option
@click.option(
    "--engine",
    metavar="CMD",
    help="The command of another engine, to play against and for analysis.",
)
@click.option("--seed", type=int, metavar="N", help="Make the opponent's moves repeatable.")
@cores_option
@click.option("--plain", is_flag=True, help="Play with lines of text, without a full screen.")
@click.pass_context
def command(
    ctx: click.Context,
    variant: str | None,
    rules: tuple[str, ...],
    side: str | None,
    level: int | None,
    style: str | None,
    fen: str | None,
    practice: int | None,
    clock: str | None,
    model: str,
    book: str,
    engine: str | None,
    seed: int | None,
    cores: int | None,
    plain: bool,
) -> int:
    """Play a game in the terminal: a new one, or a saved one from where it stands.

    With --plain and no game, the unfinished games are listed; choose one by its number.
    """
    if variant is None and not plain:
        raise click.MissingParameter(ctx=ctx, param_type="argument", param_hint="'VARIANT'")
    if variant is None or variant.lower().endswith(".pgn"):
        _refuse_others(ctx, "a saved game", "new ones", "variant", "plain")
        return _resume(ctx, None if variant is None else Path(variant), plain=plain)
    rules_in_force = load_variant(variant, rules)
    position = None
    if practice is not None:
        _refuse_others(
            ctx, "a practice position", "other games", "variant", "practice", "level", "plain"
        )
        from makachess.play.practice import practice_at

        position = practice_at(rules_in_force.name, practice)
    if fen is not None:
        fen = make_position(rules_in_force, fen).start_fen
    from makachess.variants.books import choose_book
    from makachess.variants.models import choose_model

    chosen = choose_model(model, rules_in_force) if model else None  # None: the usual one
    opening = choose_book(book, rules_in_force) if book else None
    if clock not in (None, "none"):
        from makachess.play.session.clock import parse_clock

        parse_clock(clock)
    if engine is not None:
        from makachess.play.session.opponents import program_name

        program_name(engine)
    terminal = None if plain else open_terminal()
    if engine is not None:
        _remember(engine, _usual(ctx))
    from makachess.play.practice import keep_reached, practice_setup
    from makachess.play.session.opponents import usual_opponent
    from makachess.play.session.setup import usual_setup

    def setup_with(usual: Settings) -> Setup:
        if position is not None:
            return practice_setup(position, usual, level)
        opponent = usual_opponent(
            usual,
            engine,
            level=level,
            style=style,
            seed=seed,
            model=chosen,
            book=opening,
        )
        return usual_setup(usual, rules_in_force, opponent, side=side, fen=fen, clock=clock)

    if terminal is None:
        from makachess.tui.plain.run import play_plain

        usual = _usual(ctx) if cores is None else replace(_usual(ctx), cores=cores)
        if side is None and usual.side in ("both", "none"):
            side = "white"  # one who reads the lines plays, and plays alone
        setup = setup_with(usual)
        if position is None:
            return play_plain(setup, usual)
        say(f"{position.task} {position.text}")
        status, game = play_plain(setup, usual), setup.game
        say(position.standing(game.position, game.outcome))
        reached = position.is_reached(game.position, game.outcome)
        if reached and (failed := keep_reached(position, setup.level)):
            complain(failed)
        return status
    from makachess.tui.app import run_play

    return run_play(terminal, setup_with, cores=cores, mouse=ctx.obj)


def _refuse_others(ctx: click.Context, what: str, others: str, *taken: str) -> None:
    """Refuse all options but those that what has rules and players of its own can take."""
    for parameter in ctx.command.params:
        name, option = str(parameter.name), parameter.opts[0]
        if name not in taken and ctx.params.get(name) not in (None, (), ""):
            raise MakachessError(f"{what} keeps its rules and players: {option} is for {others}")


def _resume(ctx: click.Context, path: Path | None, *, plain: bool) -> int:
    """Go on with a saved game, or with one that is chosen from a list."""
    from makachess.saves import open_file

    if path is not None:
        with open_file(str(path)):  # what cannot be opened is told without a line and a column
            pass
    if plain:
        from makachess.tui.plain.run import resume_plain

        return resume_plain(path, _usual(ctx))
    terminal = open_terminal()
    from makachess.tui.app import run_resume

    assert path is not None
    return run_resume(terminal, path, mouse=ctx.obj)


def _remember(command: str, usual: Settings) -> None:
    """Let the game be resumed: its file has the program's name, only the settings its command."""
    from contextlib import suppress

    from makachess.play.session.opponents import engine_name
    from makachess.play.settings import SettingsError, remember_engine

    with suppress(SettingsError):  # the app tells what is wrong with the settings
        remember_engine(engine_name(command, usual.engines), command)
