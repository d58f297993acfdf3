"""makachess apply: make moves and show where they lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from makachess.core.errors import MakachessError
from makachess.tui.commands.shared import (
    fen_option,
    make_position,
    outcome_text,
    variant_argument,
)
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core.spec import Variant


@click.command("apply")
@variant_argument
@click.argument("moves", metavar="MOVE...", nargs=-1, required=True)
@fen_option
def command(variant: Variant, moves: tuple[str, ...], fen: str | None) -> None:
    """Make moves and print the FEN.

    Moves are read in coordinates or SAN. The second line is `ongoing`, or the winner and the
    reason.
    """
    position = make_position(variant, fen)
    for number, text in enumerate(moves, 1):
        try:
            position.push(position.parse(text))
        except MakachessError as error:
            raise type(error)(f"move {number}: {error}") from None
    say(f"{position.fen()}\n{outcome_text(position)}")
