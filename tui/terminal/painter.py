"""Write only the cells that differ from what the terminal shows already, all of one look together.

Textual repaints a widget's lines from its left edge and a moved layout as a whole screen. Over SSH
each of those bytes costs, so every update passes through here: it is compared cell by cell with
what was written last, and only the differences go out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from makachess.tui.board.images import draw_picture
from makachess.tui.charset import fit_char
from makachess.tui.pictures import Pictures
from makachess.tui.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate, OpenApp
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

_ATTRIBUTES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "reverse": "7",
    "strike": "9",
}
_ON_BLANKS = {"4", "7", "9"}  # those that can be seen where there is no character


class Ink(NamedTuple):
    """How a cell is written: SGR codes, empty where the terminal's own look is meant."""

    attributes: str = ""
    color: str = ""
    ground: str = ""
    is_seen: bool = False  # on a blank, which shows more of it than its ground


# A cell is its text and how it is written. The second half of a wide character has no text.
Cell = tuple[str, Ink]
PLAIN = Ink()
MAX_GAP = 4  # cells that are cheaper to write again than to jump over
BLANK: Cell = (" ", PLAIN)
MIN_REST = 5  # blanks at the end of a row that are cheaper to erase than to write


@lru_cache(maxsize=16384)
def inks_of(style: Style | None, system: ColorSystem | None) -> tuple[Ink, Ink]:
    """How characters of a style are written, and how blanks are."""
    if style is None:
        return PLAIN, PLAIN
    codes = [code for name, code in _ATTRIBUTES.items() if getattr(style, name)]
    ground = _color_codes(style.bgcolor, system, foreground=False)
    color = _color_codes(style.color, system, foreground=True)
    ink = Ink(";".join(codes), color, ground, not _ON_BLANKS.isdisjoint(codes))
    return ink, ink if ink.is_seen else Ink(ground=ground)


def _color_codes(color: Color | None, system: ColorSystem | None, *, foreground: bool) -> str:
    if system is None or color is None or color.is_default:
        return ""
    return ";".join(color.downgrade(system).get_ansi_codes(foreground))


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


class Pen:
    """Collects what is to be written by its ink, so that each ink is taken once."""

    def __init__(self) -> None:
        self._runs: dict[Ink, list[tuple[int, int, Sequence[Cell]]]] = {}

    def put(self, x: int, y: int, cells: Sequence[Cell]) -> None:
        """Write cells from a place on; blanks go with what stands on the same ground."""
        start, ink, bare = 0, PLAIN, True
        for at, (text, other) in enumerate(cells):
            blank = text == " " and not other.is_seen
            is_alike = other.ground == ink.ground and not (ink.is_seen or other.is_seen)
            fits = other == ink or (is_alike and (blank or bare))
            if at > start and not fits:
                self._runs.setdefault(ink, []).append((x + start, y, cells[start:at]))
                start, bare = at, True
            if at == start or (bare and not blank):
                ink, bare = other, blank
        self._runs.setdefault(ink, []).append((x + start, y, cells[start:]))

    def finish(self, rows: Sequence[Sequence[Cell | None]]) -> str:
        """The text that makes the rows what they are now, with the style reset behind it."""
        parts = []
        last, place = PLAIN, (-1, -1)
        for ink, runs in self._runs.items():
            parts.append(_change(last, ink))
            last = ink
            for x, y, cells in runs:
                if place[1] == y and x > place[0]:
                    parts.append(f"\x1b[{x - place[0]}C")
                elif place != (x, y):
                    parts.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")
                rest = _blank_rest(cells)
                if rest >= MIN_REST and _blank_rest(rows[y]) >= len(rows[y]) - x - len(cells):
                    cells = cells[: len(cells) - rest]
                    parts += [*(text for text, _ in cells), "\x1b[K"]
                else:
                    parts += (text for text, _ in cells)
                place = (x + len(cells), y)
        return "".join(parts) + _change(last, PLAIN)


def _blank_rest(cells: Sequence[Cell | None]) -> int:
    """How many blanks stand at the end."""
    return sum(1 for _ in takewhile(BLANK.__eq__, reversed(cells)))


def _change(old: Ink, new: Ink) -> str:
    """From one ink to another; where attributes end, all that is set is reset."""
    if new == old:
        return ""
    if new == PLAIN:
        return "\x1b[m"
    codes = []
    if old.attributes != new.attributes:
        codes = ["0", new.attributes] if old != PLAIN else [new.attributes]
        old = PLAIN
    codes += [new.color or "39"] if new.color != old.color else []
    codes += [new.ground or "49"] if new.ground != old.ground else []
    return f"\x1b[{';'.join(filter(None, codes))}m"


class Painter:
    """What the terminal shows, cell by cell."""

    def __init__(self) -> None:
        self.pictures = Pictures(draw_picture)
        self._rows: list[list[Cell | None]] = []

    def forget(self) -> None:
        """Take nothing as shown: the next update must be one of the whole screen."""
        self._rows = []

    def difference(self, update: CompositorUpdate, console: Console) -> str:
        """The text that turns what is shown into the update, which counts as shown from now on."""
        system = COLOR_SYSTEMS.get(console.color_system or "")
        if isinstance(update, LayoutUpdate):
            clear = self._clear(*update.region.size)
            lines = ((y, 0, list(strips)) for y, strips in enumerate(update.strips))
            text = self._write(lines, system)
        elif isinstance(update, ChopsUpdate):
            clear, text = "", self._write(_spans(update), system)
        else:
            self.forget()
            return update.render_segments(console)
        gone, placed = self.pictures.change()
        return clear + gone + text + placed

    def _clear(self, width: int, height: int) -> str:
        """The text that clears a terminal of which nothing is known, or not its size."""
        if len(self._rows) == height and len(self._rows[0]) == width:
            return ""
        self._rows = [[BLANK] * width for _ in range(height)]
        return self.pictures.forget() + "\x1b[m\x1b[2J"

    def _write(self, spans: Iterable[Span], system: ColorSystem | None) -> str:
        pen = Pen()
        for y, left, strips in spans:
            if y < len(self._rows):
                # The window may have become narrower since.
                cells = strip_cells(strips, system)[: max(len(self._rows[y]) - left, 0)]
                for start, end in self._differing(y, left, cells):
                    pen.put(left + start, y, cells[start:end])
                self.pictures.note(left, y, len(cells), strips)
        return pen.finish(self._rows)

    def _differing(self, y: int, left: int, cells: list[Cell]) -> list[tuple[int, int]]:
        """Ranges of cells that differ from those of a row, in whose place they are put."""
        row = self._rows[y]
        right = left + len(cells)
        if cells == (old := row[left:right]):
            return []
        differing = list(_joined(_changed(old, cells), cells))
        if left and _is_half(row[left]) and not _is_half(cells[0]):
            row[left - 1] = None  # the terminal has wiped the other half of a wide character
        if right < len(row) and _is_half(row[right]):
            row[right] = None
        row[left:right] = cells
        return differing


Span = tuple[int, int, Sequence[Strip]]  # row, first column, and what stands there


def _spans(update: ChopsUpdate) -> Iterator[Span]:
    """The updated pieces of lines."""
    for y, x1, x2 in update.spans:
        for x, strip in update.chops[y].items():
            if strip is None or x >= x2 or x + strip.cell_length <= x1:
                continue
            start, end = max(x, x1), min(x + strip.cell_length, x2)
            yield y, start, [strip.crop(start - x, end - x)]


def _is_half(cell: Cell | None) -> bool:
    return cell is not None and cell[0] == ""


def _changed(old: list[Cell | None], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """Ranges of columns that differ, widened to both halves of wide characters at their ends."""
    start = -1
    for x in range(len(new) + 1):
        if x < len(new) and new[x] != old[x]:
            start = x if start < 0 else start
        elif start >= 0:
            end = x
            while start > 0 and new[start][0] == "":
                start -= 1
            while end < len(new) and new[end][0] == "":
                end += 1
            yield start, end
            start = -1


def _joined(ranges: Iterable[tuple[int, int]], new: list[Cell]) -> Iterator[tuple[int, int]]:
    """The same ranges, those joined between which few cells of the same look need not change."""
    last: tuple[int, int] | None = None
    for start, end in ranges:
        if (
            last is not None
            and start - last[1] <= MAX_GAP
            and _is_even(new[last[1] - 1 : start + 1])
        ):
            start = last[0]
        elif last is not None:
            yield last
        last = start, end
    if last is not None:
        yield last


def _is_even(cells: list[Cell]) -> bool:
    """Whether cells are written in one ink, and each with one byte."""
    inks = {ink for text, ink in cells if text != " " or ink.is_seen}
    grounds = {ink.ground for _, ink in cells}
    return len(grounds) == 1 and len(inks) <= 1 and all(text.isascii() for text, _ in cells)


class Difference(CompositorUpdate):
    """An update compared only when it is written, so that nothing dropped counts as shown."""

    def __init__(self, painter: Painter, update: CompositorUpdate) -> None:
        self._painter = painter
        self._update = update

    def render_segments(self, console: Console) -> str:
        """The terminal text of what differs."""
        return self._painter.difference(self._update, console)


class PaintedApp(OpenApp):
    """Passes every update through its painter, unless its driver holds pictures back."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.painter = Painter()

    def paint(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write only what differs from what the terminal shows."""
        if not getattr(screen, "is_arranged", True):
            return
        pacing = getattr(self.driver, "pacing", None)
        if isinstance(renderable, CompositorUpdate):
            if pacing is not None and pacing.holds_back(self._draw_all):
                return
            renderable = Difference(self.painter, renderable)
            # Input methods open their window at the terminal's cursor, seen or not.
            self.cursor_position = getattr(self.screen, "typing_place", self.cursor_position)
        super().paint(screen, renderable)

    def _draw_all(self) -> None:
        """Draw what has changed anywhere on the screen."""
        if self.is_batching:
            self.screen.refresh()  # all of it, once the batch has ended
        else:
            self.paint(self.screen, self.whole_picture())
