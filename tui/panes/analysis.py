"""The analysis panel: its depth, and the best lines in SAN, each in rows of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makachess.core import Move, Position
from makachess.core.engine import Info, as_white, expected_share
from makachess.core.spec import Variant
from makachess.play.analysis import LINES, Findings
from makachess.tui.text import Line, LinesWidget, Part, rule, wrap

HEAD = 1  # row above the lines
MOST_ROWS = 3  # of one line
BOOK_ROWS = 2  # of what the book says, at most
TITLE, BOOK = "Analysis", "Book"
LONG = len(f"─ {TITLE} ─ depth 88... ─")  # columns from which the title has room before the depth
LEVEL = 0.5


class AnalysisPanel(LinesWidget):
    """Shows Findings."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.variant = variant
        self._findings = Findings()
        self._book: tuple[str, ...] = ()
        self.share = LEVEL  # White's of the point, as it was last found

    def show(self, findings: Findings, book: tuple[str, ...] = ()) -> None:
        self._findings, self._book = findings, book
        if findings.position is not None and findings.lines:
            score = as_white(findings.lines[0].score, findings.position.turn)
            self.share = expected_share(self.variant, score)
        self.changed()

    def lines(self) -> Iterator[Line]:
        yield _head(self._findings, self.size.width)
        yield from self._body()

    def _body(self) -> Iterator[Line]:
        found = self._findings
        if found.position is None:
            return
        room = self.size.height - HEAD
        if self._book and room >= BOOK_ROWS + LINES:
            rows = _book_rows(self._book, self.size.width)
            yield from rows
            room -= len(rows)
        height = min(max(room // LINES, 1), MOST_ROWS)
        for info in found.lines[:LINES]:
            yield from line_rows(found.position, info, self.size.width, height)
        if not found.lines and not found.thinking:
            yield (Part(found.note or "no legal moves", "quiet"),)
        elif found.note:
            yield (Part(found.note, "quiet"),)


def _book_rows(said: Sequence[str], width: int) -> list[Line]:
    """What the book says, as much of it as fits into a few rows."""
    rows: list[Line] = []
    for count in range(1, len(said) + 1):
        text = ", ".join(said[:count])
        more = list(wrap((Part(f"{BOOK} ", "key"), Part(text)), width))
        if rows and len(more) > BOOK_ROWS:
            break
        rows = more
    return rows[:BOOK_ROWS]


def _head(found: Findings, width: int) -> Line:
    state = "waiting"
    if found.position is not None:
        depth = f"depth {found.lines[0].depth}" if found.lines else ""
        state = depth + ("..." if found.thinking else "")
    return rule(TITLE, width, [Part(state, "quiet")]) if width >= LONG else rule(state, width)


def in_short(found: Findings) -> str:
    """The best move with its score and depth; empty if there is none."""
    if found.position is None or not found.lines:
        return ""
    best = found.lines[0]
    score = as_white(best.score, found.position.turn)
    return f"{score} {found.position.san(best.pv[0])} ({best.depth})"


def line_rows(position: Position, info: Info, width: int, height: int) -> list[Line]:
    """A line of play in exactly `height` rows: White's score, and the moves that fit."""
    score = str(as_white(info.score, position.turn))
    indent = len(score) + 1
    rows = [" ".join(sans) for sans in _fitting(position, info.pv, width - indent, height)]
    rows += [""] * (height - len(rows))
    first = (Part(f"{score} ", "key"), Part(rows[0]))
    return [first, *((Part(" " * indent + row),) for row in rows[1:])]


def _fitting(position: Position, moves: Sequence[Move], width: int, height: int) -> list[list[str]]:
    """The first moves in SAN, in rows; those that no longer fit are never spelt out."""
    rows: list[list[str]] = [[]]
    made = 0
    for move in moves:
        san = position.san(move)
        if rows[-1] and sum(map(len, rows[-1])) + len(rows[-1]) + len(san) > width:
            if len(rows) == height:
                break
            rows.append([])
        rows[-1].append(san)
        position.push(move)
        made += 1
    for _ in range(made):
        position.pop()
    return rows
