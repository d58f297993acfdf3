"""makachess pieces: how the pieces of a variant move, as diagrams in text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from makachess.core.errors import VariantError
from makachess.tui.charset import can_show
from makachess.tui.commands.shared import variant_argument
from makachess.tui.output import say

if TYPE_CHECKING:
    from makachess.core.spec import PieceType, Variant

_WIDTH = 78


@click.command("pieces")
@variant_argument
@click.argument("piece", required=False, metavar="[PIECE]")
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
    from makachess.play.sentences import change_sentences

    kanji = f"  {piece.kanji}" if piece.kanji and can_show(piece.kanji) else ""
    yield f"{piece.id}  {piece.name}{kanji}"
    yield ""
    diagram = piece_diagram(variant, piece.id)
    for line in diagram.grid:
        yield f"    {line}"
    for line in diagram.legend:
        yield from textwrap.wrap(line, _WIDTH, initial_indent="    ", subsequent_indent="      ")
    yield ""
    yield from textwrap.wrap(piece.description, _WIDTH)
    yield from textwrap.wrap(" ".join(change_sentences(variant, piece.id)), _WIDTH)
