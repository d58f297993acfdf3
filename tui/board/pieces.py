"""How pieces are drawn: as figures, letters, kanji or ASCII; figures need squares of some size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from makachess.core.spec import PieceType, Variant
from makachess.tui.board.canvas import QUARTERS
from makachess.tui.board.figures import Bitmap, figure_of
from makachess.tui.board.geometry import CellSize
from makachess.tui.charset import can_show
from makachess.tui.preferences import is_shogi, pieces_setting, preferences_of
from rich.cells import cell_len
from textual.dom import DOMNode

# White's figurines in Unicode order, and the filled ones, which show both sides by their colour.
# U+265F, the filled pawn, is left out: many terminals draw it as an emoji.
OUTLINED = "♔♕♖♗♘♙"
FILLED = "♚♛♜♝♞♙"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A way to draw pieces, and the characters of the marks that go with it."""

    name: str
    figures: bool = False
    kanji: bool = False
    dot: str = "•"
    dash: str = "–"
    empty: str = "·"  # a dark square where no colour shows it
    plain: bool = False  # ASCII alone

    def text(self, piece: str, variant: Variant, *, color: bool) -> str:
        """A piece as text; without colour the characters tell the two sides apart.

        Black's kanji then have a `v` before them, as in shogi records. There is room for one sign
        only, so Black's promoted pieces are shown by their ids.
        """
        kind = variant.pieces.get(piece.upper())  # none is called `e.p.`, as a victim may be
        if not (self.kanji and kind and kind.kanji):
            return piece
        if color or piece.isupper():
            return "+" * kind.promoted + kind.kanji
        return piece if kind.promoted else "v" + kind.kanji

    def figurine(self, piece: str, variant: Variant, *, color: bool) -> str:
        """A piece among words: its figurine, where the set has figures, or else its text."""
        symbol = variant.pieces[piece.upper()].symbol if self.figures else ""
        if symbol not in OUTLINED or not symbol:
            return self.text(piece, variant, color=color)
        filled = FILLED[OUTLINED.index(symbol)]
        if color:
            return filled
        return symbol if piece.isupper() else piece if filled == symbol else filled


PLAIN_SET = PieceSet("ascii", dot="*", dash="-", empty=".", plain=True)
PIECE_SETS = (
    PieceSet("figures", figures=True),
    PieceSet("letters"),
    PieceSet("kanji", kanji=True),
    PLAIN_SET,
)


def piece_sets(variant: Variant) -> tuple[PieceSet, ...]:
    """The ways in which the pieces of a variant can be drawn in this terminal."""
    types = variant.pieces.values()
    return tuple(
        each
        for each in PIECE_SETS
        if can_show(each.dot + each.dash + each.empty)
        and (not each.figures or (not is_shogi(variant) and can_show(OUTLINED + QUARTERS)))
        and (not each.kanji or any(kind.kanji and can_show(kind.kanji) for kind in types))
    )


def chosen_pieces(node: DOMNode, variant: Variant, cell: CellSize) -> PieceSet:
    """How the player has the pieces of a variant drawn on squares of a size.

    Unless it is said, or where it cannot be shown, the first way that there is; but kanji on tiles
    that have room for letters, too.
    """
    sets = {pieces.name: pieces for pieces in piece_sets(variant)}
    name = getattr(preferences_of(node).settings, pieces_setting(variant))
    usual = "kanji" if "kanji" in sets and cell.height > SMALL_TILE else next(iter(sets))
    return sets.get(name, sets[usual])


# What stands on a square of two rows and more: pixels, and characters over them.
FIGURE_WIDTH = 5  # columns of a square from which on there are figures


class Face(NamedTuple):
    """How a side's pieces are shown: their heads up or down, its colour seen or not.

    Where it is not, one side's pieces are outlines, and promoted ones are told by a `+`.
    """

    up: bool = True
    colored: bool = True
    hollow: bool = False


class Written(NamedTuple):
    """Characters over the pixels, from a column and row on."""

    column: int
    row: int
    text: str


class Shape(NamedTuple):
    """Pixels of a piece (`#`, of a tile `=`, lines within them `-`), and what is written there."""

    pixels: Bitmap = ()
    written: tuple[Written, ...] = ()

    @property
    def is_tile(self) -> bool:
        """Whether this is the shogi tile that carries the piece's name."""
        return any("=" in row for row in self.pixels)


@lru_cache(maxsize=1024)
def shape_of(piece: str, kind: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Shape:
    """How a piece set draws a piece on squares of two rows and more."""
    if pieces.plain:
        return _framed(piece, cell, face, shogi=bool(kind.kanji))
    if kind.kanji:
        return _tile(piece, kind, cell, pieces, face)
    if cell.width < FIGURE_WIDTH:
        return Shape(written=(_centered(piece, (cell.height - 1) // 2, cell),))
    figure = figure_of(kind, cell) if pieces.figures else None
    if figure is None:
        return _plate(piece, cell, face)
    return Shape(contour(figure) if face.hollow else figure)


def contour(pixels: Bitmap) -> Bitmap:
    """The rim of a figure alone; one that is all rim is parted at its foot."""
    rim = tuple(
        "".join("#" if _is_rim(pixels, x, y) else "." for x in range(len(row)))
        for y, row in enumerate(pixels)
    )
    if rim != tuple(row.replace("-", "#") for row in pixels):
        return rim
    middle = slice(len(rim[0]) // 2 - 1, len(rim[0]) // 2 + 1)
    foot = max((y for y, row in enumerate(rim) if "#" in row[middle]), default=len(rim) - 1)
    parted = rim[foot][: middle.start] + ".." + rim[foot][middle.stop :]
    return (*rim[:foot], parted, *rim[foot + 1 :])


def _is_rim(pixels: Bitmap, x: int, y: int) -> bool:
    def is_body(x: int, y: int) -> bool:
        return 0 <= y < len(pixels) and 0 <= x < len(pixels[y]) and pixels[y][x] != "."

    neighbours = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return is_body(x, y) and not all(is_body(*at) for at in neighbours)


def _centered(text: str, row: int, cell: CellSize) -> Written:
    """A text in the middle of a row; one that cannot be there stands half a column to the left."""
    return Written(max((cell.width - cell_len(text)) // 2, 0), row, text)


ROUND = 0.92  # of a circle, so that a plate of three rows, too, leaves the corners free


def _plate(piece: str, cell: CellSize, face: Face) -> Shape:
    """A round plate with the letters of a piece without a figure."""
    width, height = 2 * cell.width, 2 * cell.height
    across, down = (width - 2) / 2, (height - 1) / 2

    def is_full(x: int, y: int) -> bool:
        from_middle = (x + 0.5 - width / 2) / across, (y - 0.5 - down) / down
        return y > 0 and sum(part * part for part in from_middle) <= ROUND

    pixels = tuple("".join(".#"[is_full(x, y)] for x in range(width)) for y in range(height))
    row = cell.height // 2
    return Shape(contour(pixels) if face.hollow else pixels, (_centered(piece, row, cell),))


def _tile(piece: str, kind: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Shape:
    """A tile that points the way its side moves, with the kanji, the letters or both."""
    letters = piece.upper() if face.colored else piece
    texts = [letters]
    if pieces.kanji:
        sign = "+" if kind.promoted and not face.colored else ""
        texts = [sign + kind.kanji, letters][: 1 + (cell.height > SMALL_TILE)]
    pixels = _pentagon(cell)
    first, last = _full_rows(pixels)
    at = (first + last + 1 - len(texts)) // 2
    rows = list(range(at, at + len(texts)))
    if not face.up:
        pixels, rows = pixels[::-1], [cell.height - 1 - row for row in reversed(rows)]
    if face.hollow:
        pixels = tuple(row.replace("#", "=") for row in contour(pixels))
    written = (_centered(text, row, cell) for row, text in zip(rows, texts, strict=True))
    return Shape(pixels, tuple(written))


SMALL_TILE = 3  # rows of a square up to which there is room for one line on a tile


@lru_cache(maxsize=64)
def _pentagon(cell: CellSize) -> Bitmap:
    """A tile that points up; half a row stays free below it, but on squares of two rows above."""
    width, height = 2 * cell.width, 2 * cell.height
    if cell.height == 2:
        edges = [width, 2, 1, 1]
    else:
        gap, head = 2, height // 3
        slope = max((width - 2 * gap) // 4, 1)
        sides = [gap + round(slope * (head - y) / head) for y in range(head)]
        edges = [*sides, *[gap] * (height - 1 - head), width]
    return tuple(
        ("." * edge + "=" * max(width - 2 * edge, 0) + "." * edge)[:width] for edge in edges
    )


def _full_rows(pixels: Bitmap) -> tuple[int, int]:
    """The first and the last row of characters that a tile covers in its whole width."""
    most = max(row.count("=") for row in pixels)
    rows = [
        row
        for row in range(len(pixels) // 2)
        if all(line.count("=") == most for line in pixels[2 * row : 2 * row + 2])
    ]
    return rows[0], rows[-1]


def _framed(piece: str, cell: CellSize, face: Face, *, shogi: bool) -> Shape:
    """A frame in ASCII; round for those who face up, pointed that way for a shogi piece."""
    middle = (cell.height - 1) // 2
    if cell.height < FRAME_ROWS:
        return Shape(written=(_centered(piece, middle, cell),))
    return Shape(written=(*_frame(cell, face, shogi=shogi), _centered(piece, middle, cell)))


FRAME_ROWS = 3  # rows of a square that has room for a frame


def _frame(cell: CellSize, face: Face, *, shogi: bool) -> Iterator[Written]:
    width = 4 if cell.height == FRAME_ROWS else cell.width - 2
    left = (cell.width - width + 1) // 2
    top = ("/", "-", "\\") if face.up else ("|", "-", "|") if shogi else ("+", "=", "+")
    foot = ("\\", "_", "/") if face.up != shogi else ("|", "_", "|") if shogi else ("+", "=", "+")
    yield Written(left, 0, top[0] + top[1] * (width - 2) + top[2])
    for row in range(1, cell.height - 1):
        yield Written(left, row, "|")
        yield Written(left + width - 1, row, "|")
    yield Written(left, cell.height - 1, foot[0] + foot[1] * (width - 2) + foot[2])
