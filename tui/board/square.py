"""One square as text and style: the piece on it and every mark it can have.

Where there is no colour, signs tell all marks apart: `x` is a capture, `?V` one by which the piece
may become V, `!V` one by which it must.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from makachess.core.outlines import figure_name
from makachess.core.spec import PieceType, Rule, Variant, opponent
from makachess.play.entry import Target
from makachess.tui.board.canvas import FAINT, INK, Canvas, Letter, Row, cell_style, join
from makachess.tui.board.geometry import CellSize
from makachess.tui.board.pieces import Face, PieceSet, Shape, shape_of
from makachess.tui.pictures import Picture
from makachess.tui.themes import OWN, Palette
from rich.cells import cell_len
from rich.style import Style

LARGE = 5  # rows of a square with larger corners
ROOMY = 6  # columns of a square from which pieces keep its corners free
MOST_COUNTED = 9  # attackers on a square, in one column


def side_of(piece: str) -> str:
    return "white" if piece.isupper() else "black"


@dataclass(frozen=True, slots=True)
class Look:
    """Everything a square shows."""

    piece: str = ""
    dark: bool = False
    cursor: bool = False
    picked: bool = False
    taken: bool = False
    last: bool = False
    check: bool = False
    hint: bool = False
    premove: bool = False
    target: Target | None = None
    danger: str = ""  # of the attack map: the piece can be `won`, is `worth` taking, or `bears`
    attacks: tuple[int, int] = (0, 0)  # White's and Black's

    @property
    def tint(self) -> str:
        """The mark that tints the square, the most important first."""
        if self.check:
            return "check"
        if self.picked or self.premove:
            return "picked"
        return self.danger or ("hint" if self.hint else "last" if self.last else "")

    @property
    def is_capture(self) -> bool:
        """Whether something can be taken here, or has been."""
        return self.taken or (self.target is not None and self.target.capture)


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How all squares of a board are drawn."""

    variant: Variant
    cell: CellSize
    pieces: PieceSet
    palette: Palette
    color: bool = True  # whether there are any
    flipped: bool = False
    pictures: bool = False  # whether the terminal shows them where there are figures

    @property
    def tinted(self) -> bool:
        """Whether marks are the colours of squares; else all of them are signs."""
        return self.color and not self.palette.plain

    def ink(self, color: str) -> str:
        return INK if color == OWN or not self.color else color

    def body_ink(self, color: str) -> str:
        """The colour of a side's pieces; without colours Black is dim, as White is bright."""
        if not self.color and color == "black":
            return FAINT
        return self.ink(self.palette.body(color).ink)

    def is_hollow(self, piece: str) -> bool:
        """Whether only the outline of a piece is seen, since its side is the terminal's ground."""
        return not self.tinted and side_of(piece) == self.palette.hollow

    def ground(self, look: Look) -> str:
        if not self.tinted:
            return OWN
        if look.tint and look.tint == look.danger:
            return self.palette.attack(look.tint)
        return self.palette.tint(look.tint, look.dark)

    def mark_ink(self, look: Look) -> str:
        """The colour of signs that stand for what is a tint elsewhere."""
        if self.tinted:
            return self.palette.sign
        if look.tint and look.tint == look.danger:
            return self.ink(self.palette.attack(look.tint))
        return self.ink(self.palette.tint(look.tint, dark=False) if look.tint else INK)

    def kind(self, piece: str) -> PieceType:
        return self.variant.pieces[piece.upper()]

    def picture(self, piece: str) -> Picture | None:
        """The picture that stands for a piece, rimmed in Black's colour; None if cells do."""
        if not (piece and self.pictures and self.pieces.figures and self.tinted):
            return None
        figure = figure_name(self.kind(piece))
        body = self.palette.body(side_of(piece))
        return Picture(figure, *body, self.palette.black.ink) if figure else None

    def has_plate(self, piece: str) -> bool:
        """Whether a square of one row is a shogi piece, coloured as its side's tiles."""
        return self.tinted and bool(self.kind(piece).kanji)

    def text(self, piece: str) -> str:
        """A piece as text, in capitals on a plate, which itself tells the side."""
        if not piece:
            return ""
        text = self.pieces.text(piece, self.variant, color=self.color)
        return text.upper() if self.has_plate(piece) else text


def draw(look: Look, style: BoardStyle, label: str = "") -> tuple[Row, ...]:
    """The rows of a square from the top; `label` names its file."""
    if style.cell.height == 1:
        return (_draw_row(look, style),)
    return _Square(look, style).draw(label)


def badge_of(target: Target, room: int) -> str:
    """What a piece becomes there, with `!` if it must; empty if it stays what it is.

    Without its letters if there are several, or no room.
    """
    if target.rule is Rule.STAY:
        return ""
    must = "!" * (target.rule > Rule.MAY)
    name = target.becomes[0] if len(target.becomes) == 1 else ""
    if name and len(name + must) <= room:
        return name + must
    promoted = all(one.startswith("+") for one in target.becomes)
    return ("+" if promoted else "?" if not must else "") + must


def sign_of(target: Target) -> str:
    """The same without colour: `?V` or `!V`."""
    if target.rule is Rule.STAY:
        return ""
    name = target.becomes[0] if len(target.becomes) == 1 else ""
    return ("?" if target.rule is Rule.MAY else "!") + name


def brackets_of(look: Look, *, tinted: bool) -> str:
    """The two signs of the most important mark; none for what a tint shows."""
    if look.is_capture:
        return "xx"
    if look.premove and not look.check:
        return "{}"
    if tinted:
        return "!!" if look.check else ""
    if look.danger and look.tint == look.danger:
        return {"won": "--", "worth": "++", "bears": "=="}[look.danger]
    marks = {"check": "!!", "picked": "><", "hint": "()"}
    return marks.get(look.tint, "")


class _Square:
    """A square of two rows and more while it is drawn."""

    def __init__(self, look: Look, style: BoardStyle) -> None:
        self.look, self.style = look, style
        self.palette, self.cell = style.palette, style.cell
        self.right, self.bottom = self.cell.width - 1, self.cell.height - 1
        self.picture = style.picture(look.piece)
        self.shape = self._shape()
        ground = style.ground(look)
        self.canvas = self._with_piece(ground)
        self.corners = [at for at in self._all_corners() if self.canvas.is_free(*at)]
        if look.cursor and style.tinted and not style.pieces.plain and self._is_full():
            self.canvas = self._with_piece(self.palette.tile(side_of(look.piece)).edge)
            self.corners = []

    def _shape(self) -> Shape:
        piece, style = self.look.piece, self.style
        if not piece or self.picture:
            return Shape()
        up = piece.isupper() != style.flipped
        face = Face(up=up, colored=style.tinted, hollow=style.is_hollow(piece))
        return shape_of(piece, style.kind(piece), self.cell, style.pieces, face)

    def _is_full(self) -> bool:
        """Whether the piece leaves no room for the corners of the cursor."""
        return self.cell.width < ROOMY and bool(self.shape.pixels)

    def _all_corners(self) -> list[tuple[int, int]]:
        return [(column, row) for row in (0, self.bottom) for column in (0, self.right)]

    def _with_piece(self, ground: str) -> Canvas:
        canvas = Canvas(self.cell, ground)
        piece, shape, style = self.look.piece, self.shape, self.style
        if not piece:
            return canvas
        color = side_of(piece)
        body, tile = self.palette.body(color), self.palette.tile(color)
        ink = style.body_ink(color)
        face = tile.face if style.tinted else ink
        if shape.pixels:
            line = style.ink(body.line) if style.tinted else ground
            canvas.paint(shape.pixels, {"#": ink, "-": line, "=": face})
        for column, row, text in shape.written:
            if not shape.pixels:
                canvas.write(column, row, text, ink, ground, bold=True)
            elif style.tinted and shape.is_tile:
                promoted = style.kind(piece).promoted
                carved = tile.promoted if promoted else tile.ink
                canvas.write(column, row, text, carved, face, bold=True)
            elif style.tinted:
                other = self.palette.body(opponent(color)).ink
                canvas.write(column, row, text, other, ink, bold=True)
            else:
                hollow = style.is_hollow(piece)
                carved, around = (ink, OWN) if hollow else (OWN, ink)
                canvas.write(column, row, text, carved, around)
        return canvas

    def draw(self, label: str) -> tuple[Row, ...]:
        if self.style.tinted and not self.style.pieces.plain:
            self._draw_marks()
        else:
            self._write_signs()
        self._write_attacks()
        self._write_label(label)
        if not self.style.tinted:
            self._write_ground()
        return self.canvas.rows(self.picture)

    def _draw_marks(self) -> None:
        look, palette = self.look, self.palette
        is_large = self.cell.height >= LARGE
        if look.cursor:
            self._draw_corners((4, 2) if is_large else (2, 2), palette.cursor)
        if look.is_capture and look.cursor and self.corners:
            self._draw_inner_corners()
        elif look.is_capture:
            self._draw_corners((2, 2) if is_large else (1, 1), palette.sign)
        if look.check:
            self._write_pair("!!", 0, palette.cursor)
        elif look.premove:
            self._write_pair("{}", 0, palette.cursor)
        target = look.target
        if target and not look.piece and not target.capture:
            self._draw_dot()
        badge = badge_of(target, self.cell.width // 2) if target else ""
        if not badge and look.piece:
            if look.taken or (look.is_capture and len(self.corners) < 2):
                badge = "x"
            elif target and not target.capture:
                badge = self.style.pieces.dot
        self._write_badge(badge)

    def _draw_corners(self, size: tuple[int, int], color: str) -> None:
        for column, row in self.corners:
            x, step = (2 * column + 1, -1) if column else (0, 1)
            y, down = (2 * row + 1, -1) if row else (0, 1)
            across = size[0] if self.canvas.is_free(column + step, row) else min(size[0], 2)
            for at in range(across):
                self.canvas.fill(x + step * at, y, color)
            for at in range(size[1]):
                self.canvas.fill(x, y + down * at, color)

    def _draw_inner_corners(self) -> None:
        """Draw what is left of the corners of a capture within those of the cursor."""
        for column, row in self.corners:
            x, y = 2 * column + (not column), 2 * row + (not row)
            self.canvas.fill(x, y, self.palette.sign)

    def _draw_dot(self) -> None:
        width, height = 2 * self.cell.width, 2 * self.cell.height
        rows = 2 * max((height + 2) // 6, 1)
        columns = 2 * max(round(width * 0.16), 1)
        for y in range(rows):
            edge = y in (0, rows - 1) and rows > 2
            for x in range(edge, columns - edge):
                at = (width - columns) // 2 + x, (height - rows) // 2 + y
                self.canvas.fill(*at, self.palette.sign)

    def _write_pair(self, signs: str, row: int, ink: str) -> None:
        """Write two signs in the outermost free cells of a row, if there are any."""
        for sign, columns in zip(signs, ((0, 1), (self.right, self.right - 1)), strict=True):
            free = (at for at in columns if self.canvas.is_free(at, row))
            if (column := next(free, None)) is not None:
                self.canvas.write(column, row, sign, ink, self.canvas.ground, bold=True)

    def _write_badge(self, badge: str) -> None:
        """Write letters in the lower right corner, or above if the piece's own stand there."""
        if not badge:
            return
        left = self.cell.width - cell_len(badge)
        low = any(row == self.bottom for _, row, _ in self.shape.written)
        row = 0 if low and not self.style.pieces.plain else self.bottom
        self.canvas.write(left, row, badge, self.palette.badge, self.palette.sign, bold=True)

    def _write_signs(self) -> None:
        """Write the signs of all marks, over the piece where there is no other room."""
        look, style, target = self.look, self.style, self.look.target
        tinted, middle = style.tinted, (self.cell.height - 1) // 2
        ink = style.mark_ink(look)
        cursor = self.palette.cursor if tinted else style.ink(self.palette.cursor)
        has_corners = self.cell.height > 2 and not style.pieces.plain
        if look.cursor and has_corners:
            for (column, row), sign in zip(self._all_corners(), "┏┓┗┛", strict=True):
                self._sign(column, row, sign, cursor)
        elif look.cursor:
            self._signs("[]", middle, cursor)
        low = self.cell.height == 2 or (look.cursor and not has_corners)
        self._signs(brackets_of(look, tinted=tinted), middle + low, ink)
        sign = sign_of(target) if target else ""
        if sign:
            for at, char in enumerate(sign, self.cell.width - len(sign)):
                self._sign(at, self.bottom, char, ink)
        elif target and not target.capture:
            column, row = (self.right, self.bottom) if look.piece else (self.right // 2, middle)
            self._sign(column, row, style.pieces.dot, ink)
        if look.last and not tinted:
            for column in range(self.cell.width):
                if self.canvas.is_free(column, self.bottom):
                    self._sign(column, self.bottom, "_", style.ink(self.palette.last.light))

    def _signs(self, signs: str, row: int, ink: str) -> None:
        for sign, column in zip(signs, (0, self.right), strict=False):
            self._sign(column, row, sign, ink)

    def _sign(self, column: int, row: int, sign: str, ink: str) -> None:
        self.canvas.write(column, row, sign, ink, self.canvas.ground, bold=True)

    def _write_attacks(self) -> None:
        """Write how often a square is attacked: by Black above, by White below."""
        for row, count, color in zip(
            (self.bottom, 0), self.look.attacks, ("white", "black"), strict=True
        ):
            if count and self.canvas.is_free(0, row):
                self._sign(
                    0,
                    row,
                    str(count) if count <= MOST_COUNTED else "+",
                    self.style.body_ink(color),
                )

    def _write_label(self, label: str) -> None:
        """Write the file in the lower right corner, or in the lower left if that alone is free."""
        places = self.cell.width - len(label), 0
        free = [left for left in places if self._has_room(left, len(label))]
        is_covered = not {(0, self.bottom), (self.right, self.bottom)} & {*self.corners}
        if label and (free or is_covered):
            left = free[0] if free else places[0]
            ink = self.style.ink(self.palette.sign)
            self.canvas.write(left, self.bottom, label, ink, self.canvas.ground)

    def _has_room(self, left: int, width: int) -> bool:
        columns = range(left, left + width)
        return all(self.canvas.is_free(column, self.bottom) for column in columns)

    def _write_ground(self) -> None:
        if self.look.dark and not self.look.piece:
            rows = {0, self.bottom} if self.cell.height > 2 else {0}
            columns = {1, self.right - 1} if self.cell.height > 2 else {self.right // 2}
            for row in rows:
                for column in columns:
                    if self.canvas.is_free(column, row):
                        self.canvas.write(column, row, self.style.pieces.empty, INK)


def _draw_row(look: Look, style: BoardStyle) -> Row:
    """A square one row high: the first character of the mark before the piece, if there is room."""
    width, ground = style.cell.width, style.ground(look)
    glyph = style.text(look.piece)
    if cell_len(glyph) > width:
        glyph = glyph[1:]  # the sign before it
    mark, left, right = _row_signs(look, style)
    first = mark or left
    if not glyph:
        empty = style.pieces.empty if look.dark and not style.tinted else ""
        text = (left + (mark or empty or " ") + right)[:width]
        return join(list(_letters(text.ljust(width), look, style, ground)))
    text = first + glyph + right
    if cell_len(text) > width:
        text = first + glyph
    if cell_len(text) > width:
        text = glyph
    at = 0 if text == glyph else len(first)
    before, after = text[:at], text[at + len(glyph) :]
    after += " " * (width - cell_len(text))
    cramped = not before and not after and (first.strip() or look.tint)
    piece = _piece_in_row(glyph, look, style, ground, cramped=bool(cramped))
    is_plate = style.has_plate(look.piece) and not look.tint
    if is_plate and not (before + after).strip():
        blank = [Letter(" ", piece[0].style)]
        return join([*blank * len(before), *piece, *blank * len(after)])
    around = [_letters(part, look, style, ground) for part in (before, after)]
    return join([*around[0], *piece, *around[1]])


def _row_signs(look: Look, style: BoardStyle) -> tuple[str, str, str]:
    """The sign of a target, and what stands left and right of the piece."""
    mark, target = "", look.target
    if target:
        mark = sign_of(target)[:1] or ("x" if target.capture else style.pieces.dot)
    pair = "[]" if look.cursor else brackets_of(look, tinted=style.tinted)
    if not pair and look.last and not style.tinted:
        pair = "__"
    if not pair or (target and target.capture and not look.cursor):
        return mark, " ", " "
    return mark, pair[0], pair[1]


def _piece_in_row(
    glyph: str, look: Look, style: BoardStyle, ground: str, *, cramped: bool
) -> list[Letter]:
    """The characters of a piece; `cramped`: they alone have to show the marks, too."""
    palette, color = style.palette, side_of(look.piece)
    kind = style.kind(look.piece)
    ink = style.body_ink(color)
    underline = False
    if style.has_plate(look.piece):
        tile = palette.tile(color)
        plate = tile.plate.dark if look.dark else tile.plate.light
        ink, ground = (tile.promoted if kind.promoted else tile.ink), (ground if cramped else plate)
        if cramped:
            ink = tile.face
    if cramped and style.tinted:
        if look.cursor:
            ground = palette.tile(color).edge
        elif look.target or look.taken:
            ink, ground = palette.badge, palette.sign
    elif cramped and look.cursor:
        ink, ground = OWN, ink
    elif cramped:
        underline = True
    return _spread(glyph, cell_style(ink, ground, bold=True, underline=underline))


def _spread(text: str, style: Style) -> list[Letter]:
    letters = []
    for char in text:
        letters += [Letter(char, style), *[Letter("", style)] * (cell_len(char) - 1)]
    return letters


def _letters(text: str, look: Look, style: BoardStyle, ground: str) -> Iterator[Letter]:
    """Signs around a piece, each in the colour of its mark."""
    for char in text:
        palette, back = style.palette, ground
        ink = style.ink(palette.cursor) if char in "[]" else style.mark_ink(look)
        if style.tinted and char in "?!":
            ink, back = (palette.badge, palette.sign) if look.target else (palette.cursor, ground)
        yield Letter(char, cell_style(ink, back, bold=True))
