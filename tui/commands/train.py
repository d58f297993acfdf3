"""makachess train: a model, an opening book and puzzles of a game, from games against itself."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem
from makachess.training.options import USUAL, Options
from makachess.tui.commands.shared import EloPair, Real, bar, variant_argument
from makachess.tui.completing import complete_variant
from makachess.tui.output import complain, say

if TYPE_CHECKING:
    from makachess.core.spec import Variant

ALL = "all"  # what is done unless a step is named
MOST = 10**9
MOST_POSITIONS = 30_000  # half of what a book's file can hold
MOST_UNITS = 384  # of a net
COMMAND = "makachess.train"  # where a context has what was typed


class TrainGroup(click.Group):
    """A group whose commands are steps; where none is named, all of them are meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the step in its place, and note what was typed."""
        ctx.meta[COMMAND] = shlex.join(["makachess", "train", *args])
        is_open = not args and ctx.resilient_parsing  # a step may be completed yet
        if not is_open and (args or [""])[0] not in (*self.commands, *ctx.help_option_names):
            args = [ALL, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The steps, in the order in which they are gone through."""
        return list(self.commands)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The steps and the variants, and files where none begins so."""
        steps = super().shell_complete(ctx, incomplete)
        variants = complete_variant(ctx, click.Argument(["variant"]), incomplete)
        return steps + [item for item in variants if item.type == "plain" or not steps]


def _whole(least: int = 1, most: int = MOST) -> click.IntRange:
    return click.IntRange(least, most)


PATH = click.Path(path_type=Path)
# The options of all steps by the fields of `Options`, which has their defaults.
DECLARED: dict[str, tuple[click.ParamType[Any], str]] = {
    "games": (_whole(), "How many games to play in all; a match ends once it is decided."),
    "matches": (_whole(), "The most games to play in a match."),
    "nodes": (_whole(), "Positions to search for each move, or each position of a book."),
    "seconds": (Real(0.01, 3600), "Seconds for each move, instead of nodes."),
    "seed": (_whole(0), "The random seed."),
    "processes": (_whole(most=256), "How many processes to use; by default one for each core."),
    "model": (click.STRING, "The model to use as the present one; none = no model."),
    "new": (PATH, "The model to verify."),
    "out": (PATH, "The file to write."),
    "result": (Real(0, 1), "The share of the game's result in the target."),
    "later": (Real(0, 1), "The share of later scores in the target."),
    "loose": (Real(1e-6, 1e6), "How far values may move from the present ones; 1 = as usual."),
    "tables": (PATH, "The model to add a net to."),
    "start": (PATH, "A model whose net to go on with."),
    "units": (_whole(8, MOST_UNITS), "How many units a net has, a multiple of 8."),
    "passes": (_whole(), "The most passes over all positions."),
    "decay": (Real(0, 1e6), "The weight decay of a net."),
    "sprt": (EloPair(), "The two differences in Elo that a match decides between."),
    "keep": (click.BOOL, "Use the result in games from now on; a model only if it has won."),
    "positions": (_whole(most=MOST_POSITIONS), "The most positions in a book."),
    "plies": (_whole(), "The most plies in a line of a book."),
    "margin": (Real(1e-6, 1e6), "What a book move may lose, in average pieces."),
    "rows": (_whole(), "How many puzzles the file should have in all."),
    "work": (PATH, "The folder for games and candidates; by default in the data folder."),
    "into": (PATH, "The folder of the present model and of what is kept, instead of yours."),
}
NAMES = {"seconds": "--time", "matches": "--match-games"}  # others are called as the field
METAVARS = {"seconds": "SECONDS", "sprt": "ELO0,ELO1", "model": "FILE"}


@click.group(
    "train",
    cls=TrainGroup,
    options_metavar="[STEP]",
    subcommand_metavar="VARIANT [OPTIONS]",
)
def command() -> None:
    """Teach the engine a game, by games against itself.

    Without a STEP it plays games, learns a model from them, keeps it if it is stronger, and grows
    an opening book. From then on games use both. You can interrupt it at any time: the same command
    goes on with the games already played. See docs/training.md. If a variant has the name of a
    step, give its path.
    """


def _declare(step: str, text: str, fields: str) -> None:
    """Add a step with the options that it looks at."""
    usual = USUAL[step]

    def run(variant: Variant, **given: Any) -> None:
        ctx = click.get_current_context()
        _run(step, variant, Options(**given, command=ctx.meta[COMMAND]))

    declared: Callable[..., Any] = run
    for field in reversed(f"{fields} work".split()):
        kind, told = DECLARED[field]
        default = getattr(usual, field)
        declared = click.option(
            NAMES.get(field, f"--{field}"),
            field,
            type=kind,
            is_flag=field == "keep",
            default=",".join(map("{:g}".format, default)) if field == "sprt" else default,
            show_default=default not in (None, "", False) and field != "processes",
            metavar=METAVARS.get(field, "FOLDER" if field in ("work", "into") else None),
            help=told,
        )(declared)
    command.command(step, help=text)(variant_argument(declared))


def _run(step: str, variant: Variant, options: Options) -> None:
    from makachess.core import COMPILED
    from makachess.core.engine.model import UNITS_STEP
    from makachess.training.teach import find_step, teach

    if options.units % UNITS_STEP:
        told = f"{options.units} is not a multiple of {UNITS_STEP}."
        raise click.BadParameter(told, param_hint="'--units'")

    if not COMPILED:
        complain("the kernel is not compiled: this will take long")
    if step != ALL:
        say(find_step(step)(variant, options, bar))
        return
    for text in teach(variant, options, bar):
        say(text)


_declare(
    ALL,
    """Run play, fit, net and book, and verify each model.

    For a small game this takes a few minutes on two cores. Another seed trains one more
    generation, starting from the model that was kept.""",
    "games nodes matches seed processes units passes positions into",
)
_declare(
    "play",
    "Play the games that the next steps learn from.",
    "games nodes seed processes model into",
)
_declare(
    "fit",
    "Learn from all games what each piece is worth on each square.",
    "model result later loose out into",
)
_declare(
    "net",
    "Train a net that corrects the tables of a model.",
    "tables start units passes decay seed result later out",
)
_declare(
    "verify",
    "Play the new model against the present one.",
    "games nodes seconds seed sprt processes new model keep into",
)
_declare(
    "book",
    "Grow an opening book by searching the game from its array.",
    "positions plies margin nodes processes model keep out into",
)
_declare(
    "puzzles",
    "Find puzzles: positions with one right move.",
    "games rows seed out",
)
