"""makachess perft: count the sequences of legal moves, to check and time the move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from makachess.tui.commands.shared import fen_option, make_position, variant_argument
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core import Position
    from makachess.core.spec import Variant


@click.command("perft")
@variant_argument
@click.argument("depth", type=click.IntRange(0, 99))
@fen_option
@click.option("--divide", is_flag=True, help="Print the count for each first move, then the total.")
def command(variant: Variant, depth: int, fen: str | None, divide: bool) -> None:
    """Count sequences of DEPTH legal moves."""
    position = make_position(variant, fen)
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
