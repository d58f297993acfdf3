"""How pieces are drawn: as ids, figurines, kanji or ASCII, and with a body on larger squares."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from makachess.core.spec import PieceType, Variant
from makachess.tui.board.geometry import CellSize
from makachess.tui.charset import can_show
from rich.cells import cell_len

# White's figurines in Unicode order, and the filled ones, which show both sides by their colour.
# U+265F, the filled pawn, is left out: many terminals draw it as an emoji.
OUTLINED = "♔♕♖♗♘♙"
FILLED = "♚♛♜♝♞♙"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A way to draw pieces, and the characters of the marks that go with it."""

    name: str
    figurines: bool = False
    kanji: bool = False
    dot: str = "•"
    dash: str = "–"
    empty: str = "·"  # an empty square where no colour shows it

    def text(self, piece: str, variant: Variant, *, color: bool) -> str:
        """A piece as text; without colour the characters tell the two sides apart."""
        if self.kanji:
            return self._character(piece, variant, color=color)
        symbol = variant.pieces[piece.upper()].symbol if self.figurines else ""
        if symbol not in OUTLINED or not symbol:
            return piece
        white = piece.isupper()
        if color:
            return FILLED[OUTLINED.index(symbol)]
        filled = FILLED[OUTLINED.index(symbol)]
        return symbol if white else piece if filled == symbol else filled

    def sign(self, piece: str, kind: PieceType) -> str:
        """What is engraved in a plate, which itself tells the sides apart."""
        if self.kanji and kind.kanji:
            return "+" * kind.promoted + kind.kanji
        drawn = self.figurines and kind.symbol and kind.symbol in OUTLINED
        return FILLED[OUTLINED.index(kind.symbol)] if drawn else piece

    def _character(self, piece: str, variant: Variant, *, color: bool) -> str:
        """Without colour Black's pieces have a `v` before them, as in shogi records.

        There is room for one sign only, so Black's promoted pieces are then shown by their ids.
        """
        kind = variant.pieces[piece.upper()]
        if not kind.kanji:
            return piece
        plain = color or piece.isupper()
        if kind.promoted:
            return "+" + kind.kanji if plain else piece
        return kind.kanji if plain else "v" + kind.kanji


PLAIN_SET = PieceSet("ascii", dot="*", dash="-", empty=".")
PIECE_SETS = (
    PieceSet("letters"),
    PieceSet("figurines", figurines=True),
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
        and (not each.figurines or (any(kind.symbol for kind in types) and can_show(OUTLINED)))
        and (not each.kanji or any(kind.kanji and can_show(kind.kanji) for kind in types))
    )


def pieces_named(variant: Variant, name: str) -> PieceSet:
    """The way of a name, or the first that there is for the pieces of a variant."""
    sets = piece_sets(variant)
    return next((pieces for pieces in sets if pieces.name == name), sets[0])


# --- shapes ---------------------------------------------------------------------------------------
#
# Outlines turned into the quarters of character cells.

Point = tuple[float, float]
Bits = list[list[bool]]

FIELD = 100.0  # the width and height on which outlines are drawn
FINE = 4  # lines looked at for each row of quarters
CORNERS = 24  # of the polygon that stands for an ellipse
# By the quarters that are full: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


class Shape(NamedTuple):
    """A polygon, filled or cut out."""

    points: tuple[Point, ...]
    cut: bool = False


Outline = tuple[Shape, ...]


class Figure(NamedTuple):
    """A piece's outline, and its characters on the smallest squares that have room for it."""

    outline: Outline
    small: tuple[str, ...]


class Figures(NamedTuple):
    """All that figures.toml has: figures by name of piece and by figurine, outlines of tiles."""

    by_name: dict[str, Figure]
    by_symbol: dict[str, Figure]
    tiles: dict[str, Outline]


def parse_shape(text: str) -> Shape:
    """A shape as figures.toml writes it; raises ValueError for anything else.

    >>> parse_shape("- 0,0 100,0 50,100").cut
    True
    """
    words = text.split()
    cut = words[0] == "-"
    words = words[cut:]
    if words[0] != "o":
        return Shape(tuple(map(_point, words)), cut)
    (x, y), (width, height) = map(_point, words[1:])
    turns = (2 * math.pi * step / CORNERS for step in range(CORNERS))
    return Shape(tuple((x + width * math.cos(t), y + height * math.sin(t)) for t in turns), cut)


def _point(word: str) -> Point:
    x, y = word.split(",")
    return float(x), float(y)


@cache
def load_figures() -> Figures:
    """The outlines that come with the program."""
    import tomllib

    data = tomllib.loads(files(__package__).joinpath("figures.toml").read_text("utf-8"))
    by_name: dict[str, Figure] = {}
    by_symbol: dict[str, Figure] = {}
    for name, entry in data["figures"].items():
        parts = [text for part in entry.get("use", ()) for text in data["parts"][part]]
        outline = tuple(map(parse_shape, [*parts, *entry.get("shapes", ())]))
        figure = Figure(outline, tuple(entry["small"]))
        by_name.update(dict.fromkeys((name, *entry.get("names", ())), figure))
        if "symbol" in entry:
            by_symbol[entry["symbol"]] = figure
    tiles = {name: tuple(map(parse_shape, texts)) for name, texts in data["tiles"].items()}
    return Figures(by_name, by_symbol, tiles)


def figure_of(piece: PieceType) -> Figure | None:
    """The figure of a piece, by its figurine or else by its name."""
    figures = load_figures()
    return figures.by_symbol.get(piece.symbol) or figures.by_name.get(piece.name)


def mirrored(outline: Outline) -> Outline:
    """An outline upside down."""
    return tuple(
        Shape(tuple((x, FIELD - y) for x, y in shape.points), shape.cut) for shape in outline
    )


def rasterize(outline: Outline, columns: int, rows: int, *, above: int = 0, below: int = 0) -> Bits:
    """The quarters, two to a column and to a row of the screen, that an outline covers.

    As many rows of quarters as are asked for stay free above and below it.
    """
    width, height = 2 * columns, 2 * rows - above - below
    covered = (_covered(outline, y, width, height) for y in range(height))
    free = [False] * width
    return [*([free] * above), *covered, *([free] * below)]


def _covered(outline: Outline, y: int, width: int, height: int) -> list[bool]:
    """A row of quarters: those of which at least half is covered."""
    amount = [0.0] * width
    for line in range(FINE):
        level = (y + (line + 0.5) / FINE) * FIELD / height
        for left, right in _spans(outline, level):
            _cover(amount, left * width / FIELD, right * width / FIELD)
    return [share >= FINE / 2 for share in amount]


def _cover(amount: list[float], left: float, right: float) -> None:
    for x in range(max(int(left), 0), min(math.ceil(right), len(amount))):
        amount[x] += max(min(right, x + 1) - max(left, x), 0.0)


def _spans(outline: Outline, y: float) -> list[tuple[float, float]]:
    """What a horizontal line has in common with an outline, from the left."""
    spans: list[tuple[float, float]] = []
    for shape in outline:
        edges = sorted(_crossings(shape.points, y))
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            spans = list(_without(spans, left, right))
            if not shape.cut:
                spans.append((left, right))
    return spans


def _without(
    spans: Iterable[tuple[float, float]], left: float, right: float
) -> Iterator[tuple[float, float]]:
    for start, end in spans:
        if start < min(end, left):
            yield start, min(end, left)
        if max(start, right) < end:
            yield max(start, right), end


def _crossings(points: Sequence[Point], y: float) -> Iterator[float]:
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (y - y1) * (x2 - x1) / (y2 - y1)


def hollowed(bits: Bits) -> Bits:
    """The rim alone: without the quarters that are surrounded."""
    height, width = len(bits), len(bits[0])

    def full(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and bits[y][x]

    def rim(x: int, y: int) -> bool:
        return not (full(x - 1, y) and full(x + 1, y) and full(x, y - 1) and full(x, y + 1))

    return [[bits[y][x] and rim(x, y) for x in range(width)] for y in range(height)]


def parted(rows: Sequence[str], foot: int) -> tuple[str, ...]:
    """A figure whose foot, the row of this number, is parted in the middle."""
    row = rows[foot]
    middle = len(row) // 2
    odd = len(row) % 2
    gap = "▘ ▝" if odd else "▘▝"
    row = row[: middle - 1] + gap + row[middle + 1 + odd :]
    return (*rows[:foot], row, *rows[foot + 1 :])


def characters(bits: Bits) -> tuple[str, ...]:
    """Quarters as rows of characters."""
    return tuple(
        "".join(
            QUARTERS[upper[x] + 2 * upper[x + 1] + 4 * lower[x] + 8 * lower[x + 1]]
            for x in range(0, len(upper), 2)
        )
        for upper, lower in zip(bits[::2], bits[1::2], strict=True)
    )


def quarters(rows: Sequence[str]) -> Bits:
    """Rows of characters as quarters.

    >>> characters(quarters(("▟▙", "▀▀")))
    ('▟▙', '▀▀')
    """
    numbers = [[QUARTERS.index(char) for char in row] for row in rows]
    return [
        [bool(number & bit) for number in row for bit in pair]
        for row in numbers
        for pair in ((1, 2), (4, 8))
    ]


# --- bodies ---------------------------------------------------------------------------------------
#
# Pieces with a body, for squares of two rows and more: plates, figures, or tiles.

LEAST_ROWS = 3  # of a square that has room for figures and tiles
PLATE_ROWS = 2  # of one that has room for a plate
PLATE = 3  # columns: as many as the longest id has
AIRY_ROWS = 5  # from which half a row stays free above as well as below


class BodyRow(NamedTuple):
    """A row of a body: characters, and the columns of those engraved in it (first, last + 1)."""

    text: str
    engraved: tuple[int, int] = (0, 0)


class Face(NamedTuple):
    """How a side's pieces are shown: their heads up or down, their outline only."""

    up: bool = True
    hollow: bool = False


class Body(NamedTuple):
    """The rows of a body; a tile is the piece itself, not drawn on anything."""

    rows: tuple[BodyRow, ...]
    tile: bool = False
    label: str = ""


def has_bodies(cell: CellSize, pieces: PieceSet) -> bool:
    """Whether squares of this size have room for bodies of a piece set."""
    return cell.height >= (LEAST_ROWS if pieces.name == "ascii" else PLATE_ROWS)


def body_width(cell: CellSize) -> int:
    """Columns of a body; those left and right of it are free for marks."""
    return {PLATE_ROWS: PLATE, LEAST_ROWS: 4}.get(cell.height, cell.width - 2)


@lru_cache(maxsize=1024)
def body_of(piece: str, kind: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Body:
    """The body of a piece as a piece set draws it."""
    if pieces.name == "ascii":
        return _plain_body(piece, cell, face, shogi=bool(kind.kanji))
    if cell.height == PLATE_ROWS:
        return _plate(pieces.sign(piece, kind), narrow=not face.up if kind.kanji else face.hollow)
    if kind.kanji:
        return _shogi_tile(piece, kind, cell, pieces, face)
    figure = figure_of(kind)
    if figure is None:
        return _tile(piece, cell, hollow=face.hollow)
    label = piece if pieces.name == "letters" and not kind.symbol else ""
    return Body(tuple(map(BodyRow, _drawn(figure, cell, hollow=face.hollow))), label=label)


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
    return Body((BodyRow(sign, (0, len(sign))), BodyRow("▝▀▘" if narrow else "▀▀▀")), tile=True)


def _shogi_tile(piece: str, kind: PieceType, cell: CellSize, pieces: PieceSet, face: Face) -> Body:
    outline = load_figures().tiles["shogi"]
    texts = [piece]
    if pieces.kanji:
        texts = ["+" + kind.kanji if kind.promoted else kind.kanji]
        texts += [piece] if cell.height >= AIRY_ROWS else []
    rows = _raster(outline if face.up else mirrored(outline), cell, hollow=False)
    return Body(_engraved(rows, texts), tile=True)


def _tile(piece: str, cell: CellSize, *, hollow: bool) -> Body:
    rows = _raster(load_figures().tiles["plain"], cell, hollow=hollow)
    return Body(_engraved(rows, [piece], plain=hollow), tile=not hollow)


def _plain_body(piece: str, cell: CellSize, face: Face, *, shogi: bool) -> Body:
    """A frame in ASCII; round for those who face up, pointed that way for a shogi piece."""
    width = body_width(cell)
    top = ("/", "-", "\\") if face.up else ("|", "-", "|") if shogi else ("+", "=", "+")
    foot = ("\\", "_", "/") if face.up != shogi else ("|", "_", "|") if shogi else ("+", "=", "+")
    middle = [f"|{' ' * (width - 2)}|"] * (cell.height - 2)
    rows = [f"{left}{line * (width - 2)}{right}" for left, line, right in (top, foot)]
    return Body(_engraved((rows[0], *middle, rows[1]), [piece], plain=True))


def _engraved(
    rows: tuple[str, ...], texts: list[str], *, plain: bool = False
) -> tuple[BodyRow, ...]:
    """Rows with texts in the middle."""
    first = (len(rows) - len(texts)) // 2
    drawn = [BodyRow(row) for row in rows]
    for at, text in enumerate(texts, first):
        width = cell_len(text)
        left = max((len(rows[at]) - width) // 2, 0)
        line = rows[at][:left] + text + rows[at][left + width :]
        drawn[at] = BodyRow(line, (0, 0) if plain else (left, left + len(text)))
    return tuple(drawn)
