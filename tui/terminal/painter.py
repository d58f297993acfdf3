"""Write only the cells that differ from what the terminal shows already, in the shortest text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from makachess.tui.board.images import draw_picture
from makachess.tui.charset import fit_char
from makachess.tui.pictures import Pictures
from makachess.tui.terminal.driver import can_erase_parts
from makachess.tui.textual_private import ChopsUpdate, CompositorUpdate, LayoutUpdate, OpenApp
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.style import Style
from textual.screen import Screen
from textual.strip import Strip

_ATTRIBUTES = (
    ("bold", "1"),
    ("dim", "2"),
    ("italic", "3"),
    ("underline", "4"),
    ("reverse", "7"),
    ("strike", "9"),
)
_LINES = {"4", "9"}  # attributes that draw lines, also where there is no character
_ON_BLANKS = {*_LINES, "7"}  # attributes that can be seen where there is no character
_COLOR, _GROUND = "38;", "48;"  # how inks and grounds begin that go by numbers
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

    @property
    def ground_seen(self) -> str | None:
        """The ground of a blank, in reverse video the other colour; None if that is no number."""
        if "7" not in self.attributes:
            return self.ground
        number = self.color.removeprefix(_COLOR)
        return _GROUND + number if number != self.color else None

    @property
    def exchanged(self) -> Ink:
        """What looks the same with reverse video turned and both colours exchanged.

        Only of colours that go by numbers: not all others can be grounds.
        """
        color, ground = self.color.removeprefix(_COLOR), self.ground.removeprefix(_GROUND)
        if color == self.color or ground == self.ground:
            return self
        turned = self.with_reverse(on="7" not in self.attributes)
        return turned._replace(color=_COLOR + ground, ground=_GROUND + color)

    def with_reverse(self, *, on: bool) -> Ink:
        """The same in reverse video, or not."""
        codes = {*self.attributes, "7"} if on else {*self.attributes} - {"7"}
        return self._replace(attributes=tuple(code for _, code in _ATTRIBUTES if code in codes))


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


@lru_cache(maxsize=16384)
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
    gone = set(old.attributes) - set(new.attributes)
    # Terminals too old for the code that ends reverse video have no 256 colours either.
    if gone and (gone != {"7"} or not new.color.startswith("38;")):
        return reset
    codes = ["27"] if gone else []
    codes += [code for code in new.attributes if code not in old.attributes]
    codes += [new.color or "39"] if new.color != old.color else []
    codes += [new.ground or "49"] if new.ground != old.ground else []
    return min(f"\x1b[{';'.join(codes)}m", reset, key=len)


@lru_cache(maxsize=8192)
def turn(old: Ink, new: Ink, *, blank: bool) -> tuple[str, Ink]:
    """The shortest sequence after which a character, or a blank, looks as in a new ink.

    With it goes the ink that the terminal has then: that may be the other one in reverse video with
    the colours exchanged, which is short where two grounds alternate.
    """
    if old in (new, new.exchanged):
        return "", old
    alike = [new, new.exchanged]
    if blank and not new.shows_on_blanks and _LINES.isdisjoint(old.attributes):
        if old.ground_seen == new.ground:
            return "", old
        if new.ground:
            alike.append(old.with_reverse(on=False)._replace(ground=new.ground))
        if new.ground.startswith(_GROUND):
            color = _COLOR + new.ground.removeprefix(_GROUND)
            alike.append(old.with_reverse(on=True)._replace(color=color))
    return min(((change(old, one), one) for one in alike), key=lambda way: len(way[0]))


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
        return short and not any(turn(self._ink, ink, blank=text == " ")[0] for text, ink in cells)

    def finish(self) -> str:
        """Everything collected, with the style reset behind it."""
        return "".join(self._parts) + ("\x1b[m" if self._ink != PLAIN else "")

    def _write(self, x: int, y: int, cells: Sequence[Cell]) -> None:
        if not cells:
            return
        self._go_to(x, y)
        for text, ink in cells:
            if ink is not self._ink:
                self._take(text, ink)
            self._parts.append(text)
        self._at = (x + len(cells), y)

    def _erase(self, x: int, y: int, count: int, *, whole: bool) -> None:
        """Erase cells, or the `whole` rest of the row; the cursor stays where they begin."""
        self._go_to(x, y)
        self._take(*BLANK)
        self._parts.append("\x1b[K" if whole else f"\x1b[{count}X")
        self._at = (x, y)

    def _go_to(self, x: int, y: int) -> None:
        if self._at == (x, y):
            return
        if self._at[1] == y and x > self._at[0]:
            self._parts.append(f"\x1b[{x - self._at[0]}C")
        else:
            self._parts.append(f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H")

    def _take(self, text: str, ink: Ink) -> None:
        """Take another ink if a cell would not come out right in the one that the pen has."""
        change_of_ink, self._ink = turn(self._ink, ink, blank=text == " ")
        self._parts.append(change_of_ink)


def _empty_stretches(cells: Sequence[Cell], *, ends_row: bool) -> Iterator[tuple[int, int]]:
    """Where a run of blanks without style is long enough to be erased in fewer bytes."""
    start = 0
    for at, cell in enumerate(cells):
        if cell != BLANK:
            if at - start >= ERASE:
                yield start, at
            start = at + 1
    if len(cells) - start >= (ERASE_REST if ends_row else ERASE):
        yield start, len(cells)


# --- painter --------------------------------------------------------------------------------------
#
# Write only the cells that differ from what the terminal shows already.
#
# Textual repaints a widget's lines from its left edge and a moved layout as a whole screen. Over
# SSH each of those bytes costs, so every update passes through here: it is compared cell by cell
# with what was written last, and only the differences go out.

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

    def __init__(self, pictures: Pictures | None = None, *, erases: bool = True) -> None:
        self.pictures = pictures or Pictures(draw_picture)
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
        """Row by row, or ink by ink if that is shorter, as it is on squares of many rows."""
        pen, runs = Pen(erases=self._erases), []
        for y, left, strips in spans:
            if y < len(self._rows):
                # The window may have become narrower since.
                cells = strip_cells(strips, system)[: max(len(self._rows[y]) - left, 0)]
                runs += self._write_span(pen, y, left, cells)
                self.pictures.note(left, y, len(cells), strips)
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


# --- painted --------------------------------------------------------------------------------------
#
# An app whose pictures reach the terminal as their differences, and only when the line is free.


class PaintedApp(OpenApp):
    """Passes every update through its painter, unless its driver holds pictures back."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.painter = Painter(erases=can_erase_parts(os.environ.get("TERM", "")))

    def paint(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Write only what differs from what the terminal shows."""
        if not getattr(screen, "is_arranged", True):
            return
        pacing = getattr(self.driver, "pacing", None)
        if isinstance(renderable, CompositorUpdate):
            if pacing is not None and pacing.holds_back(self._draw_all):
                return
            renderable = self.painter.reduce(renderable)
            # Input methods open their window at the terminal's cursor, seen or not.
            self.cursor_position = getattr(self.screen, "typing_place", self.cursor_position)
        super().paint(screen, renderable)
        if pacing is not None and self.driver is not None and (question := pacing.question()):
            self.driver.write(question)

    @property
    def is_line_slow(self) -> bool:
        """Whether the line to the terminal has shown itself slow."""
        pacing = getattr(self.driver, "pacing", None)
        return pacing is not None and pacing.is_slow

    def _draw_all(self) -> None:
        """Draw what has changed anywhere on the screen."""
        if self.is_batching:
            self.screen.refresh()  # all of it, once the batch has ended
        else:
            self.paint(self.screen, self.whole_picture())
