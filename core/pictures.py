"""A board as lines of text and as an SVG picture."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from makachess.core.base_position import BasePosition
from makachess.core.errors import InvalidSquareError
from makachess.core.outlines import BODY, FIELD, Outline, Shape, outline_of
from makachess.core.pieces import Piece, format_piece
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square, fault_of


def format_board(position: BasePosition) -> str:
    """A position as a grid of piece ids, White's in upper case, with the names of ranks and files.

    >>> from makachess.core import Position
    >>> from makachess.variants import load
    >>> print(format_board(Position(load("chess"), "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")), end="")
    8  . . . . k . . .
    7  . . . . . . . .
    6  . . . . . . . .
    5  . . . . . . . .
    4  . . . . . . . .
    3  . . . . . . . .
    2  . . . . P . . .
    1  R . . . K . . .
       a b c d e f g h
    """
    variant = position.variant
    pieces = {at: format_piece(piece) for at, piece in position.piece_map().items()}
    width = max(map(len, pieces.values()), default=1)
    edge = len(str(variant.ranks))
    rows = [
        [str(rank + 1), *(pieces.get(Square(file, rank), ".") for file in range(variant.files))]
        for rank in range(variant.ranks - 1, -1, -1)
    ]
    rows.append(["", *(chr(ord("a") + file) for file in range(variant.files))])
    lines = (f"{row[0]:>{edge}}  " + " ".join(f"{id:<{width}}" for id in row[1:]) for row in rows)
    return "".join(line.rstrip() + "\n" for line in lines)


# A picture is one text that needs no other file, and figures need no font, since they are paths. A
# piece tells its colour, name and square in a title, which browsers show under the pointer and
# screen readers read.

SETS = ("figurines", "kanji", "letters")
"""How pieces can be drawn."""

CELL, EDGE = 45, 24  # units of a square, and of the labels around the board
WIDEST = 640  # pixels, unless a width is asked for
SMALLEST = 24  # of a square

_TILE = "22.5,3 36,9 40,42 5,42 9,9"
_KANJI_FONTS = "Noto Sans CJK JP, Hiragino Sans, Yu Gothic, IPAGothic, sans-serif"
_PAPER, _INK, _PROMOTED = "#fbf8f2", "#1b1b1b", "#a3001b"
_LIGHT, _DARK, _WOOD, _LINE = "#f3ede0", "#c9bda3", "#ecd09a", "#8a6d3b"
_MARKS = {False: ("#f7e27a", "#dcc04f"), True: ("#f6b95a", "#f6b95a")}  # light, dark; wood
_FIGURE = f"translate(4.5 4) scale({36 / FIELD:g} {37 / FIELD:g})"  # from its field to a square
_COLOR = re.compile(r"[A-Za-z]+|#[0-9A-Fa-f]{3,8}|[a-z]+\([-\w.,%/ ]+\)")
_RIM = 7  # of a figure's field, half of it outside
_ARROW = "#15781b"
_FILL = {"white": "#ffffff", "black": "#2b2b2b"}
_TILES = {"white": "#fff8e4", "black": "#e2c48d"}


class Arrow(NamedTuple):
    """From one square to another; a ring where they are the same."""

    tail: Square
    head: Square
    color: str = _ARROW


def draw_board(
    position: BasePosition,
    *,
    pieces: str | None = None,
    width: int | None = None,
    flipped: bool = False,
    marked: Iterable[Square] = (),
    fill: Mapping[Square, str] = MappingProxyType({}),
    arrows: Iterable[Arrow] = (),
) -> str:
    """A position as SVG, `width` pixels wide, with some squares marked or filled, and arrows.

    The pieces are of one of SETS, unless told otherwise of that which suits the game; one that has
    no sign in it is drawn with the letters of its id. Raises ValueError for any other set, for a
    width or a colour that is none, and InvalidSquareError for squares beyond the board.
    """
    marked, arrows = frozenset(marked), tuple(arrows)
    ends = [end for arrow in arrows for end in (arrow.tail, arrow.head)]
    for fault in [fault_of(square, position.variant) for square in (*marked, *fill, *ends)]:
        if fault:
            raise InvalidSquareError(fault)
    for color in (*fill.values(), *(arrow.color for arrow in arrows)):
        if not isinstance(color, str) or not _COLOR.fullmatch(color):
            raise ValueError(f"{color!r} is not a colour of SVG (such as tomato, #c00, rgb(9,9,9))")
    if width is not None and not (isinstance(width, int) and width > 0):
        raise ValueError(f"{width!r} is not a width: give a whole number of pixels from 1 on")
    drawing = _Drawing(position.variant, _chosen(position.variant, pieces), flipped)
    on_board = position.piece_map()
    unit = drawing.width, drawing.height
    pixels = width or min(WIDEST, max(drawing.width, SMALLEST * position.variant.files))
    size = f'width="{pixels}" height="{round(pixels * unit[1] / unit[0])}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {unit[0]} {unit[1]}" '
            f'role="img" text-anchor="middle">',
            f"<title>{escape(position.variant.title)}</title>",
            f'<rect width="{unit[0]}" height="{unit[1]}" fill="{_PAPER}"/>',
            *drawing.squares(marked, fill),
            *drawing.labels(),
            *(drawing.piece(square, piece) for square, piece in sorted(on_board.items())),
            *map(drawing.arrow, arrows),
            "</svg>",
        ]
    )


def draw_piece(variant: Variant, kind: str, size: int, at: tuple[int, int] = (0, 0)) -> str:
    """A white piece by itself as SVG, `size` units wide and high; `at` places it within another."""
    drawing = _Drawing(variant, _chosen(variant, None), False)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" x="{at[0]}" y="{at[1]}" width="{size}" '
        f'height="{size}" viewBox="0 0 {CELL} {CELL}" text-anchor="middle">'
        f"{drawing.body(variant.pieces[kind], (kind, 'white'))}</svg>"
    )


def _chosen(variant: Variant, pieces: str | None) -> str:
    """The set asked for, or that of the game."""
    if pieces is None:
        types = variant.pieces.values()
        if all(each.kanji for each in types):
            return "kanji"
        return "figurines" if any(map(outline_of, types)) else "letters"
    if pieces not in SETS:
        raise ValueError(f"{pieces!r} is not a set of pieces: there are {', '.join(SETS)}")
    return pieces


class _Drawing:
    """A board of a game, and where everything goes on it."""

    def __init__(self, variant: Variant, pieces: str, flipped: bool) -> None:
        self.variant = variant
        self.flipped = flipped
        self._pieces = pieces
        self.width = variant.files * CELL + EDGE + EDGE // 4
        self.height = variant.ranks * CELL + EDGE + EDGE // 4

    def _corner(self, square: Square) -> tuple[int, int]:
        file, row = square.file, self.variant.ranks - 1 - square.rank
        if self.flipped:
            file, row = self.variant.files - 1 - file, square.rank
        return EDGE + file * CELL, EDGE // 4 + row * CELL

    def squares(self, marked: frozenset[Square], fill: Mapping[Square, str]) -> Iterator[str]:
        """The squares, those that are marked or filled in other colours."""
        wood = self._pieces == "kanji"
        for rank in range(self.variant.ranks):
            for file in range(self.variant.files):
                square = Square(file, rank)
                is_dark = (file + rank) % 2 == 0
                plain = (_LIGHT, _DARK)[is_dark] if not wood else _WOOD
                color = fill.get(square) or (_MARKS[wood][is_dark] if square in marked else plain)
                line = f' stroke="{_LINE}"' if wood else ""
                x, y = self._corner(square)
                yield (
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
                    f'fill="{escape(color)}"{line}/>'
                )

    def labels(self) -> Iterator[str]:
        style = f'font-family="sans-serif" font-size="13" fill="{_INK}"'
        bottom = EDGE // 4 + self.variant.ranks * CELL + 15
        for file in range(self.variant.files):
            x = self._corner(Square(file, 0))[0] + CELL // 2
            yield f'<text x="{x}" y="{bottom}" {style}>{chr(ord("a") + file)}</text>'
        for rank in range(self.variant.ranks):
            y = self._corner(Square(0, rank))[1] + CELL // 2 + 5
            yield f'<text x="{EDGE // 2}" y="{y}" {style}>{rank + 1}</text>'

    def arrow(self, arrow: Arrow) -> str:
        """An arrow between the middles of two squares, or a ring in one."""
        (x1, y1), (x2, y2) = (
            (x + CELL / 2, y + CELL / 2) for x, y in map(self._corner, (arrow.tail, arrow.head))
        )
        style = f'opacity="0.6" stroke="{escape(arrow.color)}" stroke-width="7"'
        length = math.dist((x1, y1), (x2, y2))
        if not length:
            return f'<circle cx="{x1:g}" cy="{y1:g}" r="{CELL / 2 - 4:g}" fill="none" {style}/>'
        # Drawn along the x axis from the tail to the tip, then turned to where it goes.
        angle, neck = math.degrees(math.atan2(y2 - y1, x2 - x1)), length - 18
        return (
            f'<path transform="translate({x1:g} {y1:g}) rotate({angle:.5g})" opacity="0.6" '
            f'fill="{escape(arrow.color)}" d="M6,-4H{neck:g}V-12L{length:g},0L{neck:g},12V4H6Z"/>'
        )

    def piece(self, square: Square, piece: Piece) -> str:
        """A piece on its square."""
        kind, (x, y) = self.variant.pieces[piece[0]], self._corner(square)
        name = escape(f"{piece[1].capitalize()} {kind.name}, {square}")
        return (
            f'<g transform="translate({x} {y})"><title>{name}</title>{self.body(kind, piece)}</g>'
        )

    def body(self, kind: PieceType, piece: Piece) -> str:
        """A piece without its square."""
        if self._pieces == "kanji" and kind.kanji:
            return self._tile(kind, piece[1])
        if self._pieces == "figurines" and (outline := outline_of(kind)):
            return _figure(outline, piece[1])
        return _disc(format_piece(piece), piece[1])

    def _tile(self, piece: PieceType, color: str) -> str:
        """A tile that points the way the piece faces."""
        turned = ' transform="rotate(180 22.5 22.5)"' if (color == "black") != self.flipped else ""
        ink = _PROMOTED if piece.promoted else _INK
        return (
            f'<g{turned}><polygon points="{_TILE}" fill="{_TILES[color]}" stroke="{_INK}"/>'
            f'<text x="22.5" y="34" font-family="{_KANJI_FONTS}" font-size="25" fill="{ink}">'
            f"{escape(piece.kanji)}</text></g>"
        )


def _figure(outline: Outline, color: str) -> str:
    """A figure as paths: its rim, then its shapes, one layer over the other."""
    body, line = _FILL[color], _INK if color == "white" else _FILL["white"]
    rim = "".join(_path(shape) for shape in outline if shape.paint == BODY)
    layers = (
        (body if is_body else line, "".join(map(_path, shapes)))
        for is_body, shapes in groupby(outline, lambda shape: shape.paint == BODY)
    )
    paths = "".join(f'<path d="{path}" fill="{fill}"/>' for fill, path in layers)
    return (
        f'<g transform="{_FIGURE}"><path d="{rim}" stroke="{_INK}" stroke-width="{_RIM}" '
        f'stroke-linejoin="round"/>{paths}</g>'
    )


def _path(shape: Shape) -> str:
    """A shape as the data of a path, always the same way round, so that shapes add up."""
    if shape.radii is None:
        corners = shape.points
        area = sum(
            x1 * y2 - x2 * y1
            for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True)
        )
        return "M" + "L".join(f"{x:g},{y:g}" for x, y in corners[:: 1 if area > 0 else -1]) + "Z"
    ((x, y),), (width, height) = shape.points, shape.radii
    half = f"a{width:g},{height:g} 0 1 1"
    return f"M{x - width:g},{y:g}{half} {2 * width:g},0{half} {-2 * width:g},0Z"


def _disc(text: str, color: str) -> str:
    """A disc with the letters of an id."""
    ink = _INK if color == "white" else _FILL["white"]
    return (
        f'<circle cx="22.5" cy="22.5" r="18" fill="{_FILL[color]}" stroke="{_INK}"/>'
        f'<text x="22.5" y="29" font-family="sans-serif" font-weight="bold" font-size="18" '
        f'fill="{ink}">{escape(text.upper())}</text>'
    )
