"""The review beside the board: the faults of each side, and the graph between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from makachess.core.engine.review import Verdict
from makachess.play.review import ReviewData
from makachess.tui.text import Line, Part, TextWidget
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

STEPS = 8
BLOCKS = " ▁▂▃▄▅▆▇█"
SIGNS = {Verdict.INACCURACY: ".", Verdict.MISTAKE: "?", Verdict.BLUNDER: "X"}


class GraphCell(NamedTuple):
    """One character of the graph; hanging ones are Black's."""

    char: str = " "
    hanging: bool = False
    reverse: bool = False


def spread_plies(count: int, width: int) -> list[range]:
    """The plies (from 1) that each column stands for; a ply may fill several columns."""
    return [
        range(1 + c * count // width, 1 + max((c + 1) * count // width, c * count // width + 1))
        for c in range(width if count else 0)
    ]


def mean_points(points: Mapping[int, float], plies: Iterable[int]) -> float | None:
    """The mean of White's expected points, None if none are known yet."""
    known = [points[ply] for ply in plies if ply in points]
    return sum(known) / len(known) if known else None


def draw_bar(points: float | None, half: int, *, plain: bool = False) -> list[GraphCell]:
    """One column from top to bottom, `half` rows above the middle and as many below it."""
    if points is None:
        return [GraphCell()] * (2 * half)
    units = round((2 * points - 1) * half * STEPS)
    rise = [_fill(units, row) for row in range(half)]
    hang = [_fill(-units, row) for row in range(half)]
    if units == 0:
        rise[0] = 1  # a level game shows as a line
    rising, hanging = (_rising_plain, _hanging_plain) if plain else (_rising, _hanging)
    return [*map(rising, reversed(rise)), *map(hanging, hang)]


def draw_bars(
    points: Mapping[int, float], columns: Iterable[range], half: int, *, plain: bool = False
) -> list[list[GraphCell]]:
    """The whole graph, a bar for each column of plies."""
    return [draw_bar(mean_points(points, plies), half, plain=plain) for plies in columns]


def _fill(units: int, row: int) -> int:
    """How many steps of a row are filled, rows counted from the middle."""
    return min(max(units - row * STEPS, 0), STEPS)


def _rising(fill: int) -> GraphCell:
    return GraphCell(BLOCKS[fill])


def _hanging(fill: int) -> GraphCell:
    if fill in (0, STEPS):
        return GraphCell(BLOCKS[fill], hanging=True)
    return GraphCell(BLOCKS[STEPS - fill], hanging=True, reverse=True)


def _rising_plain(fill: int) -> GraphCell:
    return GraphCell("#" if 2 * fill > STEPS else "_" if fill else " ")


def _hanging_plain(fill: int) -> GraphCell:
    return GraphCell("#" if 2 * fill > STEPS else "'" if fill else " ", hanging=True)


def worst_fault(faults: Mapping[int, Verdict], plies: Iterable[int]) -> Verdict | None:
    """The worst of the faults at some plies."""
    return max((faults[ply] for ply in plies if ply in faults), default=None)


AROUND = 4  # rows above and below the graph: for each side its faults, and what they add up to
WORDY = 34  # columns from which a side's tally is written out
FAULT_ROLES = {Verdict.INACCURACY: "quiet", Verdict.MISTAKE: "", Verdict.BLUNDER: "alert"}


class ReviewPanel(TextWidget):
    """Repaints only the columns that have changed; a click on one posts its ply."""

    DEFAULT_CSS = "ReviewPanel { width: 1fr; height: 3fr; max-height: 20; }"

    @dataclass
    class ColumnPicked(Message):
        """A column has been clicked."""

        ply: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._data = ReviewData()
        self._ply = 0
        self._plain = False
        self._columns: list[range] = []
        self._bars: list[list[GraphCell]] = []
        self._size_drawn = Size()

    def show(self, data: ReviewData, ply: int, *, plain: bool = False) -> None:
        """Show a review with the game at a ply; `plain` is ASCII only."""
        old = self._data, self._ply, self._bars
        self._data, self._ply, self._plain = data, ply, plain
        self._draw()
        if len(self._bars) != len(old[2]) or data.count != old[0].count:
            self.refresh()
            return
        height, width = self._rows + AROUND, self.size.width
        changed = [c for c in range(len(self._bars)) if self._differs(c, *old)]
        regions = [Region(c, 0, 1, height) for c in changed]
        if data.tallies != old[0].tallies:
            regions += [Region(0, y, width, 1) for y in (0, height - 1)]
        if regions:
            self.refresh(*regions)

    def _differs(self, c: int, data: ReviewData, ply: int, bars: list[list[GraphCell]]) -> bool:
        """Whether a column must be painted again."""
        plies = self._columns[c]
        return (
            self._bars[c] != bars[c]
            or (ply in plies) != (self._ply in plies)
            or worst_fault(data.faults, plies) != worst_fault(self._data.faults, plies)
        )

    def _draw(self) -> None:
        self._size_drawn = self.size
        self._columns = spread_plies(self._data.count, self.size.width)
        half = self._rows // 2
        self._bars = draw_bars(self._data.points, self._columns, half, plain=self._plain)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._draw()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A row: a side's tally, its faults, or a row of the graph."""
        if self.size != self._size_drawn:  # laid out anew, and `on_resize` is still to come
            self._draw()
        if y < 2:
            return self.strip(self._signs("white") if y else self._tally("white"))
        row, rows = y - 2, self._rows
        if row < rows:
            return self.strip(self._graph_row(row))
        if row == rows:
            return self.strip(self._signs("black"))
        return self.strip(self._tally("black") if row == rows + 1 else ())

    @property
    def _rows(self) -> int:
        """Rows of the graph alone: the same number above and below its middle."""
        return 2 * max((self.size.height - AROUND) // 2, 1)

    def _graph_row(self, row: int) -> Iterator[Part]:
        for bar in self._bars:
            cell = bar[row]
            black = "hung" if cell.reverse else "quiet"
            yield Part(cell.char, black if cell.hanging else "")

    def _signs(self, color: str) -> Iterator[Part]:
        """The faults of a side above or below its bars, with the current column marked."""
        faults = {p: v for p, v in self._data.faults.items() if self._data.movers.get(p) == color}
        before = range(0)
        for plies in self._columns:
            fault = worst_fault(faults, plies) if plies != before else None
            role = FAULT_ROLES[fault] if fault else ""
            yield Part(SIGNS[fault] if fault else " ", "chosen" if self._ply in plies else role)
            before = plies

    def _tally(self, color: str) -> Line:
        tally = self._data.tallies.get(color)
        if tally is None:
            return ()
        counts = f"{tally.inaccuracies}?! {tally.mistakes}? {tally.blunders}??"
        loss = f"{100 * tally.mean_loss:.1f}%"
        if self.size.width < WORDY:
            return Part(f"{color[0].upper()} ", "strong"), Part(counts), Part(f" {loss}", "quiet")
        words = f"  -{loss} a move"
        return Part(f"{color.capitalize()} ", "strong"), Part(counts), Part(words, "quiet")

    def on_click(self, event: events.Click) -> None:
        """Post the ply that was clicked."""
        if event.x < len(self._columns):
            self.post_message(self.ColumnPicked(self._columns[event.x][0]))
