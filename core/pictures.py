"""A board as lines of text and as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Protocol

from makachess.core.pieces import Piece, format_piece
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square


class Drawable(Protocol):
    """What there is to draw."""

    @property
    def variant(self) -> Variant:
        """The game."""

    def piece_map(self) -> Mapping[Square, Piece]:
        """All pieces by square."""


def format_board(position: Drawable) -> str:
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


# --- svg ------------------------------------------------------------------------------------------
#
# A board as an SVG picture: checked, with figurines, or of wood, with the tiles of shogi.
#
# A picture is one text that needs no other file. Every piece tells its colour, name and square in a
# title, which browsers show under the pointer and which screen readers read.

SETS = ("figurines", "kanji", "letters")
"""How pieces can be drawn."""

CELL, EDGE = 45, 24  # units of a square, and of the labels around the board
WIDEST = 640  # pixels, unless a width is asked for
SMALLEST = 24  # of a square

_FILLED = str.maketrans("♔♕♖♗♘♙", "♚♛♜♝♞♟")
_AS_TEXT = "\ufe0e"  # not as an emoji, which the filled Pawn would be
_TILE = "22.5,3 36,9 40,42 5,42 9,9"
_SYMBOL_FONTS = "DejaVu Sans, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols 2, sans-serif"
_KANJI_FONTS = "Noto Sans CJK JP, Hiragino Sans, Yu Gothic, IPAGothic, sans-serif"
_PAPER, _INK, _PROMOTED = "#fbf8f2", "#1b1b1b", "#a3001b"
_LIGHT, _DARK, _WOOD, _LINE = "#f3ede0", "#c9bda3", "#ecd09a", "#8a6d3b"
_MARKS = {False: ("#f7e27a", "#dcc04f"), True: ("#f6b95a", "#f6b95a")}  # light, dark; wood
_FILL = {"white": "#ffffff", "black": "#2b2b2b"}
_TILES = {"white": "#fff8e4", "black": "#e2c48d"}


def draw_board(
    position: Drawable,
    *,
    pieces: str | None = None,
    width: int | None = None,
    flipped: bool = False,
    marked: Iterable[Square] = (),
) -> str:
    """A position as SVG, `width` pixels wide, with some squares marked.

    The pieces are of one of SETS, unless told otherwise of that which suits the game; one that has
    no sign in it is drawn with the letters of its id. Raises ValueError for any other set.
    """
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
            *drawing.squares(frozenset(marked)),
            *drawing.labels(),
            *(drawing.piece(square, piece) for square, piece in sorted(on_board.items())),
            "</svg>",
        ]
    )


def _chosen(variant: Variant, pieces: str | None) -> str:
    """The set asked for, or that of the game."""
    if pieces is None:
        types = variant.pieces.values()
        if all(each.kanji for each in types):
            return "kanji"
        return "figurines" if any(each.symbol for each in types) else "letters"
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
        """The upper left corner of a square."""
        file, row = square.file, self.variant.ranks - 1 - square.rank
        if self.flipped:
            file, row = self.variant.files - 1 - file, square.rank
        return EDGE + file * CELL, EDGE // 4 + row * CELL

    def squares(self, marked: frozenset[Square]) -> Iterator[str]:
        """The squares, those that are marked in other colours."""
        wood = self._pieces == "kanji"
        for rank in range(self.variant.ranks):
            for file in range(self.variant.files):
                square = Square(file, rank)
                is_dark = (file + rank) % 2 == 0
                plain = (_LIGHT, _DARK)[is_dark] if not wood else _WOOD
                fill = _MARKS[wood][is_dark] if square in marked else plain
                line = f' stroke="{_LINE}"' if wood else ""
                x, y = self._corner(square)
                yield (
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"{line}/>'
                )

    def labels(self) -> Iterator[str]:
        """The names of files and ranks."""
        style = f'font-family="sans-serif" font-size="13" fill="{_INK}"'
        bottom = EDGE // 4 + self.variant.ranks * CELL + 15
        for file in range(self.variant.files):
            x = self._corner(Square(file, 0))[0] + CELL // 2
            yield f'<text x="{x}" y="{bottom}" {style}>{chr(ord("a") + file)}</text>'
        for rank in range(self.variant.ranks):
            y = self._corner(Square(0, rank))[1] + CELL // 2 + 5
            yield f'<text x="{EDGE // 2}" y="{y}" {style}>{rank + 1}</text>'

    def piece(self, square: Square, piece: Piece) -> str:
        """A piece on its square."""
        kind, (x, y) = self.variant.pieces[piece[0]], self._corner(square)
        name = escape(f"{piece[1].capitalize()} {kind.name}, {square}")
        return (
            f'<g transform="translate({x} {y})"><title>{name}</title>{self._body(kind, piece)}</g>'
        )

    def _body(self, kind: PieceType, piece: Piece) -> str:
        if self._pieces == "kanji" and kind.kanji:
            return self._tile(kind, piece[1])
        if self._pieces == "figurines" and kind.symbol:
            return _figurine(kind, piece[1])
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


def _figurine(piece: PieceType, color: str) -> str:
    """The filled figure, outlined in the other colour."""
    sign = escape(piece.symbol.translate(_FILLED)) + _AS_TEXT
    edge = _INK if color == "white" else _FILL["white"]
    return (
        f'<text x="22.5" y="36" font-family="{_SYMBOL_FONTS}" font-size="38" '
        f'fill="{_FILL[color]}" stroke="{edge}" stroke-width="1.2" paint-order="stroke">'
        f"{sign}</text>"
    )


def _disc(text: str, color: str) -> str:
    """A disc with the letters of an id."""
    ink = _INK if color == "white" else _FILL["white"]
    return (
        f'<circle cx="22.5" cy="22.5" r="18" fill="{_FILL[color]}" stroke="{_INK}"/>'
        f'<text x="22.5" y="29" font-family="sans-serif" font-weight="bold" font-size="18" '
        f'fill="{ink}">{escape(text.upper())}</text>'
    )
