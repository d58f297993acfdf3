"""makachess play: a game in the terminal, a new one or one to go on with."""

from __future__ import annotations

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
    rules_option,
)
from makachess.tui.completing import complete_variant
from makachess.tui.output import complain, say
from makachess.tui.terminal.holding import open_terminal

if TYPE_CHECKING:
    from makachess.play.settings import Settings


@click.command("play")
@click.argument(
    "variant", metavar="VARIANT|FILE.pgn", required=False, shell_complete=complete_variant
)
@rules_option
@click.option(
    "--side",
    type=click.Choice(["white", "black", "both", "none"]),
    help="The side you play; both = two people here, none = only watch.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 10),
    help="How well the opponent plays: 1 is roughly a beginner, 6 a club player, 10 a master.",
)
@click.option(
    "--style",
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
    """Play a game in the terminal, a new or a saved one.

    What no option says is as in your settings, which the app keeps as you played last.

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
        _remember(engine)
    from makachess.play.practice import keep_reached, practice_setup
    from makachess.play.session.opponents import usual_opponent
    from makachess.play.session.setup import usual_setup

    if terminal is None:
        usual = _usual()
        if side is None and usual.side in ("both", "none"):
            side = "white"  # one who reads the lines plays, and plays alone
    else:
        from makachess.tui.preferences import Preferences

        preferences = Preferences()
        usual = preferences.settings
    if cores is not None:
        usual = replace(usual, cores=cores)
    if position is not None:
        setup = practice_setup(position, usual, level)
    else:
        opponent = usual_opponent(
            usual,
            engine,
            level=level,
            style=style,
            seed=seed,
            model=chosen,
            book=opening,
        )
        setup = usual_setup(usual, rules_in_force, opponent, side=side, fen=fen, clock=clock)
    if terminal is not None:
        from makachess.tui.app import run_app
        from makachess.tui.screens.game import GameScreen

        preferences.settings = usual
        return run_app(terminal, lambda: GameScreen(setup), mouse=ctx.obj, preferences=preferences)
    from makachess.tui.plain.run import play_plain

    if position is None:
        return play_plain(setup, usual)
    say(f"{position.task} {position.text}")
    status, game = play_plain(setup, usual), setup.game
    say(position.standing(game.position, game.outcome))
    reached = position.is_reached(game.position, game.outcome)
    if reached and (failed := keep_reached(position, setup.level)):
        complain(failed)
    return status


def _usual() -> Settings:
    """The player's settings, whose faults are told."""
    from makachess.play.settings import load_settings

    file = load_settings()
    for fault in file.faults:
        complain(f"makachess: {fault}")
    return file.settings


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
        from makachess.tui.plain.run import Resuming, run_plain

        usual = _usual()
        return run_plain(lambda say: Resuming(say, usual, path), usual)
    terminal = open_terminal()
    from makachess.tui.app import run_app
    from makachess.tui.preferences import Preferences
    from makachess.tui.screens.opening import read_setup, screen_of

    assert path is not None
    preferences = Preferences()
    found = read_setup(path, preferences.settings)
    return run_app(terminal, lambda: screen_of(found, path), mouse=ctx.obj, preferences=preferences)


def _remember(command: str) -> None:
    """Let the game be resumed: its file has the program's name, only the settings its command."""
    from contextlib import suppress

    from makachess.play.session.opponents import engine_name
    from makachess.play.settings import SettingsError, load_settings, remember_engine

    with suppress(SettingsError):  # the app tells what is wrong with the settings
        remember_engine(engine_name(command, load_settings().settings.engines), command)
