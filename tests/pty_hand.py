"""A hand at the app's board in a pseudo-terminal, and an eye that knows pieces by their figures."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core import Square
from makachess.core.outlines import EMPTY
from makachess.core.spec import Variant
from makachess.tui.board.canvas import QUARTERS
from makachess.tui.board.figures import figure_of
from makachess.tui.board.geometry import CellSize, Geometry
from pty_harness import Terminal

LEFT = 1  # the board's first column; it begins in the first row
INKS = {"ffffff": "white", "000000": "black"}  # of the pieces, as the emulator names them
CURSOR = "ffffff"  # the colour of its corners


class Hand:
    """Knows where the cursor stands because it has moved it; White sits below."""

    def __init__(self, terminal: Terminal, variant: Variant) -> None:
        self.terminal = terminal
        self._cursor = Square(variant.files // 2, variant.ranks // 4)

    def stands_on(self, square: Square) -> None:
        """Learn where the cursor stands."""
        self._cursor = square

    def go(self, name: str) -> None:
        """Move the cursor to a square."""
        square = Square.parse(name)
        across = square.file - self._cursor.file
        up = square.rank - self._cursor.rank
        self.terminal.press(*["right" if across > 0 else "left"] * abs(across))
        self.terminal.press(*["up" if up > 0 else "down"] * abs(up))
        self._cursor = square

    def pick(self, *names: str) -> None:
        """Go to squares one after the other, with Enter on each."""
        for name in names:
            self.go(name)
            self.terminal.press("enter")


class Eye:
    """Sees the board of a game whose pieces have figures, with White below."""

    def __init__(self, terminal: Terminal, variant: Variant, cell: CellSize) -> None:
        self._terminal, self._cell = terminal, cell
        self._geometry = Geometry(variant.files, variant.ranks, cell)
        self._figures = {
            (kind.id, color): _body(figure_of(kind, cell) or ())
            for kind in variant.pieces.values()
            for color in INKS.values()
        }

    def corner(self, square: Square) -> tuple[int, int]:
        """Column and row on the screen of the upper left corner of a square."""
        x, y = self._geometry.corner(square)
        return LEFT + x, y

    def click(self, square: Square) -> None:
        """Click the middle of a square."""
        x, y = self.corner(square)
        self._terminal.click(x + self._cell.width // 2, y + self._cell.height // 2)

    def cursor(self) -> Square | None:
        """The square with the cursor, if it is shown."""
        files, ranks = range(self._geometry.files), range(self._geometry.ranks)
        squares = (Square(file, rank) for file in files for rank in ranks)
        return next(filter(self.has_cursor, squares), None)

    def has_cursor(self, square: Square) -> bool:
        """Whether corners of the cursor stand on a square; badges and figures leave some room."""
        return any(self._is_marked(*at) for at in self._corners(square))

    def _corners(self, square: Square) -> list[tuple[int, int, int]]:
        """The cells at the corners of a square, and which of their quarters lies innermost."""
        (x, y), (width, height) = self.corner(square), self._cell
        at = [(column, row) for row in (y, y + height - 1) for column in (x, x + width - 1)]
        return [(*cell, 3 - number) for number, cell in enumerate(at)]

    def _is_marked(self, column: int, row: int, inner: int) -> bool:
        """Whether a corner of the cursor stands in a cell."""
        inks = self._quarters(column, row)
        return all((ink == CURSOR) == (at != inner) for at, ink in enumerate(inks))

    def pieces(self) -> dict[str, str]:
        """The pieces by square as the screen shows them."""
        found = {}
        for file in range(self._geometry.files):
            for rank in range(self._geometry.ranks):
                square = Square(file, rank)
                if piece := self._piece(square):
                    found[str(square)] = piece
        return found

    def _piece(self, square: Square) -> str:
        pixels = dict(self._pixels(square))
        for (kind, color), body in self._figures.items():
            if body and {at for at, ink in pixels.items() if ink == color} == body:
                return kind if color == "white" else kind.lower()
        return "?" if "black" in pixels.values() else ""

    def _pixels(self, square: Square) -> Iterator[tuple[tuple[int, int], str]]:
        """The pixels of a square that have a piece's colour; those of the cursor are left out."""
        x, y = self.corner(square)
        marked = {at[:2] for at in self._corners(square) if self._is_marked(*at)}
        for row in range(self._cell.height):
            for column in range(self._cell.width):
                if (x + column, y + row) not in marked:
                    for at, ink in enumerate(self._quarters(x + column, y + row)):
                        if ink in INKS:
                            yield (2 * column + at % 2, 2 * row + at // 2), INKS[ink]

    def _quarters(self, column: int, row: int) -> list[str]:
        """The colours of the four pixels of a cell; those of its ground where letters stand."""
        char = self._terminal.char_at(column, row)
        drawn = QUARTERS.index(char.text) if char.text in QUARTERS else 0
        return [char.ink if drawn >> at & 1 else char.ground for at in range(4)]


def _body(figure: tuple[str, ...]) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(figure) for x, pixel in enumerate(row) if pixel != EMPTY}
