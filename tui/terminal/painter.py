"""Write only the cells that differ from what the terminal shows already.

Textual repaints a widget's lines from its left edge and a moved layout as a whole screen. Over SSH
each of those bytes costs, so every update passes through here: it is compared cell by cell with
what was written last, and only the differences go out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from makachess.tui.charset import fit_char
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

# A cell is its text and the SGR codes it is written with. The second half of a wide character has
# no text; None stands for an unknown cell.
Cell = tuple[str, str]
BLANK: Cell = (" ", "")
MAX_GAP = 4  # unchanged cells that are cheaper to write again than to jump over

_ATTRIBUTES = (
    ("bold", "1"),
    ("dim", "2"),
    ("italic", "3"),
    ("underline", "4"),
    ("reverse", "7"),
    ("strike", "9"),
)


@lru_cache(maxsize=4096)
def sgr_codes(style: Style | None, system: ColorSystem | None) -> str:
    """The SGR codes of a style, seen from a terminal that has just been reset."""
    if style is None:
        return ""
    codes = [code for name, code in _ATTRIBUTES if getattr(style, name)]
    for color, foreground in ((style.color, True), (style.bgcolor, False)):
        if system is not None and color is not None and not color.is_default:
            codes += color.downgrade(system).get_ansi_codes(foreground)
    return ";".join(codes)


def strip_cells(strips: Iterable[Strip], system: ColorSystem | None) -> list[Cell]:
    """The cells of adjoining strips from left to right."""
    cells: list[Cell] = []
    for strip in strips:
        for text, style, control in strip:
            if control:
                continue
            codes = sgr_codes(style, system)
            if text.isascii() and text.isprintable():
                cells += [(char, codes) for char in text]
            else:
                _add_odd(cells, text, codes)
    return cells


def _add_odd(cells: list[Cell], text: str, codes: str) -> None:
    """Add characters that may be wide, combining or unknown; no command to the terminal passes."""
    for char in text:
        width = cell_len(char)
        if not char.isprintable():
            cells += [(" ", codes)] * width
        elif width:
            shown = fit_char(char)
            columns = [char, ""] if shown == char else shown.ljust(width, "?")
            cells += [(column, codes) for column in columns[:width]]
        elif (
            cells and fit_char(char) == char
        ):  # a combining mark belongs to the character before it
            cells[-1] = (cells[-1][0] + char, codes)


class Painter:
    """What the terminal shows, cell by cell."""

    def __init__(self) -> None:
        self._rows: list[list[Cell | None]] = []

    def forget(self) -> None:
        """Take nothing as shown: the next update must be one of the whole screen."""
        self._rows = []

    def reduce(self, update: CompositorUpdate) -> CompositorUpdate:
        """The same update, written as its differences from what is shown by then."""
        return Difference(self, update)

    def difference(self, update: CompositorUpdate, console: Console) -> str:
        """The text that turns what is shown into the update, which counts as shown from now on."""
        system = COLOR_SYSTEMS.get(console.color_system or "")
        if isinstance(update, LayoutUpdate):
            return self._full(update, system)
        if isinstance(update, ChopsUpdate):
            return self._write(_spans(update, system)) if self._rows else ""
        self.forget()
        return update.render_segments(console)

    def _full(self, update: LayoutUpdate, system: ColorSystem | None) -> str:
        width, height = update.region.size
        clear = ""
        if len(self._rows) != height or len(self._rows[0]) != width:
            self._rows = [[BLANK] * width for _ in range(height)]
            clear = "\x1b[m\x1b[2J"
        lines = ((y, 0, strip_cells(line, system)) for y, line in enumerate(update.strips))
        return clear + self._write(lines)

    def _write(self, spans: Iterable[tuple[int, int, list[Cell]]]) -> str:
        pen = Pen()
        for y, left, cells in spans:
            if y < len(self._rows):
                self._write_span(pen, y, left, cells)
        return pen.finish()

    def _write_span(self, pen: Pen, y: int, left: int, cells: list[Cell]) -> None:
        row = self._rows[y]
        cells = cells[: len(row) - left]
        for start, end in _changed(row[left : left + len(cells)], cells):
            pen.put(left + start, y, cells[start:end])
        right = left + len(cells)
        if left and _is_half(row[left]) and not _is_half(cells[0]):
            row[left - 1] = None  # the terminal has wiped the other half of a wide character
        if right < len(row) and _is_half(row[right]):
            row[right] = None
        row[left:right] = cells


def _spans(
    update: ChopsUpdate, system: ColorSystem | None
) -> Iterator[tuple[int, int, list[Cell]]]:
    """The updated pieces of lines as (row, first column, cells)."""
    for y, x1, x2 in update.spans:
        for x, strip in update.chops[y].items():
            if strip is None or x >= x2 or x + strip.cell_length <= x1:
                continue
            start, end = max(x, x1), min(x + strip.cell_length, x2)
            yield y, start, strip_cells([strip.crop(start - x, end - x)], system)


def _is_half(cell: Cell | None) -> bool:
    return cell is not None and cell[0] == ""


def _changed(old: list[Cell | None], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """Ranges of columns that differ, near ones joined, wide characters never split."""
    start = end = -1
    for x, cell in enumerate(new):
        if cell == old[x]:
            continue
        first = x - 1 if cell[0] == "" and x else x
        last = x + 2 if x + 1 < len(new) and new[x + 1][0] == "" else x + 1
        if start >= 0 and first - end > MAX_GAP:
            yield _whole(new, start, end)
            start = -1
        start, end = (first if start < 0 else start), last
    if start >= 0:
        yield _whole(new, start, end)


def _whole(cells: list[Cell], start: int, end: int) -> tuple[int, int]:
    """The range widened to take in both halves of a wide character at its ends."""
    while start > 0 and cells[start][0] == "":
        start -= 1
    while end < len(cells) and cells[end][0] == "":
        end += 1
    return start, end


class Pen:
    """Collects text with the fewest cursor movements and changes of style."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at = (-1, -1)
        self._codes = ""

    def put(self, x: int, y: int, cells: list[Cell]) -> None:
        """Write cells from a place on."""
        if self._at != (x, y):
            jump = x - self._at[0] > 0 and self._at[1] == y
            self._parts.append(f"\x1b[{x - self._at[0]}C" if jump else f"\x1b[{y + 1};{x + 1}H")
        for char, codes in cells:
            if codes != self._codes:
                self._parts.append(f"\x1b[0;{codes}m" if codes else "\x1b[m")
                self._codes = codes
            self._parts.append(char)
        self._at = (x + len(cells), y)

    def finish(self) -> str:
        """Everything collected, with the style reset behind it."""
        return "".join(self._parts) + ("\x1b[m" if self._codes else "")


class Difference(CompositorUpdate):
    """An update compared only when it is written, so that nothing dropped counts as shown."""

    def __init__(self, painter: Painter, update: CompositorUpdate) -> None:
        self._painter = painter
        self._update = update

    def render_segments(self, console: Console) -> str:
        """The terminal text of what differs."""
        return self._painter.difference(self._update, console)
