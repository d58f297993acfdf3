"""makachess variants: the names of the variants, with their options on request, and new files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import out_option, variant_argument
from makachess.tui.completing import complete_variant
from makachess.tui.output import complain, deliver, say

if TYPE_CHECKING:
    from makachess.core.spec import Option, Variant


@click.group("variants", invoke_without_command=True)
@click.option("--verbose", "-v", is_flag=True, help="Show titles and options too.")
@click.pass_context
def command(ctx: click.Context, verbose: bool) -> None:
    """List the games, their relatives, and your own."""
    if ctx.invoked_subcommand is not None:
        return
    from makachess.variants import list_games

    for listing in list_games():
        if listing.variant is None:
            complain(f"makachess: {listing.reason}")
        else:
            say("\n".join(_lines(listing.variant)) if verbose else listing.name)


@command.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--from",
    "origin",
    metavar="VARIANT",
    default="chess",
    show_default=True,
    shell_complete=complete_variant,
    help="The game to start from.",
)
def new(name: str, origin: str) -> None:
    """Start a game of your own: a file NAME.toml in the `variants` folder.

    It plays like the game it starts from until you change it. Its comments show what you can
    change; docs/variants.md has all the rest. The path of the file is printed.
    """
    from makachess.variants.catalogue import begin_variant

    say(begin_variant(name, origin))


@command.command("page")
@variant_argument
@out_option
def page(variant: Variant, out: Path | None) -> None:
    """Write a web page about a game: its array, pieces and rules.

    It is a single file to print, send or put on a website, and follows the reader's light or dark
    mode.
    """
    from makachess.play.game_page import format_page

    deliver(format_page(variant), out)


def _lines(variant: Variant) -> Iterator[str]:
    yield f"{variant.name}: {variant.title} ({variant.files}x{variant.ranks})"
    if variant.summary:
        yield f"    {variant.summary}"
    for option in variant.options:
        yield f"    {_form(option)}  {option.help}"


def _form(option: Option) -> str:
    if option.number:
        return f"{option.name}=NUMBER (default {option.default})"
    return f"{option.name}={'|'.join(option.values)} (default {option.default})"
