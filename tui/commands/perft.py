"""makachess perft: count the sequences of legal moves, to check and time the move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import fen_option, make_position, variant_argument
from makachess.tui.output import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from makachess.core import Position
    from makachess.core.spec import Variant
    from makachess.training.naive import Difference

DIFFERS = 1  # exit status


@click.command("perft")
@variant_argument
@click.argument("depth", type=click.IntRange(0, 99))
@fen_option
@click.option("--divide", is_flag=True, help="Print the count for each first move, then the total.")
@click.option(
    "--against-naive",
    "compares",
    is_flag=True,
    help="Compare all moves with those of a second, slow move generator.",
)
@click.pass_context
def command(
    ctx: click.Context,
    variant: Variant,
    depth: int,
    fen: str | None,
    divide: bool,
    compares: bool,
) -> None:
    """Count sequences of DEPTH legal moves.

    --against-naive compares the moves in every position on the way with those of a second, slow
    move generator, which shares no code with the first. If they differ, the first such position is
    printed, with the moves that only one of them found, and the exit status is 1.
    """
    position = make_position(variant, fen)
    if divide and compares:
        raise click.UsageError("--divide and --against-naive: one of them at a time")
    if compares:
        ctx.exit(_compare(position, depth))
    if divide and depth > 0:
        _print_divide(position, depth)
    else:
        say(position.perft(depth))


def _print_divide(position: Position, depth: int) -> None:
    total = 0
    for move in sorted(position.legal_moves(), key=str):
        position.push(move)
        count = position.perft(depth - 1)
        position.pop()
        total += count
        say(f"{move} {count}")
    say(total)


def _compare(position: Position, depth: int) -> int:
    """Print the count, or the first difference; the exit status."""
    from makachess.training.naive import Comparison

    comparison = Comparison(position)
    difference = comparison.run(depth)
    if difference is None:
        say(comparison.leaves)
        return 0
    say("\n".join(_described(difference)))
    return DIFFERS


def _described(difference: Difference) -> Iterator[str]:
    yield f"differs at {difference.fen}"
    if difference.moves:
        yield f"after {' '.join(difference.moves)}"
    if difference.other:
        yield f"which is {difference.other} by the plain rules"
    for who, moves in (
        ("move generator", difference.kernel),
        ("plain rules", difference.naive),
    ):
        if moves:
            yield f"only the {who}: {' '.join(moves)}"
