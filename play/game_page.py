"""A game as one page of HTML: its array, how its pieces move, and its rules in words.

The page needs no other file, no script and no font. What it holds of a variant's texts is escaped,
since they may be anybody's.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from makachess.core.pictures import draw_piece
from makachess.core.position import Position
from makachess.core.spec import PieceType, Variant
from makachess.play.diagrams import Mark, PieceDiagram, piece_diagram
from makachess.play.lookup import rules_in_words
from makachess.play.sentences import change_sentences

_CELL = 24  # units of a square of a diagram
_STROKES = {  # from the middle of a square to the edges or corners that a slide goes through
    Mark.VERTICAL: "m0,-12v24",
    Mark.HORIZONTAL: "m-12,0h24",
    Mark.RISING: "m-12,12l24,-24",
    Mark.FALLING: "m-12,-12l24,24",
}
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --quiet: #5d574c; --paper: #fbf8f2; --card: #fff;
  --line: #d9d0bd; --move: #15602b; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7dc; --quiet: #b3aa99; --paper: #1d1b18; --card: #282520; --line: #4b453b;
    --move: #7fd494; }
}
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 sans-serif; margin: 2rem auto;
  max-width: 62rem; padding: 0 1rem; }
h1, h2, h3, p, li { overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.2; }
.quiet { color: var(--quiet); }
.array svg, .piece > svg { height: auto; max-width: 100%; }
.pieces { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
.piece { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  break-inside: avoid; padding: 0 1rem; }
.grid { fill: none; stroke: var(--line); }
.slides { fill: none; stroke: var(--move); stroke-width: 2; }
.marks { fill: var(--move); font: bold 16px monospace; text-anchor: middle; }
ul { list-style: none; padding: 0; }
"""


def format_page(variant: Variant) -> Iterator[str]:
    title = escape(variant.title)
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n"
    )
    if variant.summary:
        yield f'<p class="quiet">{escape(variant.summary)}</p>\n'
    yield f'<div class="array">\n{Position(variant).to_svg()}\n</div>\n'
    yield f'<p class="quiet"><code>{escape(variant.start_fen)}</code></p>\n'
    if paragraphs := [*filter(str.strip, rules_in_words(variant))]:
        yield "<h2>Rules</h2>\n"
        for paragraph in paragraphs:
            yield f"<p>{escape(paragraph)}</p>\n"
    yield '<h2>Pieces</h2>\n<div class="pieces">\n'
    for piece in variant.pieces.values():
        yield from piece_section(variant, piece)
    yield "</div>\n</main>\n</body>\n</html>\n"


def piece_section(variant: Variant, piece: PieceType) -> Iterator[str]:
    """A piece: how it moves as a picture and in words, and what captures make of it."""
    diagram = piece_diagram(variant, piece.id)
    kanji = f' <span lang="ja">{escape(piece.kanji)}</span>' if piece.kanji else ""
    yield (
        f'<section class="piece">\n<h3>{escape(piece.name)}{kanji} '
        f'<span class="quiet">{escape(piece.id)}</span></h3>\n'
    )
    yield _drawn(variant, piece, diagram)
    if diagram.legend:
        items = "".join(f"<li>{escape(line)}</li>" for line in diagram.legend)
        yield f'<ul class="quiet">{items}</ul>\n'
    if piece.description:
        yield f"<p>{escape(piece.description)}</p>\n"
    if changes := " ".join(change_sentences(variant, piece.id)):
        yield f"<p>{escape(changes)}</p>\n"
    yield "</section>\n"


def _drawn(variant: Variant, piece: PieceType, diagram: PieceDiagram) -> str:
    """The squares around a piece, with a line where it slides and a mark where it does else."""
    size = (2 * diagram.radius + 1) * _CELL
    middle = size // 2
    grid = "".join(f"M0,{n}H{size}M{n},0V{size}" for n in range(0, size + 1, _CELL))
    slides, marks = "", ""
    for (dx, dy), mark in diagram.marks.items():
        x, y = middle + dx * _CELL, middle - dy * _CELL
        if mark in _STROKES:
            slides += f"M{x},{y}{_STROKES[mark]}"
        else:
            marks += f'<text x="{x}" y="{y + 5}">{escape(mark.char)}</text>'
    corner = middle - _CELL // 2
    return (
        f'<svg role="img" width="{size}" height="{size}" viewBox="0 0 {size} {size}">'
        f"<title>{escape(f'How the {piece.name} moves')}</title>"
        f'<path class="grid" d="{grid}"/><path class="slides" d="{slides}"/>'
        f'<g class="marks">{marks}</g>{draw_piece(variant, piece.id, _CELL, (corner, corner))}'
        "</svg>\n"
    )
