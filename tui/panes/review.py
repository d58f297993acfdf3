"""The review beside the board: a graph of the chances, the mistakes, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from makachess.core.engine.review import Verdict
from makachess.core.spec import COLORS
from makachess.play.review import ReviewData
from makachess.tui.panes.chances import draw_bar
from makachess.tui.panes.marks import MISTAKES
from makachess.tui.text import Line, Part, TextWidget, rule
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

SIGNS = {Verdict.INACCURACY: "•", Verdict.MISTAKE: "■", Verdict.BLUNDER: "◆"}


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


def worst_mistake(mistakes: Mapping[int, Verdict], plies: Iterable[int]) -> Verdict | None:
    return max((mistakes[ply] for ply in plies if ply in mistakes), default=None)


LEAST = 2  # rows of the graph, before there is more than it and the mistakes
WORDY = 34  # columns from which a side's tally is written out
WORDS = {
    Verdict.INACCURACY: ("inaccuracy", "inacc."),
    Verdict.MISTAKE: ("mistake", "mistake"),
    Verdict.BLUNDER: ("blunder", "blunder"),
}


EXPLAINED = "100% = no chances lost"  # what the accuracy is


def legend(*, short: bool) -> Iterator[Part]:
    for verdict, words in WORDS.items():
        yield Part(SIGNS[verdict] + " " * (not short), MISTAKES[verdict])
        yield Part(f"{words[short]} ", "quiet")


class ReviewPanel(TextWidget):
    """Repaints only the columns that have changed; a click on one posts its ply."""

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
        self._bars: list[str] = []
        self._size_drawn = Size()

    def show(self, data: ReviewData, ply: int, *, plain: bool = False) -> None:
        old = self._data, self._ply, self._bars
        rows = self._rows
        self._data, self._ply, self._plain = data, ply, plain
        self._draw()
        if (len(self._bars), data.count, self._rows) != (len(old[2]), old[0].count, rows):
            self.refresh()
            return
        width, height = self.size
        changed = [c for c in range(len(self._bars)) if self._differs(c, *old)]
        regions = [Region(c, 1, 1, self._rows + 1) for c in changed]
        if data.tallies != old[0].tallies:
            regions.append(Region(0, self._rows + 2, width, height))
        if regions:
            self.refresh(*regions)

    def _differs(self, c: int, data: ReviewData, ply: int, bars: list[str]) -> bool:
        plies = self._columns[c]
        return (
            self._bars[c] != bars[c]
            or (ply in plies) != (self._ply in plies)
            or worst_mistake(data.mistakes, plies) != worst_mistake(self._data.mistakes, plies)
        )

    def _draw(self) -> None:
        self._size_drawn = self.size
        self._columns = spread_plies(self._data.count, self.size.width)
        points = (mean_points(self._data.points, plies) for plies in self._columns)
        self._bars = [draw_bar(share, self._rows, plain=self._plain) for share in points]

    def on_resize(self) -> None:
        self._draw()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self.size != self._size_drawn:  # laid out anew, and `on_resize` is still to come
            self._draw()
        if y == 0:
            return self.strip(rule("Chances", self.size.width, [Part("White below", "quiet")]))
        if y <= self._rows:
            return self.strip(self._graph_row(y - 1))
        if y == self._rows + 1:
            return self.strip(self._signs())
        below = self._below
        at = y - self._rows - 2
        return self.strip(below[at] if at < len(below) else ())

    @property
    def _below(self) -> list[Line]:
        """What stands below the graph and its signs, as far as there are rows."""
        words = list(legend(short=self.size.width < WORDY))
        tallies = [self._tally(color) for color in COLORS if self._data.tallies]
        lines = [words, *tallies]
        if any(tally.accuracy is not None for tally in self._data.tallies.values()):
            lines.append([Part(EXPLAINED, "quiet")])
        return lines[: max(self.size.height - 2 - LEAST, 0)]

    @property
    def _rows(self) -> int:
        """Rows of the graph alone."""
        return max(self.size.height - 2 - len(self._below), 1)

    def _graph_row(self, row: int) -> Iterator[Part]:
        for plies, bar in zip(self._columns, self._bars, strict=True):
            yield Part(bar[row], "now" if self._ply in plies else "share")

    def _signs(self) -> Iterator[Part]:
        before = range(0)
        for plies in self._columns:
            mistake = worst_mistake(self._data.mistakes, plies) if plies != before else None
            role = MISTAKES.get(mistake, "")
            yield Part(SIGNS[mistake] if mistake else " ", "chosen" if self._ply in plies else role)
            before = plies

    def _tally(self, color: str) -> Line:
        tally = self._data.tallies[color]
        counts = f"{tally.inaccuracies}?! {tally.mistakes}? {tally.blunders}??"
        wide = self.size.width >= WORDY
        name = color.capitalize() if wide else color[0].upper()
        kept = "" if tally.accuracy is None else f"{tally.accuracy:.0f}%  "
        return Part(f"{name} ", "strong"), Part(kept), Part(counts, "quiet" if kept else "")

    def on_click(self, event: events.Click) -> None:
        if event.x < len(self._columns):
            self.post_message(self.ColumnPicked(self._columns[event.x][0]))
