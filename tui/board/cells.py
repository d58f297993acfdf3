"""One square as text and style: the piece on it and every mark it can have.

The characters alone tell all marks apart, so that a screen without colour loses nothing: `x` is a
capture, `?V` one by which the piece may become V, `!V` one by which it must.
"""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.tui.board.geometry import CellSize
from makachess.tui.board.glyphs import PLATE_ROWS, Body, BodyRow, PieceSet, body_width
from rich.cells import cell_len

_HALF = "\0"  # stands for the second column of a wide character while columns are counted


@dataclass(frozen=True, slots=True)
class Look:
    """Everything a cell shows."""

    piece: str = ""
    dark: bool = False
    cursor: bool = False
    on_path: bool = False
    taken: bool = False
    last: bool = False
    check: bool = False
    hint: bool = False
    target: Target | None = None

    @property
    def role(self) -> str:
        """The mark that decides the background, the most important first."""
        if self.cursor:
            return "cursor"
        if self.taken:
            return "taken"
        if self.on_path:
            return "path"
        if self.target and (self.target.capture or self.target.rule):
            return ("capture", "may", "must")[min(self.target.rule, Rule.MUST)]
        if self.hint:
            return "hint"
        if self.check:
            return "check"
        if self.last:
            return "last"
        return "dark" if self.dark else "light"


def mark_text(target: Target, pieces: PieceSet) -> str:
    """The mark of a target: a dot, `x`, `?V` or `!V`, without the id where there are several."""
    if target.rule is Rule.STAY:
        return "x" if target.capture else pieces.dot
    sign = "?" if target.rule is Rule.MAY else "!"
    return sign + (target.becomes[0] if len(target.becomes) == 1 else "")


@dataclass(frozen=True, slots=True)
class CellLine:
    """One row of a cell: characters, and which of them belong to the piece (first, last + 1)."""

    text: str
    piece: tuple[int, int] = (0, 0)
    engraved: tuple[int, int] = (0, 0)  # of these, those that are engraved in a tile
    tile: bool = False


def cell_lines(look: Look, glyph: str, cell: CellSize, pieces: PieceSet) -> tuple[CellLine, ...]:
    """The rows of a cell from the top; characters may be two columns wide."""
    if cell_len(glyph) > cell.width:
        glyph = glyph[1:]  # the sign before it
    wide = _spread(glyph)
    return tuple(
        CellLine(
            line.text.replace(_HALF, ""), (line.piece[0], line.piece[1] - len(wide) + len(glyph))
        )
        if line.piece[1]
        else line
        for line in _columns(look, wide, cell, pieces)
    )


def _spread(text: str) -> str:
    """A text with one character for every column."""
    return "".join(char.ljust(cell_len(char), _HALF) for char in text)


def _columns(look: Look, glyph: str, cell: CellSize, pieces: PieceSet) -> tuple[CellLine, ...]:
    """The rows with one character for every column."""
    if cell.height == 1:
        return (_one_row(look, glyph, cell.width, pieces),)
    piece_row = (cell.height - 1) // 2
    mark = mark_text(look.target, pieces) if look.target else ""
    dot = mark == pieces.dot
    rows = [CellLine(" " * cell.width)] * cell.height
    rows[piece_row] = _piece_row(look, mark if dot and not glyph else glyph, cell.width)
    if mark and (glyph or not dot):
        rows[piece_row + 1] = CellLine(mark.center(cell.width))
    return tuple(rows)


def _piece_row(look: Look, glyph: str, width: int) -> CellLine:
    """The row with the piece, between brackets where the cursor or a mark stands."""
    text = list(glyph.center(width + width % 2 - len(glyph) % 2)[:width].ljust(width))
    at = "".join(text).find(glyph)
    left, right = _brackets(look)
    for column, char in ((0, left), (width - 1, right)):
        if char.strip() and not (look.piece and at <= column < at + len(glyph)):
            text[column] = char
    return CellLine("".join(text), (at, at + len(glyph)) if look.piece else (0, 0))


def _brackets(look: Look) -> tuple[str, str]:
    if look.cursor:
        return "[", "]"
    if look.taken:
        return "x", "x"
    if look.on_path:
        return ">", "<"
    if look.hint:
        return "(", ")"
    if look.check:
        return "!", "!"
    return " ", " "


def _one_row(look: Look, glyph: str, width: int, pieces: PieceSet) -> CellLine:
    """A cell one row high: the first character of the mark before the piece, if there is room."""
    mark = mark_text(look.target, pieces)[0] if look.target else ""
    left, right = _brackets(look)
    if not glyph:
        return CellLine((left + (mark or " ") + right)[:width].ljust(width))
    text = (mark or left) + glyph + right
    if len(glyph) >= width:
        text = glyph
    elif width == 2 or len(text) > width:
        text = (mark or left) + glyph
    at = text.find(glyph)
    piece = (at, at + len(glyph)) if look.piece else (0, 0)
    return CellLine(text[:width].ljust(width), piece)


def body_lines(look: Look, body: Body, cell: CellSize, pieces: PieceSet) -> tuple[CellLine, ...]:
    """The rows of a cell with a piece that has a body, its marks left, right and above of it."""
    mark = mark_text(look.target, pieces) if look.target else ""
    last = cell.height - 1
    if mark and cell.height == PLATE_ROWS:  # which has no room beside the plate, but below it
        top = _body_line(look, body.rows[0], body, cell, mark="", label="", middle=True)
        return top, CellLine(mark.center(cell.width))
    return tuple(
        _body_line(
            *(look, row, body, cell),
            mark=mark if at == 0 else "",
            label=body.label if at == last else "",
            middle=at == last // 2,
        )
        for at, row in enumerate(body.rows)
    )


def _body_line(
    look: Look, row: BodyRow, body: Body, cell: CellSize, *, mark: str, label: str, middle: bool
) -> CellLine:
    width = cell.width
    left = (width - body_width(cell) + 1) // 2
    start, end = left, left + body_width(cell)
    columns = list((" " * left + _spread(row.text)).ljust(width))
    if label:
        columns[width - len(label) :] = label
        end = width
    if mark:
        columns[: len(mark)] = mark
        start = max(start, len(mark))
    if middle:
        columns[0], last = _brackets(look)
        columns[-1] = last if end < width else columns[-1]
    text = "".join(columns)
    carved = [left + len(_spread(row.text[:at])) for at in row.engraved]
    places = [at - text.count(_HALF, 0, at) for at in (start, end, *carved)]
    piece, engraved = (places[0], places[1]), (places[2], places[3])
    if not row.engraved[1]:
        engraved = (0, 0)
    return CellLine(text.replace(_HALF, ""), piece, engraved, body.tile)
