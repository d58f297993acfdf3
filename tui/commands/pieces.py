"""makachess pieces: how the pieces of a variant move, as diagrams in text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click
from makachess.core.errors import VariantError
from makachess.tui.charset import can_show
from makachess.tui.commands.shared import variant_argument
from makachess.tui.completing import complete_piece
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core.spec import PieceType, Variant

_WIDTH = 78


@click.command("pieces")
@variant_argument
@click.argument("piece", required=False, metavar="[PIECE]", shell_complete=complete_piece)
def command(variant: Variant, piece: str | None) -> None:
    """Show how pieces move and promote.

    PIECE is an id or a name; without it, all pieces of the variant are shown.
    """
    kinds = list(variant.pieces) if piece is None else _named(variant, piece)
    say("\n\n".join("\n".join(_lines(variant, variant.pieces[kind])) for kind in kinds))


def _named(variant: Variant, text: str) -> list[str]:
    """The ids of the pieces with an id or a name, which several may share."""
    pieces = variant.pieces.values()
    if kinds := [p.id for p in pieces if text.lower() in (p.id.lower(), p.name.lower())]:
        return kinds
    known = ", ".join(f"{piece.id} {piece.name}" for piece in variant.pieces.values())
    raise VariantError(f"there is no piece {text!r} in {variant.name} (its pieces: {known})")


def _lines(variant: Variant, piece: PieceType) -> Iterator[str]:
    from makachess.play.diagrams import piece_diagram

    kanji = f"  {piece.kanji}" if piece.kanji and can_show(piece.kanji) else ""
    yield f"{piece.id}  {piece.name}{kanji}"
    yield ""
    diagram = piece_diagram(variant, piece.id)
    for line in (*diagram.grid, *diagram.legend):
        yield f"    {line}"
    yield ""
    yield from textwrap.wrap(piece.description, _WIDTH)
    yield from textwrap.wrap(_promotion(variant, piece), _WIDTH)


def _promotion(variant: Variant, piece: PieceType) -> str:
    """What becomes of the piece and of its captor, in words."""
    parts = []
    if piece.promotes_to and variant.promotion.by_capture:
        parts.append(f"Promotes by capture to {variant.pieces[piece.promotes_to].name}.")
    choices = [variant.pieces[kind].name for kind in variant.promotion.arrival.get(piece.id, ())]
    if choices:
        zone = variant.promotion.zone
        where = "on the last rank" if zone == 1 else f"on the last {zone} ranks"
        parts.append(f"Promotes {where} to {', '.join(choices)}.")
    row = variant.promotion.becomes.get(piece.id, {})
    if row := {victim: into for victim, into in row.items() if into != "="}:
        parts.append(f"By taking it becomes: {', '.join(_pairs(variant, row))}.")
    if piece.infects and variant.promotion.contagion:
        parts.append(f"Contagious: its captor becomes a {variant.pieces[piece.infects].name}.")
    return " ".join(parts) or "Does not promote."


def _pairs(variant: Variant, row: Mapping[str, str]) -> Iterator[str]:
    """What a piece becomes by which victim."""
    for victim, into in row.items():
        name = variant.pieces[into.removesuffix("?")].name
        may = " if it likes" if into.endswith("?") else ""
        yield f"{name} by a {variant.pieces[victim].name}{may}"
