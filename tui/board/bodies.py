"""Men with a body, for squares of three rows and more: figures, or tiles with kanji or ids."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from makachess.core.spec import PieceType
from makachess.tui.board.geometry import CellSize
from makachess.tui.board.glyphs import PieceSet
from makachess.tui.board.shapes import (
    Figure,
    Outline,
    characters,
    figure_of,
    hollowed,
    load_figures,
    mirrored,
    parted,
    rasterize,
)
from rich.cells import cell_len

LEAST_ROWS = 3  # of a square whose men have bodies
AIRY_ROWS = 5  # from which half a row stays free above as well as below


class Row(NamedTuple):
    """A row of a body: characters, and the columns of those engraved in it (first, last + 1)."""

    text: str
    engraved: tuple[int, int] = (0, 0)


class Face(NamedTuple):
    """How a side's men are shown: their heads up or down, their outline only."""

    up: bool = True
    hollow: bool = False


class Body(NamedTuple):
    """The rows of a body; a tile is the man itself, not drawn on anything."""

    rows: tuple[Row, ...]
    tile: bool = False
    label: str = ""


def has_bodies(cell: CellSize) -> bool:
    """Whether squares of this size have room for bodies."""
    return cell.height >= LEAST_ROWS


def body_width(cell: CellSize) -> int:
    """Columns of a body; those left and right of it are free for marks."""
    return 4 if cell.height == LEAST_ROWS else cell.width - 2


@lru_cache(maxsize=1024)
def body_of(man: str, piece: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Body:
    """The body of a man as a piece set draws it."""
    if pieces.name == "ascii":
        return _plain_body(man, cell, face, shogi=bool(piece.kanji))
    if piece.kanji:
        return _shogi_tile(man, piece, cell, pieces, face)
    figure = figure_of(piece)
    if figure is None:
        return _tile(man, cell, hollow=face.hollow)
    label = man if pieces.name == "letters" and not piece.symbol else ""
    return Body(tuple(map(Row, _drawn(figure, cell, hollow=face.hollow))), label=label)


def _drawn(figure: Figure, cell: CellSize, *, hollow: bool) -> tuple[str, ...]:
    if cell.height > LEAST_ROWS:
        return _raster(figure.outline, cell, hollow=hollow)
    return parted(figure.small, LEAST_ROWS - 1) if hollow else figure.small


@lru_cache(maxsize=256)
def _raster(outline: Outline, cell: CellSize, *, hollow: bool) -> tuple[str, ...]:
    above = cell.height >= AIRY_ROWS
    bits = rasterize(outline, body_width(cell), cell.height, above=above, below=1)
    rim = hollowed(bits) if hollow else bits
    if hollow and rim == bits:  # too thin to be hollow
        return parted(characters(bits), cell.height - 1)
    return characters(rim)


def _shogi_tile(man: str, piece: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Body:
    outline = load_figures().tiles["shogi"]
    texts = [man]
    if pieces.kanji:
        texts = ["+" + piece.kanji if piece.promoted else piece.kanji]
        texts += [man] if cell.height >= AIRY_ROWS else []
    rows = _raster(outline if face.up else mirrored(outline), cell, hollow=False)
    return Body(_engraved(rows, texts), tile=True)


def _tile(man: str, cell: CellSize, *, hollow: bool) -> Body:
    rows = _raster(load_figures().tiles["plain"], cell, hollow=hollow)
    return Body(_engraved(rows, [man], plain=hollow), tile=not hollow)


def _plain_body(man: str, cell: CellSize, face: Face, *, shogi: bool) -> Body:
    """A frame in ASCII; round for those who face up, pointed that way for a shogi piece."""
    width = body_width(cell)
    top = ("/", "-", "\\") if face.up else ("|", "-", "|") if shogi else ("+", "=", "+")
    foot = ("\\", "_", "/") if face.up != shogi else ("|", "_", "|") if shogi else ("+", "=", "+")
    middle = [f"|{' ' * (width - 2)}|"] * (cell.height - 2)
    rows = [f"{left}{line * (width - 2)}{right}" for left, line, right in (top, foot)]
    return Body(_engraved((rows[0], *middle, rows[1]), [man], plain=True))


def _engraved(rows: tuple[str, ...], texts: list[str], *, plain: bool = False) -> tuple[Row, ...]:
    """Rows with texts in the middle."""
    first = (len(rows) - len(texts)) // 2
    drawn = [Row(row) for row in rows]
    for at, text in enumerate(texts, first):
        width = cell_len(text)
        left = max((len(rows[at]) - width) // 2, 0)
        line = rows[at][:left] + text + rows[at][left + width :]
        drawn[at] = Row(line, (0, 0) if plain else (left, left + len(text)))
    return tuple(drawn)
