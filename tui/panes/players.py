"""The two sides: who plays them, whose turn it is, their clocks, what they hold and have taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from makachess.core import Position
from makachess.core.pieces import format_piece
from makachess.core.spec import COLORS, Variant, opponent
from makachess.play.attacks import Royal
from makachess.play.material import Material, MaterialCount
from makachess.play.session.clock import describe_time
from makachess.play.session.opponents import short_name
from makachess.saves import TimeLeft
from makachess.tui.board import BoardWidget
from makachess.tui.charset import can_show
from makachess.tui.preferences import palette_of
from makachess.tui.text import MARK, Line, Part, TextWidget, cut, is_cut
from makachess.tui.themes import rich_style
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

GAP = 2  # columns between what a side holds and what it has taken
FEW_SECONDS, HURRY = 20, "!"  # under so many a clock has a sign
LEAST_NAME = 3  # columns
TIGHT = 12  # columns of a bar up to which the clock stands at its very end
CHIP = "▐▌"  # the square with the colour of a side's pieces


@dataclass(frozen=True, slots=True)
class Tray:
    """What a side has taken, the most valuable first, as `n2`; and how far it is ahead."""

    owner: str  # the colour of the pieces taken
    pieces: tuple[str, ...] = ()
    lead: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (" ".join(self.pieces), self.lead)))

    @property
    def width(self) -> int:
        return cell_len(" ".join(filter(None, (*self.pieces, self.lead))))

    def parts(self, room: int) -> list[Part]:
        """As much of it as fits into some columns: pieces before all, then the lead."""
        pieces = self._fitting(room)
        lead = " " * bool(pieces) + self.lead
        parts = [Part(pieces, self.owner)] if pieces else []
        fits = bool(self.lead) and cell_len(pieces + lead) <= room
        return parts + ([Part(lead, "quiet")] if fits else [])

    def _fitting(self, room: int) -> str:
        ends = [end - 1 for end in accumulate(cell_len(text) + 1 for text in self.pieces)]
        if not ends or ends[-1] <= room:
            return " ".join(self.pieces)
        count = sum(end + 1 + len(MARK) <= room for end in ends)
        return " ".join((*self.pieces[:count], MARK)) if count else ""


# A digit is 3 pixels wide and 5 high; a pixel is half a cell.
_DIGITS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    ":": ". # . # .",
}
_HALVES = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}
BIG = 3  # rows of a bar with large digits


def large_digits(text: str) -> list[str]:
    """A time such as `9:41` in three rows; empty if it has other signs, or blocks cannot be shown.

    >>> large_digits("1")
    [' ▄ ', '▀█ ', '▄█▄']
    """
    if not (set(text) <= set(_DIGITS) and can_show("".join(_HALVES.values()))):
        return []
    glyphs = [["", *_DIGITS[char].split()] for char in text]
    rows = []
    for y in range(0, 2 * BIG, 2):
        row = []
        for glyph in glyphs:
            lower = glyph[y + 1]
            upper = glyph[y] or "." * len(lower)
            row.append("".join(_HALVES[a + b] for a, b in zip(upper, lower, strict=True)))
        rows.append(" ".join(row))
    return rows


class Side(NamedTuple):
    """What a bar shows: a side's name, whether it is to move, its time, what it holds and took."""

    color: str = "white"
    name: str = ""
    is_on: bool = False
    time: TimeLeft | None = None
    details: Line = ()
    tray: Tray | None = None


class PlayerBar(TextWidget):
    """One side: a bar with its name and clock, and a row with what it holds and has taken."""

    def __init__(
        self, variant: Variant | None = None, *, near: bool = False, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._is_near = near  # it stands below all else, what it has taken above its bar
        self._variant = variant  # the squares of whose boards the pieces stand on
        self.side = Side()

    def show(self, side: Side) -> None:
        if side != self.side:
            self.side = side
            self.refresh()

    @property
    def cut_text(self) -> list[str]:
        width = self.size.width
        cut = []
        if " ".join(self._name_rows) != self.side.name:
            cut.append(_text([Part(f"{self._head}{self.side.name} {self._clock_text}")]))
        if is_cut(self.side.details, width):
            cut.append(_text(self.side.details))
        tray = self.side.tray
        if tray is not None and self._taken() != tray.parts(tray.width):
            taker = "White" if tray.owner == "black" else "Black"
            cut.append(f"{taker} has taken {tray}" if tray.pieces else f"{taker} is {tray}")
        return cut

    @property
    def text(self) -> str:
        rows = (self._parts(y) for y in range(self.size.height))
        return "\n".join("".join(part.text for part in row) for row in rows)

    @property
    def _head(self) -> str:
        if self._has_colors:
            return f"{CHIP} "
        color = self.side.color.capitalize()
        return f"{color} " if color != self.side.name else ""

    @property
    def _has_colors(self) -> bool:
        """Whether a square with a piece's colour on it tells the sides apart."""
        return not (self.app.no_color or palette_of(self).plain) and can_show(CHIP)

    @property
    def _clock_text(self) -> str:
        if self.side.time is None:
            return ""
        end = " " * (self.size.width > TIGHT)
        return f"{HURRY if self._is_hurried else ' '}{describe_time(self.side.time)}{end}"

    @property
    def _is_hurried(self) -> bool:
        return (
            self.side.is_on and self.side.time is not None and self.side.time.seconds < FEW_SECONDS
        )

    def _taken(self) -> list[Part]:
        used = cell_len(_text(self.side.details))
        if self.side.tray is None:
            return []
        return self.side.tray.parts(self.size.width - GAP - (used + GAP if used else 0))

    def render_line(self, y: int) -> Strip:
        strip = self.strip(self._parts(y))
        if y == self._second_row or self.app.no_color:
            return strip
        return strip.apply_style(self._style("bar") or Style())

    @property
    def _second_row(self) -> int:
        if self.size.height < 2:
            return -1
        return 0 if self._is_near else self.size.height - 1

    def _parts(self, y: int) -> Line:
        if y == self._second_row:
            taken = self._taken()
            gap = [Part(" " * GAP)] if self.side.details and taken else []
            return (Part(" "), *self.side.details, *gap, *taken)
        at = y - (self._second_row == 0)
        middle, big = self._bar_rows // 2, self._big_clock
        sign = HURRY if self._is_hurried and at == middle else " "
        clock = f"{sign}{big[at]} " if big else self._clock_text if at == middle else ""
        return self._bar_row(clock, at - middle, big=bool(big))

    @property
    def _bar_rows(self) -> int:
        return self.size.height - (self._second_row >= 0)

    @property
    def _big_clock(self) -> list[str]:
        if self._bar_rows < BIG or self.side.time is None:
            return []
        return large_digits(describe_time(self.side.time))

    @property
    def _room(self) -> int:
        """The columns for head and name: all but those of the clock and the sign of the turn."""
        big = self._big_clock
        clock = cell_len(big[0]) + 2 if big else cell_len(self._clock_text)
        return self.size.width - clock - (1 if self._has_colors else 2)

    @property
    def _head_shown(self) -> str:
        return self._head if self._room - cell_len(self._head) >= LEAST_NAME else ""

    @property
    def _name_rows(self) -> list[str]:
        """The name, in two rows where that is how all of it fits beside a large clock.

        In one row it is what goes without saying that is left out first.
        """
        room = self._room - cell_len(self._head_shown)
        words = self.side.name.split(" ")
        if cell_len(self.side.name) > room and self._bar_rows >= BIG:
            for at in range(1, len(words)):
                rows = [" ".join(words[:at]), " ".join(words[at:])]
                if max(map(cell_len, rows)) <= room:
                    return rows
        name = self.side.name
        if cell_len(name) > room:
            name = short_name(name)
        return [cut(name, room)]

    def _bar_row(self, clock: str, at: int, *, big: bool) -> Line:
        """A row of the bar, `at` rows below the one with the name."""
        width = self.size.width
        sign = "▌" if self._has_colors else "  " if at else "> "
        head: list[Part] = [Part(sign if self.side.is_on else " " * len(sign), "accent")]
        if 0 <= at < len(names := self._name_rows):
            chip, role = self._head_shown, self.side.color if self._has_colors else ""
            chip = " " * cell_len(chip) if at else chip
            head += [Part(chip[:-1], "" if at else role), Part(chip[-1:])]
            head.append(Part(names[at], "strong" if self.side.is_on and not at else ""))
        used = cell_len("".join(part.text for part in head))
        role = ("accent" if big else "clock") if self.side.is_on else "quiet" if big else ""
        if self._is_hurried:
            role = "alarm" if not big else "alert"
        return (*head, Part(" " * max(width - used - cell_len(clock), 0)), Part(clock, role))

    def _style(self, role: str) -> Style | None:
        """The style of a role, or of a side's pieces as they look on the board."""
        if role not in COLORS:
            return super()._style(role)
        if not self._has_colors:
            return Style(bold=True)
        palette = palette_of(self, self._variant)
        return rich_style(palette.body(role).ink, palette.squares.dark)


class Players:
    """Both sides, the far end of the board's above and the near one's below what is between."""

    def __init__(self, variant: Variant) -> None:
        self.far, self.near = PlayerBar(variant, id="far"), PlayerBar(variant, near=True, id="near")

    def show(
        self,
        names: Mapping[str, str],
        turn: str | None,
        *,
        clocks: Mapping[str, TimeLeft],
        flipped: bool,
        details: Mapping[str, Line],
        trays: Mapping[str, Tray],
    ) -> None:
        order = ("white", "black") if flipped else ("black", "white")
        for c, bar in zip(order, (self.far, self.near), strict=True):
            name = names.get(c, "?")
            bar.show(Side(c, name, c == turn, clocks.get(c), details[c], trays[c]))

    def cut_text(self) -> str:
        """The whole text of what is too long or hidden; empty if all can be read."""
        return ", ".join([*self.far.cut_text, *self.near.cut_text])


def _text(line: Line) -> str:
    return " ".join("".join(part.text for part in line).replace(CHIP, "").split())


def side_details(position: Position, royals: tuple[Royal, ...]) -> dict[str, Line]:
    """What each side holds besides its pieces on the board: its reserve, or its royals."""
    if position.variant.promotion.reserve:
        return {color: _reserve(position.reserve(color)) for color in COLORS}
    return {color: _royals([r for r in royals if r.color == color]) for color in COLORS}


def _reserve(pieces: dict[str, int]) -> Line:
    held = " ".join(kind if count == 1 else f"{kind}{count}" for kind, count in pieces.items())
    return (Part("reserve ", "quiet"), Part(held or "-"))


def _royals(royals: list[Royal]) -> Line:
    """The royals of one side, those in danger marked `!`."""
    parts = [Part("royal: ", "quiet")] if royals else []
    for royal in royals:
        parts += [Part(", ")] if len(parts) > 1 else []
        parts.append(Part(f"{royal.name}!", "alert") if royal.in_danger else Part(royal.name))
    return tuple(parts)


class MaterialDisplay:
    """Draws the pieces that have been taken as the board does; `changed` when there is more."""

    def __init__(self, board: BoardWidget, changed: Callable[[], object]) -> None:
        self._board = board
        self._count = MaterialCount(changed)

    def trays(self, position: Position) -> dict[str, Tray]:
        material = self._count.of(position)
        leads = {"white": material.lead, "black": -material.lead}
        return {color: self._tray(material, color, leads[color]) for color in COLORS}

    def _tray(self, material: Material, color: str, lead: int) -> Tray:
        owner = opponent(color)
        lost = material.lost.get(owner, ())
        pieces = grouped((self._drawn(owner, kind), count) for kind, count in lost)
        return Tray(owner, pieces, format_lead(lead))

    def _drawn(self, color: str, kind: str) -> str:
        board = self._board
        colored = not board.app.no_color
        return board.piece_set.figurine(format_piece((kind, color)), board.variant, color=colored)

    async def close(self) -> None:
        await self._count.close()


def grouped(pieces: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Pieces with their numbers, such as `n2`; types that are drawn alike count as one."""
    numbers: Counter[str] = Counter()
    for piece, count in pieces:
        numbers[piece] += count
    return tuple(f"{piece}{count}" if count > 1 else piece for piece, count in numbers.items())


def format_lead(centipawns: int) -> str:
    """A lead in words, such as `2 Pawns up`; empty for a side that is not ahead."""
    pawns = (centipawns + 50) // 100
    return f"{pawns} Pawn{'s' * (pawns > 1)} up" if pawns > 0 else ""
