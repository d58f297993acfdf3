"""What several subcommands need: the VARIANT with its options, a position, a terminal, progress."""

from __future__ import annotations

import functools
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
from makachess.core.cores import MOST_CORES
from makachess.core.errors import VariantError
from makachess.core.text import how_many
from makachess.tui.completing import complete_rule, complete_variant
from makachess.tui.output import complain, overwrite

if TYPE_CHECKING:
    from makachess.core import Position
    from makachess.core.spec import Variant

fen_option = click.option(
    "--fen", metavar="FEN", help="The position to start from; by default the array."
)

rules_option = click.option(
    "--option",
    "rules",
    metavar="NAME=VALUE",
    multiple=True,
    shell_complete=complete_rule,
    help="Choose a rule of the variant (`variants --verbose` lists them); repeatable.",
)


model_option = click.option(
    "--model",
    metavar="FILE",
    default="",
    help="The built-in engine's evaluation model; none = no model.",
)

book_option = click.option(
    "--book",
    metavar="FILE",
    default="",
    help="The built-in engine's opening book; none = no book.",
)


out_option = click.option(
    "-o",
    "out",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="The new file to write; by default, standard output.",
)


def opened(path: str) -> AbstractContextManager[IO[bytes]]:
    """A file that was named, `-` for what comes in; raises OSError for what is no ordinary file."""
    from makachess.variants.files import open_file

    return nullcontext(sys.stdin.buffer) if path == "-" else open_file(path)


def told_others(file: str, others: Counter[str]) -> str:
    """How many games of a file are of variants that are not played here."""
    named = ", ".join(f"{name} {count}" for name, count in others.most_common())
    is_left_out = "is left out: it is not" if others.total() == 1 else "are left out: they are not"
    return f"{file}: {how_many(others.total(), 'game')} {is_left_out} played here ({named})"


class Real(click.FloatRange):
    """A number within limits; what is not a number is not, which click would let through."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; fails with what is wrong."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not in the range {self._describe_range()}", param, ctx)
        return number


class EloPair(click.ParamType):  # type: ignore[type-arg] # which older clicks do not ask for
    """The two differences between which a sequential test decides, such as `0,20`."""

    name = "ELO0,ELO1"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            low, high = map(float, value.split(","))
        except ValueError:
            self.fail(f"{value!r}: two numbers, such as 0,20", param, ctx)
        if not -1000 < low < high < 1000:
            self.fail(f"{value!r}: two numbers within 1000, the smaller one first", param, ctx)
        return low, high


cores_option = click.option(
    "--cores",
    type=click.IntRange(1, MOST_CORES),
    metavar="N",
    help="Threads for each search.",
)


def variant_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument VARIANT and `--option`; it receives the loaded `variant`."""

    @functools.wraps(function)
    def loading(*args: Any, variant: str, rules: tuple[str, ...], **others: Any) -> Any:
        return function(*args, variant=load_variant(variant, rules), **others)

    argument = click.argument("variant", metavar="VARIANT", shell_complete=complete_variant)
    return argument(rules_option(loading))


def load_variant(name: str, rules: tuple[str, ...] = ()) -> Variant:
    """A VARIANT as the command line names it, with `name=value` texts; raises VariantError."""
    from makachess.variants import load

    options: dict[str, str] = {}
    for rule in rules:
        key, equals, value = rule.partition("=")
        if not equals or not key:
            raise VariantError(f"option {rule!r} is not written name=value")
        if key in options:
            raise VariantError(f"option {key!r} is given twice")
        options[key] = value
    return load(name, **options)


def make_position(variant: Variant, fen: str | None) -> Position:
    """The position of a FEN, or the array; what is mended is said. Raises InvalidFenError."""
    from makachess.core import Position
    from makachess.core.notation.fen import mend_fen

    if fen is None:
        return Position(variant)
    mended, note = mend_fen(variant, fen)
    position = Position(variant, mended)
    if note:
        complain(f"FEN {fen!r}: {note}")
    return position


def outcome_text(position: Position) -> str:
    """`ongoing`, or who won and why."""
    outcome = position.outcome()
    return f"{outcome.winner} {outcome.reason}" if outcome else "ongoing"


@contextmanager
def bar(what: str, count: int) -> Iterator[Callable[..., None]]:
    """Show how many of all are done, while something is done that calls what this gives.

    On a terminal that is one line overwritten, else a line for each tenth.
    """
    overwrites, step = sys.stderr.isatty(), max(1, count // 10)

    def show(done: int, note: str = "") -> None:
        text = f"{done}/{count} {what}  {note}".rstrip()
        if overwrites:
            overwrite(text)
        elif done and done % step == 0:
            complain(text)

    try:
        yield show
    finally:
        if overwrites:
            overwrite("")
