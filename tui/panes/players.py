"""The two sides: who plays them, what is on their clocks, whose turn it is, what they hold.

And what they have taken, where there is room for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from makachess.core import Position
from makachess.core.pieces import format_piece
from makachess.core.spec import COLORS, Variant, opponent
from makachess.play.attacks import Royal
from makachess.play.material import Material, MaterialCount
from makachess.play.session.clock import describe_time
from makachess.saves import TimeLeft
from makachess.tui.board import BoardWidget
from makachess.tui.preferences import palette_of
from makachess.tui.text import MARK, Line, Part, TextWidget, is_cut
from makachess.tui.themes import rich_style
from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

GAP = 2  # columns between what a side holds and what it has taken


@dataclass(frozen=True, slots=True)
class Tray:
    """What a side has taken, the most valuable first, as `n2`; and how far it is ahead."""

    owner: str  # the colour of the pieces taken
    pieces: tuple[str, ...] = ()
    lead: str = ""

    def __str__(self) -> str:
        ahead = f"ahead by {self.lead.removeprefix('+')}" if self.lead else ""
        return ", ".join(filter(None, (" ".join(self.pieces), ahead)))

    @property
    def width(self) -> int:
        """The columns of all of it."""
        return cell_len(" ".join(filter(None, (*self.pieces, self.lead))))

    def parts(self, room: int) -> list[Part]:
        """As much of it as fits into some columns: the lead before all, then pieces."""
        lead = self.lead if cell_len(self.lead) <= room else ""
        pieces = self._fitting(room - (cell_len(lead) + 1 if lead else 0))
        parts = [Part(pieces, self.owner)] if pieces else []
        return parts + ([Part(" " * bool(pieces) + lead, "accent")] if lead else [])

    def _fitting(self, room: int) -> str:
        ends = [end - 1 for end in accumulate(cell_len(text) + 1 for text in self.pieces)]
        if not ends or ends[-1] <= room:
            return " ".join(self.pieces)
        count = sum(end + 1 + len(MARK) <= room for end in ends)
        return " ".join((*self.pieces[:count], MARK)) if count else ""


class Players(TextWidget):
    """The side at the far end of the board first, each with a second row if there is room.

    `detailed`: there must be, for reserves or royals.
    """

    DEFAULT_CSS = "Players { height: 2; width: 1fr; &.-detailed { height: 4; } }"

    def __init__(self, *, detailed: bool = False, id: str | None = None) -> None:
        super().__init__(id=id, classes="-detailed" if detailed else "")
        self._names: list[Line] = []
        self._details: list[Line] = []
        self._trays: list[Tray | None] = []

    def show(
        self,
        names: Mapping[str, str],
        turn: str | None,
        *,
        clocks: Mapping[str, TimeLeft] | None = None,
        flipped: bool = False,
        details: Mapping[str, Line] | None = None,
        trays: Mapping[str, Tray] | None = None,
    ) -> None:
        """Show names, clocks, details and captures by colour; `turn` is the side to move."""
        order = ("white", "black") if flipped else ("black", "white")
        rows: list[Line] = []
        for c in order:
            rows.append(self._row(c, names.get(c, "?"), c == turn, (clocks or {}).get(c)))
        held = [(details or {}).get(c, ()) for c in order]
        taken = [(trays or {}).get(c) for c in order]
        if (rows, held, taken) != (self._names, self._details, self._trays):
            self._names, self._details, self._trays = rows, held, taken
            self.refresh()

    def _row(self, color: str, name: str, on: bool, time: TimeLeft | None) -> tuple[Part, ...]:
        role = "strong" if on else ""
        parts = [Part("> " if on else "  ", "accent"), Part(f"{color.capitalize()} ", role)]
        if time is not None:  # before the name, which may be cut in a narrow panel
            short = on and time.seconds < 20
            parts.append(Part(f"{describe_time(time)} ", "alert" if short else role))
        return (*parts, Part(name, role))

    def cut_text(self) -> str:
        """The whole text of what is too long or hidden; empty if all can be read."""
        lines = [*self._names, *self._details]
        cut = [_text(line) for line in lines if is_cut(line, self.size.width)]
        for at, tray in enumerate(self._trays):
            if tray is not None and self._taken(at) != tray.parts(tray.width):
                taker = "White" if tray.owner == "black" else "Black"
                cut.append(f"{taker} has taken {tray}" if tray.pieces else f"{taker} is {tray}")
        return ", ".join(cut)

    @property
    def _has_second_rows(self) -> bool:
        return self.size.height >= 2 * len(COLORS)

    def _taken(self, at: int) -> list[Part]:
        """What there is room for of a side's captures, beside the details in its second row."""
        tray, used = self._trays[at], cell_len(_text(self._details[at]))
        if tray is None or not self._has_second_rows:
            return []
        return tray.parts(self.size.width - GAP - (used + GAP if used else 0))

    def _first_row(self, at: int) -> Line:
        """A side, and how far it is ahead if the second row has no room for that."""
        name, tray = self._names[at], self._trays[at]
        lead = Part(f"  {tray.lead}" if tray is not None and tray.lead else "", "accent")
        fits = not is_cut((*name, lead), self.size.width)
        return (*name, lead) if lead.text and fits and not self._taken(at) else name

    def _second_row(self, at: int) -> Line:
        """What a side holds, and what it has taken."""
        details, taken = self._details[at], self._taken(at)
        gap = [Part(" " * GAP)] if details and taken else []
        return (Part(" " * GAP), *details, *gap, *taken)

    def render_line(self, y: int) -> Strip:
        """One side, or what it holds and has taken."""
        at, second = divmod(y, 2) if self._has_second_rows else (y, 0)
        if at >= len(self._names):
            return self.strip(())
        return self.strip(self._second_row(at) if second else self._first_row(at))

    def _style(self, role: str) -> Style | None:
        """The style of a role, or of a side's pieces as they look on the board."""
        if role not in COLORS:
            return super()._style(role)
        palette = palette_of(self)
        if self.app.no_color:
            return Style(bold=True)
        return Style(bold=palette.bold) + rich_style(*palette.colors("dark", role, "piece"))


def _text(line: Line) -> str:
    text = "".join(part.text for part in line)
    return " ".join(text.removeprefix(">").split())


def has_details(variant: Variant) -> bool:
    """Whether the sides of a game have a reserve, or royals to count."""
    return variant.promotion.reserve or not variant.ending.checkmate


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
    parts: list[Part] = []
    for royal in royals:
        parts += [Part(", ")] if parts else []
        parts.append(Part(f"{royal.name}!", "alert") if royal.in_danger else Part(royal.name))
    return tuple(parts)


# --- material -------------------------------------------------------------------------------------
#
# The material of the game on the board, as the players' panel shows it.


class MaterialDisplay:
    """Draws the pieces that have been taken as the board does; `changed` when there is more."""

    def __init__(self, board: BoardWidget, changed: Callable[[], object]) -> None:
        self._board = board
        self._count = MaterialCount(changed)

    def trays(self, position: Position) -> dict[str, Tray]:
        """What each side has taken, and how far it is ahead."""
        material = self._count.of(position)
        leads = {"white": material.lead, "black": -material.lead}
        return {color: self._tray(material, color, leads[color]) for color in COLORS}

    def _tray(self, material: Material, color: str, lead: int) -> Tray:
        owner = opponent(color)
        lost = material.lost.get(owner, ())
        pieces = grouped((self._drawn(owner, kind), count) for kind, count in lost)
        return Tray(owner, pieces, format_lead(lead))

    def _drawn(self, color: str, kind: str) -> str:
        """A piece as the board draws him."""
        board = self._board
        colored = not board.app.no_color
        return board.piece_set.text(format_piece((kind, color)), board.variant, color=colored)

    async def close(self) -> None:
        """Draw nothing any more."""
        await self._count.close()


def grouped(pieces: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Pieces with their numbers, such as `n2`; types that are drawn alike count as one."""
    numbers: Counter[str] = Counter()
    for piece, count in pieces:
        numbers[piece] += count
    return tuple(f"{piece}{count}" if count > 1 else piece for piece, count in numbers.items())


def format_lead(centipawns: int) -> str:
    """A lead in Pawns, such as `+2.5`; empty for a side that is not ahead."""
    return f"+{centipawns / 100:.1f}" if centipawns >= 5 else ""
