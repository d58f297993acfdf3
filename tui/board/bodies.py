"""Men with a body, for squares of two rows and more: plates, figures, or tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from makachess.core.spec import PieceType
from makachess.tui.board.geometry import CellSize
from makachess.tui.board.glyphs import PieceSet
from makachess.tui.board.shapes import (
    Bits,
    Figure,
    Outline,
    characters,
    figure_of,
    hollowed,
    load_figures,
    mirrored,
    parted,
    quarters,
    rasterize,
)
from rich.cells import cell_len

LEAST_ROWS = 3  # of a square that has room for figures and tiles
PLATE_ROWS = 2  # of one that has room for a plate
PLATE = 3  # columns: as many as the longest id has
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


def has_bodies(cell: CellSize, pieces: PieceSet) -> bool:
    """Whether squares of this size have room for bodies of a piece set."""
    return cell.height >= (LEAST_ROWS if pieces.name == "ascii" else PLATE_ROWS)


def body_width(cell: CellSize) -> int:
    """Columns of a body; those left and right of it are free for marks."""
    return {PLATE_ROWS: PLATE, LEAST_ROWS: 4}.get(cell.height, cell.width - 2)


@lru_cache(maxsize=1024)
def body_of(man: str, piece: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Body:
    """The body of a man as a piece set draws it."""
    if pieces.name == "ascii":
        return _plain_body(man, cell, face, shogi=bool(piece.kanji))
    if cell.height == PLATE_ROWS:
        return _plate(pieces.sign(man, piece), narrow=not face.up if piece.kanji else face.hollow)
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
    return _hollow(quarters(figure.small)) if hollow else figure.small


@lru_cache(maxsize=256)
def _raster(outline: Outline, cell: CellSize, *, hollow: bool) -> tuple[str, ...]:
    above = cell.height >= AIRY_ROWS
    bits = rasterize(outline, body_width(cell), cell.height, above=above, below=1)
    return _hollow(bits) if hollow else characters(bits)


def _hollow(bits: Bits) -> tuple[str, ...]:
    """The outline of a figure; of one that is all outline, the foot is parted."""
    rim = hollowed(bits)
    return characters(rim) if rim != bits else parted(characters(bits), len(bits) // 2 - 1)


def _plate(sign: str, *, narrow: bool) -> Body:
    """A plate with a sign engraved in it, on a narrow foot for one of the sides."""
    room = PLATE - cell_len(sign)
    sign = " " * ((room + 1) // 2) + sign + " " * (room // 2)
    return Body((Row(sign, (0, len(sign))), Row("▝▀▘" if narrow else "▀▀▀")), tile=True)


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
