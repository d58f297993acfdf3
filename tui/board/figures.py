"""The figures of pieces as pixels, four to a cell: drawn by hand, or computed from outlines.

A cell is as high as two columns are wide, so a pixel is twice as high as wide. It shows no more
than two colours: no cell of a figure has body, line and empty pixels at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from makachess.core.outlines import BODY, EMPTY, FIELD, LINE, Outline, Point, figure_name, outlines
from makachess.core.spec import PieceType
from makachess.tui.board.geometry import CellSize

Bitmap = tuple[str, ...]  # rows of pixels: empty, of the body, or of a line within it

LEAST_ROWS = 3  # of a square for which a smaller figure may stand
COMPUTED_ROWS = 7  # from which outlines look better than a smaller figure
FINE = 4  # lines looked at for each row of pixels


def figure_of(kind: PieceType, cell: CellSize) -> Bitmap | None:
    name = figure_name(kind)
    return _figure(name, cell) if name else None


@lru_cache(maxsize=1024)
def _figure(name: str, cell: CellSize) -> Bitmap | None:
    if figure := drawn_figures().get(cell, {}).get(name):
        return figure
    if cell.height < LEAST_ROWS:
        return None
    if cell.height >= COMPUTED_ROWS and (outline := outlines().get(name)):
        return rasterize(outline, cell)
    fitting = (
        each
        for each, figures in drawn_figures().items()
        if each.width <= cell.width and each.height <= cell.height and name in figures
    )
    size = max(fitting, default=None)
    return _placed(drawn_figures()[size][name], cell) if size else None


def _placed(figure: Bitmap, cell: CellSize) -> Bitmap:
    """A smaller figure in the middle of the last rows."""
    width = 2 * cell.width
    free = (EMPTY * width,) * (2 * cell.height - len(figure))
    return _showable((*free, *(row.center(width, EMPTY) for row in figure)))


@cache
def drawn_figures() -> Mapping[CellSize, Mapping[str, Bitmap]]:
    """The figures drawn by hand, by size of square and name of piece."""
    folder = files(__package__).joinpath("figures")
    found = {}
    for file in folder.iterdir():
        if file.name.endswith(".txt"):
            width, height = map(int, file.name.removesuffix(".txt").split("x"))
            found[CellSize(width, height)] = parse_figures(file.read_text("utf-8"))
    return found


def parse_figures(text: str) -> dict[str, Bitmap]:
    """Figures as the files have them, each below its name.

    >>> parse_figures("== Pawn\\n.##.\\n####\\n")
    {'Pawn': ('.##.', '####')}
    """
    blocks = (block.split("\n") for block in text.split("== ")[1:])
    return {name: tuple(filter(None, rows)) for name, *rows in blocks}


def rasterize(outline: Outline, cell: CellSize) -> Bitmap:
    """The pixels of which an outline covers at least half, as what covers most of them."""
    rows = coverage(outline, 2 * cell.width, 2 * cell.height)
    return _showable(["".join(map(_pixel, body, line)) for body, line in rows])


def coverage(
    outline: Outline, width: int, height: int
) -> Iterator[tuple[Sequence[float], Sequence[float]]]:
    """Of every row, how much of each pixel is body and how much is line."""
    shapes = [(shape.corners, shape.paint) for shape in outline]
    for y in range(height):
        body, line = [0.0] * width, [0.0] * width
        for part in range(FINE):
            for left, right, paint in _spans(shapes, (y + (part + 0.5) / FINE) * FIELD / height):
                amount = line if paint == LINE else body
                _cover(amount, left * width / FIELD, right * width / FIELD)
        yield body, line


def _pixel(body: float, line: float) -> str:
    # A little less than half, so that rounding makes no figure lopsided.
    if body + line < 0.5 - 1e-6:
        return EMPTY
    return LINE if line > body - 1e-6 else BODY


def _cover(amount: list[float], left: float, right: float) -> None:
    for x in range(max(int(left), 0), min(math.ceil(right), len(amount))):
        amount[x] += max(min(right, x + 1) - max(left, x), 0.0) / FINE


def _spans(
    shapes: Iterable[tuple[Sequence[Point], str]], y: float
) -> list[tuple[float, float, str]]:
    """What a horizontal line has in common with shapes; later ones lie above earlier ones."""
    spans: list[tuple[float, float, str]] = []
    for corners, paint in shapes:
        edges = sorted(_crossings(corners, y))
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            spans = list(_without(spans, left, right))
            if paint != EMPTY:
                spans.append((left, right, paint))
    return spans


def _without(
    spans: Iterable[tuple[float, float, str]], left: float, right: float
) -> Iterator[tuple[float, float, str]]:
    for start, end, paint in spans:
        if start < min(end, left):
            yield start, min(end, left), paint
        if max(start, right) < end:
            yield max(start, right), end, paint


def _crossings(points: Sequence[Point], y: float) -> Iterator[float]:
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            yield x1 + (y - y1) * (x2 - x1) / (y2 - y1)


def _showable(rows: Sequence[str]) -> Bitmap:
    """Pixels with lines only in cells that have no empty pixel beside body and line."""
    shown = [list(row) for row in rows]
    for y in range(0, len(shown), 2):
        for x in range(0, len(shown[y]), 2):
            pixels = [(row, at) for row in (y, y + 1) for at in (x, x + 1)]
            if {shown[row][at] for row, at in pixels} == {EMPTY, BODY, LINE}:
                for row, at in pixels:
                    shown[row][at] = BODY if shown[row][at] == LINE else shown[row][at]
    return tuple(map("".join, shown))
