"""One square as pixels, two by two a character cell, and as characters that stand over them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from makachess.tui.board.geometry import CellSize
from makachess.tui.pictures import Part, Picture, shows_part
from makachess.tui.themes import OWN, rich_color
from rich.cells import cell_len
from rich.style import Style

# By the quarters that are full: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
INK = "ink"  # the colour of the terminal's own text, where OWN is that of its ground
FAINT = "faint"  # the same, dim

Row = tuple[tuple[str, Style], ...]


class Letter(NamedTuple):
    """What stands in a column: a character, or nothing for the second half of a wide one."""

    text: str
    style: Style


@lru_cache(maxsize=1024)
def cell_style(ink: str, ground: str, *, bold: bool = False, underline: bool = False) -> Style:
    """Two colours as a style; named ones are grounds only as the ink of reversed text.

    Terminals of 8 colours know the bright ones as inks only, and the terminal's own ink is none of
    the colours that can be named.
    """
    dim = ink == FAINT
    reverse = ground in (INK, FAINT) or (ground.startswith("ansi_") and ground != OWN)
    if reverse:
        ink, ground = ground, ink
    own = (INK, FAINT, OWN)
    color, back = (None if name in own else rich_color(name) for name in (ink, ground))
    # What is not set is not written, so no attribute is ever set to False.
    style = Style(color=color, bgcolor=back, reverse=reverse or None, dim=dim or None)
    return style + Style(bold=bold or None, underline=underline or None)


class Canvas:
    """The pixels and characters of a square; what is painted later covers what was there."""

    def __init__(self, cell: CellSize, ground: str) -> None:
        self.cell = cell
        self.ground = ground
        self._pixels = [[ground] * (2 * cell.width) for _ in range(2 * cell.height)]
        self._letters: dict[tuple[int, int], Letter] = {}

    def fill(self, x: int, y: int, color: str) -> None:
        self._pixels[y][x] = color

    def paint(self, rows: Sequence[str], colors: dict[str, str]) -> None:
        """Paint pixels by their signs, in the middle and from the lower edge on."""
        left = self.cell.width - len(rows[0]) // 2
        for y, row in enumerate(rows, 2 * self.cell.height - len(rows)):
            for x, sign in enumerate(row, left):
                if sign in colors:
                    self.fill(x, y, colors[sign])

    def write(
        self,
        column: int,
        row: int,
        text: str,
        ink: str,
        ground: str = "",
        *,
        bold: bool = False,
    ) -> None:
        """Write characters, on a ground or on the colour that a cell has most of."""
        end = column + cell_len(text)
        for half, other in ((column, column - 1), (end, end)):
            # Half of a wide character that is written over leaves a blank.
            if (letter := self._letters.get((half, row))) and not letter.text:
                self._letters[other, row] = letter._replace(text=" ")
        for char in text:
            style = cell_style(ink, ground or self._most(column, row), bold=bold)
            self._letters[column, row] = Letter(char, style)
            if cell_len(char) == 2:
                self._letters[column + 1, row] = Letter("", style)
            column += cell_len(char)

    def is_free(self, column: int, row: int) -> bool:
        return (column, row) not in self._letters and set(self._corners(column, row)) == {
            self.ground
        }

    def _corners(self, column: int, row: int) -> list[str]:
        """The colours of a cell: upper left, upper right, lower left, lower right."""
        upper, lower = self._pixels[2 * row], self._pixels[2 * row + 1]
        return [*upper[2 * column : 2 * column + 2], *lower[2 * column : 2 * column + 2]]

    def _most(self, column: int, row: int) -> str:
        corners = self._corners(column, row)
        return max(corners, key=corners.count)

    def rows(self, picture: Picture | None = None) -> tuple[Row, ...]:
        """The rows of characters, runs of one style in one piece.

        A picture lies over all cells but those that have been written on.
        """
        rows = [
            [self._letter(column, row) for column in range(self.cell.width)]
            for row in range(self.cell.height)
        ]
        if picture is not None:
            for row, letters in enumerate(rows):
                for column, (text, style) in enumerate(letters):
                    if (column, row) not in self._letters:
                        part = Part(picture, *self.cell, column, row)
                        letters[column] = Letter(text, shows_part(style, part))
        return tuple(map(join, rows))

    def _letter(self, column: int, row: int) -> Letter:
        if (column, row) in self._letters:
            return self._letters[column, row]
        corners = self._corners(column, row)
        # What terminals make of dim in reverse video differs, so it is never a ground.
        back = OWN if FAINT in corners else self._back(column, row, corners)
        others = [color for color in corners if color != back]
        if not others:
            return Letter(" ", cell_style(OWN if back == INK else INK, back))
        ink = max(others, key=others.count)
        number = sum(1 << bit for bit, color in enumerate(corners) if color != back)
        return Letter(QUARTERS[number], cell_style(ink, back))

    def _back(self, column: int, row: int, corners: list[str]) -> str:
        """The colour of a cell that becomes its ground: that which goes on above and below.

        Many fonts leave gaps between the rows, in which the ground is seen. What is neither of the
        two commonest colours of a cell cannot be shown there.
        """
        found = sorted(set(corners), key=lambda color: (-corners.count(color), color))[:2]
        near = [
            self._pixels[y][2 * column + at] if 0 <= y < len(self._pixels) else self.ground
            for y in (2 * row - 1, 2 * row + 2)
            for at in (0, 1)
        ]

        def rank(color: str) -> tuple[int, bool, str]:
            going_on = [one == other == color for one, other in zip(corners, near, strict=True)]
            return sum(going_on), color == self.ground, color

        return max(found, key=rank)


def join(letters: Sequence[Letter]) -> Row:
    """Letters as runs of one style."""
    runs = groupby(letters, key=attrgetter("style"))
    return tuple(("".join(letter.text for letter in run), style) for style, run in runs)
