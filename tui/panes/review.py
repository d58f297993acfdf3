"""The review beside the board: a graph of the chances, the mistakes, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from makachess.core.engine.review import Verdict
from makachess.core.spec import COLORS
from makachess.play.review import ReviewData
from makachess.tui.panes.chances import draw_bar
from makachess.tui.panes.marks import MISTAKES
from makachess.tui.text import Line, LinesWidget, Part, rule
from textual import events
from textual.message import Message

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


class ReviewPanel(LinesWidget):
    """A click on a column posts its ply."""

    @dataclass
    class ColumnPicked(Message):
        """A column has been clicked."""

        ply: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._data = ReviewData()
        self._ply = 0
        self._plain = False

    def show(self, data: ReviewData, ply: int, *, plain: bool = False) -> None:
        self._data, self._ply, self._plain = data, ply, plain
        self.changed()

    def lines(self) -> Iterator[Line]:
        below = self._below()
        rows = max(self.size.height - 2 - len(below), 1)
        columns = self._columns()
        shares = (mean_points(self._data.points, plies) for plies in columns)
        bars = [draw_bar(share, rows, plain=self._plain) for share in shares]
        roles = ["now" if self._ply in plies else "share" for plies in columns]
        yield rule("Chances", self.size.width, [Part("White below", "quiet")])
        for row in range(rows):
            yield [Part(bar[row], role) for bar, role in zip(bars, roles, strict=True)]
        yield list(self._signs(columns))
        yield from below

    def _columns(self) -> list[range]:
        return spread_plies(self._data.count, self.size.width)

    def _below(self) -> list[Line]:
        """What stands below the graph and its signs, as far as there are rows."""
        words = list(legend(short=self.size.width < WORDY))
        tallies = [self._tally(color) for color in COLORS if self._data.tallies]
        lines = [words, *tallies]
        if any(tally.accuracy is not None for tally in self._data.tallies.values()):
            lines.append([Part(EXPLAINED, "quiet")])
        return lines[: max(self.size.height - 2 - LEAST, 0)]

    def _signs(self, columns: Iterable[range]) -> Iterator[Part]:
        before = range(0)
        for plies in columns:
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
        columns = self._columns()
        if event.x < len(columns):
            self.post_message(self.ColumnPicked(columns[event.x][0]))
