"""The outlines of chess pieces and their relatives, for screens and for pictures.

A figure is made of shapes on a field of 100 by 100, which is stretched to the square. A shape is a
polygon of points `x,y` from the upper left corner, or `o x,y rx,ry`, an ellipse; after `m` only the
left half of a polygon is given, from top to bottom. It is drawn over those before it: as body,
after `.` cut out, after `-` as a line within the body.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from makachess.core.spec import PieceType

Point = tuple[float, float]

EMPTY, BODY, LINE = ".#-"
FIELD = 100.0  # the width and height on which outlines are drawn
NARROW = 0.76  # of its width is left to a figure beside which there is a sign
CORNERS = 48  # of the polygon that stands for an ellipse
NAMES = {"♔": "King", "♕": "Queen", "♖": "Rook", "♗": "Bishop", "♘": "Knight", "♙": "Pawn"}


class Shape(NamedTuple):
    """A polygon, or an ellipse by its centre and radii, and what it paints: empty, body or line."""

    points: tuple[Point, ...]
    paint: str = BODY
    radii: Point | None = None

    @property
    def corners(self) -> tuple[Point, ...]:
        """The corners of the polygon, or of one that comes close to the ellipse."""
        if self.radii is None:
            return self.points
        ((x, y),), (width, height) = self.points, self.radii
        turns = (2 * math.pi * step / CORNERS for step in range(CORNERS))
        return tuple((x + width * math.cos(turn), y + height * math.sin(turn)) for turn in turns)


Outline = tuple[Shape, ...]


def figure_name(kind: PieceType) -> str | None:
    """What the figure of a piece is called: as the piece, or else as its figurine."""
    names = (kind.name, NAMES.get(kind.symbol, ""))
    return next((name for name in names if name in outlines()), None)


def outline_of(kind: PieceType) -> Outline | None:
    """The outline of a piece, None if none is drawn."""
    name = figure_name(kind)
    return outlines()[name] if name else None


@cache
def outlines() -> Mapping[str, Outline]:
    return {name: tuple(_shapes(figure)) for name, figure in _FIGURES.items()}


def _shapes(figure: Sequence[str]) -> Iterator[Shape]:
    for text in figure:
        word, _, name = text.partition(" ")
        if word == "use":
            yield from map(parse_shape, _PARTS[name])
        elif word == "beside":
            yield from map(_narrowed, _shapes(_FIGURES[name]))
        else:
            yield parse_shape(text)


def _narrowed(shape: Shape) -> Shape:
    points = tuple((x * NARROW, y) for x, y in shape.points)
    radii = shape.radii and (shape.radii[0] * NARROW, shape.radii[1])
    return Shape(points, shape.paint, radii)


def parse_shape(text: str) -> Shape:
    """A shape as it is written above; raises ValueError for anything else.

    >>> parse_shape("- 0,0 100,0 50,100").paint
    '-'
    """
    words = text.split()
    paint = words.pop(0) if words[0] in (EMPTY, LINE) else BODY
    if words[0] == "m":
        half = tuple(map(_point, words[1:]))
        return Shape((*half, *((FIELD - x, y) for x, y in reversed(half))), paint)
    if words[0] != "o":
        return Shape(tuple(map(_point, words)), paint)
    centre, radii = map(_point, words[1:])
    return Shape((centre,), paint, radii)


def _point(word: str) -> Point:
    x, y = word.split(",")
    return float(x), float(y)


# `use` takes in a part. `beside` narrows the figure of another piece, so that there is room at its
# right for a sign of what this piece is besides.

_PARTS = {
    "foot": ("m 44,76 40,82 27,89 23,93 23,100",),
    "horse": (
        (
            "29,27 36,19 42,6 48,15 55,5 60,16 71,21 82,34 87,48 88,62 87,76 83,87 88,93 88,100 "
            "22,100 22,93 30,87 32,79 40,70 49,62 53,54 45,55 37,58 31,66 24,70 14,68 8,60 10,50 "
            "20,38"
        ),
        "- o 36,33 4,5",
        "- 64,24 71,29 77,40 80,55 80,78 75,78 75,57 72,44 66,34 61,29",
    ),
    "small cross": (
        "86,7 91,7 91,36 86,36",
        "79,15 98,15 98,22 79,22",
    ),
    "lower pawn": (
        "29,50 71,50 64,57 36,57",
        "m 43,44 41,67 35,79 26,90 25,93 25,100",
        "- 34,80 66,80 66,87 34,87",
    ),
}

_FIGURES = {
    "King": (
        "46,5 54,5 54,24 46,24",
        "37,10 63,10 63,16 37,16",
        "m 50,34 46,27 38,22 26,21 14,25 8,35 8,46 13,57 20,66 22,74 22,88 13,92 13,100",
        "- 47,36 53,36 53,62 47,62",
        "- 22,76 78,76 78,83 22,83",
    ),
    "Queen": (
        "o 8,24 4,5",
        "o 28,14 4,5",
        "o 50,10 4,5",
        "o 72,14 4,5",
        "o 92,24 4,5",
        "m 48,9 43,46 31,14 26,14 26,50 11,24 7,24 20,64 23,74 23,88 14,92 14,100",
        "- 23,76 77,76 77,83 23,83",
    ),
    "Rook": (
        "m 50,8 42,8 42,18 33,18 33,8 15,8 15,29 24,36 24,80 15,87 12,92 12,100",
        "- 24,36 76,36 76,43 24,43",
        "- 23,79 77,79 77,86 23,86",
    ),
    "Bishop": (
        "o 50,6 5,6",
        "m 50,8 43,14 33,27 27,39 28,48 36,57 28,59 28,66 38,68 36,78 30,85 18,90 15,94 15,100",
        ". 57,21 63,27 52,48 46,42",
        "- 37,69 63,69 63,76 37,76",
    ),
    "Knight": ("use horse",),
    "Pawn": (
        "use lower pawn",
        "o 50,29 17,16",
    ),
    "Lady": (
        (
            "m 50,25 46,16 39,10 29,8 19,11 13,19 11,30 14,42 23,55 36,67 45,77 44,86 30,90 26,94 "
            "26,100"
        ),
        "- 20,22 27,16 30,21 25,28 24,37 19,37",
        "- 44,79 56,79 56,86 44,86",
    ),
    "Veteran": (
        "use lower pawn",
        "m 50,14 42,15 36,20 34,32 12,33 12,42 35,43 37,50",
        "- 35,43 65,43 65,50 35,50",
    ),
    "Mounted Veteran": (
        "beside Knight",
        "76,15 80,15 80,100 76,100",
        "76,15 97,15 91,29 97,43 76,43",
    ),
    "Tee": (
        "use foot",
        "m 50,9 10,9 10,40 17,40 21,27 42,27 42,80",
        "- 42,71 58,71 58,78 42,78",
    ),
    "Fiancee": (
        "use foot",
        "o 16,24 4,5",
        "o 50,11 4,5",
        "o 84,24 4,5",
        "m 50,12 42,37 16,25 25,49 32,58 43,65 43,80",
        "- 28,49 72,49 72,56 28,56",
    ),
    "Cross": (
        "use foot",
        "m 42,8 42,26 10,26 10,43 42,43 42,80",
        "- 42,71 58,71 58,78 42,78",
    ),
    "Y": (
        "use foot",
        "m 50,44 30,9 5,9 10,18 42,60 42,80",
        "- 42,71 58,71 58,78 42,78",
    ),
    "Star": (
        "m 50,1 40,31 7,31 33,49 23,77 50,61",
        "m 46,58 46,82 30,89 24,93 24,100",
    ),
    "Lion": (
        (
            "m 50,8 40,4 31,9 23,7 20,16 10,19 12,31 4,38 10,48 4,58 11,66 8,77 18,81 21,91 27,91 "
            "25,100"
        ),
        "- o 50,53 30,35",
        "o 50,53 26,28",
        "- o 39,44 4,5",
        "- o 61,44 4,5",
        "- 42,58 58,58 50,67",
        "- 38,71 62,71 58,78 42,78",
    ),
    "Omni": (
        "m 34,78 34,87 26,92 26,100",
        "o 50,47 44,40",
        ". o 50,47 28,25",
        "o 50,47 12,12",
    ),
    "Trident": (
        "use foot",
        "m 50,0 42,12 42,44 25,44 25,15 17,6 9,15 9,53 15,60 42,60 42,80",
        "- 42,71 58,71 58,78 42,78",
    ),
    "Nightrider": (
        "beside Knight",
        "80,15 97,15 97,22 80,22",
        "80,29 97,29 97,36 80,36",
        "80,43 97,43 97,50 80,50",
        "80,57 97,57 97,64 80,64",
        "80,71 97,71 97,78 80,78",
    ),
    "Berserker": (
        (
            "m 50,15 40,17 32,13 24,17 18,12 15,0 8,0 6,12 10,24 14,29 4,37 10,47 3,57 10,66 7,77 "
            "18,84 24,91 24,100"
        ),
        "- 26,40 44,49 44,55 28,49",
        "- 74,40 56,49 56,55 72,49",
        ". m 50,67 42,67 39,77 36,67 28,67 32,79 38,86",
    ),
    "Sage": (
        "31,46 36,28 42,14 50,6 63,2 76,7 83,18 82,28 77,20 69,16 64,20 66,32 70,46",
        "8,46 92,46 92,53 8,53",
        "m 38,53 38,64 30,78 22,88 18,93 18,100",
        "- 32,38 68,38 69,45 31,45",
    ),
    "Marshal": (
        (
            "24,34 34,27 34,22 30,17 30,6 43,6 43,14 52,14 52,6 65,6 65,14 74,14 74,6 87,6 87,17 "
            "82,22 82,34 87,48 88,62 87,76 83,87 88,93 88,100 22,100 22,93 30,87 32,79 40,70 "
            "49,62 53,54 45,55 37,58 31,66 24,70 14,68 8,60 10,50 20,38"
        ),
        "- 34,21 82,21 82,28 34,28",
        "- o 34,38 4,5",
    ),
    "Cardinal": (
        "o 52,5 4,5",
        (
            "28,29 36,21 43,13 52,4 61,13 69,21 76,28 82,34 87,48 88,62 87,76 83,87 88,93 88,100 "
            "22,100 22,93 30,87 32,79 40,70 49,62 53,54 45,55 37,58 31,66 24,70 14,68 8,60 10,50 "
            "20,38"
        ),
        ". 58,14 64,19 54,36 48,32",
        "- o 34,38 4,5",
    ),
    "Werewolf": (
        "m 50,24 38,24 27,14 13,1 9,4 8,28 13,42 3,60 14,65 10,73 28,78 35,90 29,94 27,100",
        "- 21,42 40,50 40,57 25,51",
        "- 79,42 60,50 60,57 75,51",
        "- 42,79 58,79 54,87 46,87",
        "- 14,12 23,22 17,30",
        "- 86,12 77,22 83,30",
    ),
    "Royal Pawn": (
        "beside Pawn",
        "use small cross",
    ),
    "Royal Knight": (
        "beside Knight",
        "use small cross",
    ),
    "Royal Bishop": (
        "beside Bishop",
        "use small cross",
    ),
    "Royal Rook": (
        "beside Rook",
        "use small cross",
    ),
    "Royal Queen": (
        "beside Queen",
        "use small cross",
    ),
    "Warlock": (
        "beside Sage",
        "86,40 90,40 90,100 86,100",
        "o 88,30 8,13",
    ),
    "Goblin": (
        "m 50,8 36,10 28,18 25,29 4,22 8,36 24,46 26,56 32,66 36,77 24,85 11,92 11,100",
        "- o 38,39 5,5",
        "- o 62,39 5,5",
        "- 34,57 66,57 62,64 38,64",
    ),
    "Elf": (
        (
            "m 50,8 36,9 28,17 26,36 14,34 3,24 7,38 15,47 25,52 27,62 35,72 39,76 38,82 24,87 "
            "13,93 13,100"
        ),
        "- 28,22 72,22 72,29 28,29",
        "- o 38,45 5,5",
        "- o 62,45 5,5",
    ),
    "Dwarf": (
        "m 46,4 46,92 40,95 40,100",
        "m 50,32 37,28 30,18 26,8 16,11 9,20 5,32 5,46 9,58 16,67 26,70 30,60 37,50 50,46",
    ),
}
