"""makachess moves: the legal moves of one position, or of a stream of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from io import BufferedReader
from typing import IO, TYPE_CHECKING, Any, cast

import click
from makachess.core.errors import MakachessError
from makachess.core.text import too_long
from makachess.saves.text import decode, read_lines
from makachess.tui.commands.shared import fen_option, make_position, opened, variant_argument
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core import Position
    from makachess.core.spec import Variant

LONGEST = 1 << 16  # characters of a line


@click.command("moves")
@variant_argument
@fen_option
@click.option(
    "--batch", metavar="FILE", help="Read FENs, one a line (- = stdin); print JSON lines."
)
def command(variant: Variant, fen: str | None, batch: str | None) -> None:
    """List the legal moves of a position."""
    if batch is None:
        for move in _sorted_moves(make_position(variant, fen)):
            say(move)
        return
    if fen is not None:
        raise click.UsageError("--fen and --batch exclude each other")
    with opened(batch) as file:
        _answer(variant, _lines(file))


def _sorted_moves(position: Position) -> list[str]:
    return sorted(map(str, position.legal_moves()))


def _lines(file: IO[bytes]) -> Iterator[str]:
    """The lines of a file as they come; of one that is longer than any the rest is passed over."""
    is_rest = False
    for line in read_lines(iter(partial(cast(BufferedReader, file).read1, LONGEST), b"")):
        if not is_rest:
            yield decode(line).removeprefix("\ufeff")
        is_rest = not line.endswith((b"\n", b"\r"))


def _answer(variant: Variant, lines: Iterable[str]) -> None:
    """One flushed JSON object a line; raises MakachessError at the end if any was refused."""
    import json

    refused, first = 0, ""
    for line in lines:
        fen = line.rstrip("\r\n")
        if not fen.strip():
            continue
        answer = _describe(variant, fen)
        if "error" in answer:
            refused, first = refused + 1, first or answer["error"]
        say(json.dumps(answer))
    if refused:
        raise MakachessError(f"{refused} of the positions refused, the first: {first}")


def _describe(variant: Variant, fen: str) -> dict[str, Any]:
    from makachess.core import Position

    try:
        if len(fen) > LONGEST:
            raise MakachessError(too_long(len(fen), LONGEST))
        position = Position(variant, fen)
    except MakachessError as error:
        return {"fen": fen, "error": str(error)}
    outcome = position.outcome()
    return {
        "fen": fen,
        "moves": _sorted_moves(position),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }
