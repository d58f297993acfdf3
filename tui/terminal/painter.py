"""Write only the cells that differ from what the terminal shows already.

Textual repaints a widget's lines from its left edge and a moved layout as a whole screen. Over SSH
each of those bytes costs, so every update passes through here: it is compared cell by cell with
what was written last, and only the differences go out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from makachess.tui.charset import fit_char
from makachess.tui.terminal.pen import BLANK, Cell, Ink, Pen, Run, inks_of
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

MOST_SORTED = 6_000  # cells; larger pictures are as short row by row


def strip_cells(strips: Iterable[Strip], system: ColorSystem | None) -> list[Cell]:
    """The cells of adjoining strips from left to right."""
    cells: list[Cell] = []
    for strip in strips:
        for text, style, control in strip:
            if control:
                continue
            ink, on_blanks = inks_of(style, system)
            if text.isascii() and text.isprintable():
                blank = (" ", on_blanks)
                cells += [blank if char == " " else (char, ink) for char in text]
            else:
                _add_odd(cells, text, ink, on_blanks)
    return cells


def _add_odd(cells: list[Cell], text: str, ink: Ink, on_blanks: Ink) -> None:
    """Add characters that may be wide, combining or unknown; no command to the terminal passes."""
    for char in text:
        width = cell_len(char)
        if not char.isprintable() or char == " ":
            cells += [(" ", on_blanks)] * width
        elif width:
            shown = fit_char(char)
            columns = [char, ""] if shown == char else shown.ljust(width, "?")
            cells += [(column, ink) for column in columns[:width]]
        elif cells and fit_char(char) == char:  # a mark on the character before it
            cells[-1] = (cells[-1][0] + char, ink)


class Painter:
    """What the terminal shows, cell by cell; `erases`: it can erase within a row."""

    def __init__(self, *, erases: bool = True) -> None:
        self._erases = erases
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
        """Row by row, or ink by ink if that is shorter, as it is on squares of many rows."""
        pen, runs = Pen(erases=self._erases), []
        for y, left, cells in spans:
            if y < len(self._rows):
                runs += self._write_span(pen, y, left, cells)
        text = pen.finish()
        if len(runs) < 2 or sum(len(run.cells) for run in runs) > MOST_SORTED:
            return text
        return min(text, self._by_ink(runs), key=len)

    def _by_ink(self, runs: Iterable[Run]) -> str:
        """The text that writes runs, all of one ink before any of the next."""
        inks: dict[Ink, list[Run]] = {}
        for run in runs:
            for ink, part in run.split():
                inks.setdefault(ink, []).append(part)
        pen = Pen(erases=self._erases)
        for parts in inks.values():
            for part in parts:
                pen.put(part.x, part.y, part.cells, ends_row=part.ends_row)
        return pen.finish()

    def _write_span(self, pen: Pen, y: int, left: int, cells: list[Cell]) -> list[Run]:
        """Write what differs of a row; it is also returned."""
        row = self._rows[y]
        cells = cells[: max(len(row) - left, 0)]  # the window may have become narrower since
        right = left + len(cells)
        old = row[left:right]
        runs: list[Run] = []
        if cells == old:
            return runs
        done = len(cells)
        for start, end in _joined(_changed(old, cells), cells):
            runs.append(Run(left + start, y, cells[start:end], left + end == len(row)))
            if start > done and pen.flows(cells[done:start]):
                start = done
            pen.put(left + start, y, cells[start:end], ends_row=left + end == len(row))
            done = end
        if left and _is_half(row[left]) and not _is_half(cells[0]):
            row[left - 1] = None  # the terminal has wiped the other half of a wide character
        if right < len(row) and _is_half(row[right]):
            row[right] = None
        row[left:right] = cells
        return runs


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
    """Ranges of columns that differ, adjoining ones joined, wide characters never split."""
    start = end = -1
    for x, cell in enumerate(new):
        if cell == old[x]:
            continue
        first = x - 1 if cell[0] == "" and x else x
        last = x + 2 if x + 1 < len(new) and new[x + 1][0] == "" else x + 1
        if start >= 0 and first > end:
            yield _whole(new, start, end)
            start = -1
        start, end = (first if start < 0 else start), last
    if start >= 0:
        yield _whole(new, start, end)


def _joined(ranges: Iterable[tuple[int, int]], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """The same ranges, those joined between which there is nothing but blanks to be erased."""
    last: tuple[int, int] | None = None
    for start, end in ranges:
        if last is not None and all(cell == BLANK for cell in new[last[1] - 1 : start + 1]):
            start = last[0]
        elif last is not None:
            yield last
        last = start, end
    if last is not None:
        yield last


def _whole(cells: list[Cell], start: int, end: int) -> tuple[int, int]:
    """The range widened to take in both halves of a wide character at its ends."""
    while start > 0 and cells[start][0] == "":
        start -= 1
    while end < len(cells) and cells[end][0] == "":
        end += 1
    return start, end


class Difference(CompositorUpdate):
    """An update compared only when it is written, so that nothing dropped counts as shown."""

    def __init__(self, painter: Painter, update: CompositorUpdate) -> None:
        self._painter = painter
        self._update = update

    def render_segments(self, console: Console) -> str:
        """The terminal text of what differs."""
        return self._painter.difference(self._update, console)
