"""Pictures over cells, by kitty's graphics protocol.

A picture is sent once and placed by its number. Which part of one a cell shows goes with its style
to the painter, so pictures end where a box covers cells, and move with what is drawn.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.style import Style
    from textual.strip import Strip


QUESTION = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"  # would a picture of one pixel be shown?
YES = b"i=31;OK"
# Apple's shows the question as text, and rxvt may.
_NEVER_ASKED = ("screen", "tmux", "rxvt")


def can_be_asked(environ: Mapping[str, str]) -> bool:
    """Whether the question is safe in a terminal that can be asked for its colours.

    tmux would make it the title of its window, and GNU screen pass on what it does not understand.

    >>> can_be_asked({"TERM": "xterm-kitty"}), can_be_asked({"TERM": "tmux-256color"})
    (True, False)
    """
    between = environ.get("TMUX") or environ.get("STY")
    apple = environ.get("TERM_PROGRAM") == "Apple_Terminal"
    return not (between or apple or environ.get("TERM", "").startswith(_NEVER_ASKED))


class Picture(NamedTuple):
    """A figure by its name, in the colours of its body, its lines and its rim."""

    figure: str
    body: str
    line: str
    rim: str


class Part(NamedTuple):
    """A cell's part of a picture that covers some columns and rows."""

    picture: Picture
    columns: int
    rows: int
    column: int
    row: int


_KEY = "picture"


@lru_cache(maxsize=16384)
def shows_part(style: Style, part: Part) -> Style:
    picture, *place = part
    return style + type(style)(meta={_KEY: (tuple(picture), *place)})


@lru_cache(maxsize=16384)
def part_of(style: Style) -> Part | None:
    if (found := style.meta.get(_KEY)) is None:
        return None
    picture, *place = found
    return Part(Picture(*picture), *place)


CHUNK = 4096  # characters of data in one command
UNKNOWN = (8, 16)  # pixels of a cell, where the terminal does not tell
MOST = 96  # pixels across or down; terminals enlarge what is smaller


class Image(NamedTuple):
    """A picture as it is sent: for so many cells, and of so many pixels."""

    picture: Picture
    columns: int
    rows: int
    width: int
    height: int


class Placement(NamedTuple):
    """Where a part of an image stands on the screen, and which part of how many cells it is."""

    image: Image
    x: int
    y: int
    left: int
    top: int
    columns: int
    rows: int

    def is_like(self, other: Placement) -> bool:
        """Whether another shows the same, though elsewhere."""
        return self._replace(x=other.x, y=other.y) == other


def cell_pixels() -> tuple[int, int]:
    terminal = sys.__stdout__
    with suppress(ImportError, OSError, ValueError):
        import fcntl
        import struct
        import termios

        if terminal is None:
            return UNKNOWN
        size = fcntl.ioctl(terminal, termios.TIOCGWINSZ, bytes(8))
        rows, columns, width, height = struct.unpack("4H", size)
        if rows and columns and width >= columns and height >= rows:
            return width // columns, height // rows
    return UNKNOWN


class Pictures:
    """The pictures that a terminal has been sent and those that it shows.

    `draw` makes a PNG of a picture in so many pixels, and `cell` tells those of a cell.
    """

    def __init__(
        self,
        draw: Callable[[Picture, int, int], bytes],
        cell: Callable[[], tuple[int, int]] = cell_pixels,
    ) -> None:
        self._draw = draw
        self._cell = cell
        self._parts: dict[tuple[int, int], Part] = {}  # by row and column
        self._is_noted = False  # that they may have changed
        self._numbers: dict[Image, int] = {}
        self._placed: dict[Placement, int] = {}

    def note(self, x: int, y: int, width: int, strips: Iterable[Strip]) -> None:
        """Take in what parts some cells of a row show from now on."""
        for column in range(x, x + width) if self._parts else ():
            if self._parts.pop((y, column), None):
                self._is_noted = True
        for strip in strips:
            for segment in strip:
                if segment.style is not None and (part := part_of(segment.style)):
                    self._parts[y, x] = part
                    self._is_noted = True
                x += segment.cell_length

    def forget(self) -> str:
        """Take nothing as shown or known; the text that removes all from the terminal."""
        text = self.farewell
        self._parts.clear()
        self._numbers.clear()
        self._placed.clear()
        return text

    @property
    def farewell(self) -> str:
        """The text that removes all from the terminal, and frees its memory; for any thread."""
        return "".join(_command(f"a=d,d=I,i={number}") for number in [*self._numbers.values()])

    def change(self) -> tuple[str, str]:
        """The texts that take away what is seen no longer, and that place what is new."""
        if not self._is_noted:
            return "", ""
        self._is_noted = False
        wanted = set(self._wanted())
        gone = {place: self._placed.pop(place) for place in [*self._placed] if place not in wanted}
        shown = ""
        for place in sorted(wanted - self._placed.keys()):
            # Under the number of another one of the same image that is moved. Where a box cuts one
            # off, it goes away first.
            moved = next((one for one in gone if one.is_like(place)), None)
            number = gone.pop(moved) if moved else _free_number(place, self._placed | gone)
            shown += self._sent(place.image) + self._put(place, number)
            self._placed[place] = number
        away = (
            _command(f"a=d,d=i,i={self._numbers[place.image]},p={number}")
            for place, number in gone.items()
        )
        return "".join(away), shown

    def _wanted(self) -> Iterator[Placement]:
        """All that is to be seen: what cells show of the same picture in the same place."""
        seen: dict[tuple[Picture, int, int, int, int], list[tuple[int, int]]] = {}
        for (y, x), part in self._parts.items():
            picture, columns, rows, column, row = part
            seen.setdefault((picture, columns, rows, x - column, y - row), []).append((y, x))
        for (picture, columns, rows, left, top), cells in seen.items():
            image = self._image(picture, columns, rows)
            for x, y, width, height in _rectangles(sorted(cells)):
                yield Placement(image, x, y, x - left, y - top, width, height)

    def _image(self, picture: Picture, columns: int, rows: int) -> Image:
        width, height = self._cell()
        width, height = width * columns, height * rows
        part = min(MOST / max(width, height), 1)
        return Image(picture, columns, rows, round(width * part), round(height * part))

    def _sent(self, image: Image) -> str:
        """The text that sends an image, unless the terminal has it."""
        if image in self._numbers:
            return ""
        number = self._numbers[image] = len(self._numbers) + 1
        png = self._draw(image.picture, image.width, image.height)
        data = base64.b64encode(png).decode()
        keys, text = f"a=t,f=100,i={number},q=2", ""
        while data:
            chunk, data = data[:CHUNK], data[CHUNK:]
            more = ",m=1" if data else ",m=0" if text else ""
            text += _command(f"{keys}{more};{chunk}" if not text else f"{more[1:]};{chunk}")
        return text

    def _put(self, place: Placement, number: int) -> str:
        image = place.image
        keys = f"a=p,i={self._numbers[image]},p={number},c={place.columns},r={place.rows}"
        if (place.columns, place.rows) != (image.columns, image.rows):
            across, down = image.width / image.columns, image.height / image.rows
            keys += f",x={round(place.left * across)},y={round(place.top * down)}"
            keys += f",w={round(place.columns * across)},h={round(place.rows * down)}"
        at = f"\x1b[{place.y + 1};{place.x + 1}H"
        return at + _command(f"{keys},C=1,q=2")


def _free_number(wanted: Placement, placed: Mapping[Placement, int]) -> int:
    """The first number that no placement of the same image has."""
    taken = {number for place, number in placed.items() if place.image == wanted.image}
    return next(number for number in count(1) if number not in taken)


def _rectangles(cells: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Rectangles that cover cells, given row by row: column, row, columns and rows of each."""
    runs: list[tuple[int, int, int]] = []
    for y, x in cells:
        row, left, width = runs[-1] if runs else (-1, 0, 0)
        if (row, left + width) == (y, x):
            runs[-1] = row, left, width + 1
        else:
            runs.append((y, x, 1))
    found: dict[tuple[int, int], tuple[int, int]] = {}  # by place and width of the run
    for y, x, width in runs:
        top, height = found.get((x, width), (y, 0))
        if top + height != y:
            yield x, top, width, height
            top, height = y, 0
        found[x, width] = top, height + 1
    for (x, width), (top, height) in found.items():
        yield x, top, width, height


def _command(text: str) -> str:
    return f"\x1b_G{text}\x1b\\"
