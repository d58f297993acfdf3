"""The shortest text that a terminal turns into given cells.

A style is written as its difference from the one before, a blank has no colour of its own unless
something is drawn through it, and a long empty stretch is erased instead of being written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

_ATTRIBUTES = (
    ("bold", "1"),
    ("dim", "2"),
    ("italic", "3"),
    ("underline", "4"),
    ("reverse", "7"),
    ("strike", "9"),
)
_ON_BLANKS = {"4", "7", "9"}  # attributes that can be seen where there is no character
ERASE = 12  # blanks from which on it is shorter to erase and to jump over them
ERASE_REST = 5  # the same at the end of a row
MAX_GAP = 4  # unchanged characters that are cheaper to write again than to jump over


class Ink(NamedTuple):
    """How a cell is written: SGR codes, empty where the terminal's own look is meant."""

    attributes: tuple[str, ...] = ()
    color: str = ""
    ground: str = ""

    @property
    def shows_on_blanks(self) -> bool:
        """Whether a blank shows more of it than its ground."""
        return not _ON_BLANKS.isdisjoint(self.attributes)


# A cell is its text and how it is written. The second half of a wide character has no text.
Cell = tuple[str, Ink]
PLAIN = Ink()
BLANK: Cell = (" ", PLAIN)


class Run(NamedTuple):
    """Adjoining cells from a place on; `ends_row`: the last one is the last of its row."""

    x: int
    y: int
    cells: Sequence[Cell]
    ends_row: bool = False

    def split(self) -> Iterator[tuple[Ink, Run]]:
        """Parts of one ink each; blanks go with what stands on the same ground."""
        start, ink, bare = 0, PLAIN, True
        for at, (text, other) in enumerate(self.cells):
            blank = text == " " and not other.shows_on_blanks
            fits = other == ink or (
                other.ground == ink.ground and not ink.shows_on_blanks and (blank or bare)
            )
            if at > start and not fits:
                yield ink, Run(self.x + start, self.y, self.cells[start:at])
                start, bare = at, True
            if at == start or (bare and not blank):
                ink, bare = other, blank
        yield ink, self._replace(x=self.x + start, cells=self.cells[start:])


@lru_cache(maxsize=4096)
def inks_of(style: Style | None, system: ColorSystem | None) -> tuple[Ink, Ink]:
    """How characters of a style are written, and how blanks are."""
    if style is None:
        return PLAIN, PLAIN
    ink = Ink(
        tuple(code for name, code in _ATTRIBUTES if getattr(style, name)),
        _color_codes(style.color, system, foreground=True),
        _color_codes(style.bgcolor, system, foreground=False),
    )
    return ink, ink if ink.shows_on_blanks else Ink(ground=ink.ground)


def _color_codes(color: Color | None, system: ColorSystem | None, *, foreground: bool) -> str:
    if system is None or color is None or color.is_default:
        return ""
    return ";".join(color.downgrade(system).get_ansi_codes(foreground))


@lru_cache(maxsize=4096)
def change(old: Ink, new: Ink) -> str:
    """The shortest SGR sequence from one ink to another."""
    whole = ";".join(code for code in (*new.attributes, new.color, new.ground) if code)
    reset = f"\x1b[0;{whole}m" if whole else "\x1b[m"
    if not set(old.attributes) <= set(new.attributes):
        return reset
    codes = [code for code in new.attributes if code not in old.attributes]
    codes += [new.color or "39"] if new.color != old.color else []
    codes += [new.ground or "49"] if new.ground != old.ground else []
    return min(f"\x1b[{';'.join(codes)}m", reset, key=len)


class Pen:
    """Collects text with the fewest cursor movements and changes of style."""

    def __init__(self, *, erases: bool = True) -> None:
        self._erases = erases
        self._parts: list[str] = []
        self._at = (-1, -1)
        self._ink = PLAIN

    def put(self, x: int, y: int, cells: Sequence[Cell], *, ends_row: bool = False) -> None:
        """Write cells from a place on; `ends_row`: the last one is the last of its row."""
        done = 0
        for start, end in _empty_stretches(cells, ends_row=ends_row):
            if not (self._erases or (ends_row and end == len(cells))):
                continue
            self._write(x + done, y, cells[done:start])
            self._erase(x + start, y, end - start, whole=ends_row and end == len(cells))
            done = end
        self._write(x + done, y, cells[done:])

    def flows(self, cells: Sequence[Cell]) -> bool:
        """Whether writing these is shorter than jumping over them."""
        short = len(cells) <= MAX_GAP and all(text.isascii() for text, _ in cells)
        return short and all(self._fits(cell) for cell in cells)

    def finish(self) -> str:
        """Everything collected, with the style reset behind it."""
        return "".join(self._parts) + ("\x1b[m" if self._ink != PLAIN else "")

    def _write(self, x: int, y: int, cells: Sequence[Cell]) -> None:
        if not cells:
            return
        self._go_to(x, y)
        for cell in cells:
            if cell[1] is not self._ink and not self._fits(cell):
                self._take(cell)
            self._parts.append(cell[0])
        self._at = (x + len(cells), y)

    def _erase(self, x: int, y: int, count: int, *, whole: bool) -> None:
        """Erase cells, or the `whole` rest of the row; the cursor stays where they begin."""
        self._go_to(x, y)
        if not self._fits(BLANK):
            self._take(BLANK)
        self._parts.append("\x1b[K" if whole else f"\x1b[{count}X")
        self._at = (x, y)

    def _go_to(self, x: int, y: int) -> None:
        if self._at == (x, y):
            return
        if self._at[1] == y and x > self._at[0]:
            self._parts.append(f"\x1b[{x - self._at[0]}C")
        else:
            self._parts.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")

    def _fits(self, cell: Cell) -> bool:
        """Whether a cell comes out right in the ink the pen has."""
        text, ink = cell
        if ink == self._ink:
            return True
        blank = text == " " and not ink.shows_on_blanks and not self._ink.shows_on_blanks
        return blank and ink.ground == self._ink.ground

    def _take(self, cell: Cell) -> None:
        """Take another ink; for a blank, only another ground."""
        text, ink = cell
        if text == " " and ink.ground and not (ink.shows_on_blanks or self._ink.shows_on_blanks):
            ink = self._ink._replace(ground=ink.ground)
        self._parts.append(change(self._ink, ink))
        self._ink = ink


def _empty_stretches(cells: Sequence[Cell], *, ends_row: bool) -> Iterator[tuple[int, int]]:
    """Where blanks without any style are so many that it is shorter to erase them."""
    start = 0
    for at, cell in enumerate(cells):
        if cell != BLANK:
            if at - start >= ERASE:
                yield start, at
            start = at + 1
    if len(cells) - start >= (ERASE_REST if ends_row else ERASE):
        yield start, len(cells)
