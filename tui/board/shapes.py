"""Outlines turned into the quarters of character cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from makachess.core.spec import PieceType

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
