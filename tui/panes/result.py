"""The end of a game as a box: how it ended, and what can be done next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makachess.core.outcome import Outcome
from makachess.tui.key_row import KeyHint
from makachess.tui.keys import ACTIONS
from makachess.tui.preferences import preferences_of
from makachess.tui.text import BAR, Line, Part, TextWidget, draw, width_of, wrap
from textual import events
from textual.geometry import Region, Size
from textual.strip import Strip

EDGES = 2  # rows of the border; it has twice as many columns, with the blanks within it
WIDEST = 38
ROOMY = 8  # rows to spare
GAP = 2  # columns between a key and what it does


class ResultBox(TextWidget):
    """A box whose choices are actions with their keys; one of them is marked.

    It is not shown while it is put aside.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.is_aside = False
        self._head = ("", "")
        self._about: tuple[str, ...] = ()
        self._hints: tuple[KeyHint, ...] = ()
        self._at = 0
        self._spare = 0  # rows around it; where they are many it has blank ones within

    def show(
        self, outcome: Outcome, person: str | None, about: Sequence[str], hints: Sequence[KeyHint]
    ) -> None:
        """Show how a game ended, to the only person here if there is one, and what comes next."""
        title = "Draw" if outcome.winner == "draw" else f"{outcome.winner.capitalize()} won"
        if person and outcome.winner != "draw":
            title = "You won" if person == outcome.winner else "You lost"
        shown = (title, outcome.reason), (*about,), (*hints,)
        if shown != (self._head, self._about, self._hints):
            self._head, self._about, self._hints = shown
            self._at = min(self._at, len(hints) - 1)
            self.refresh()

    def begin(self) -> None:
        """Mark the first choice; the game is another, or has gone on."""
        self.is_aside, self._at = False, 0

    def step(self, count: int) -> None:
        self._at = (self._at + count) % len(self._hints)
        self.refresh()

    @property
    def action(self) -> str:
        """What Textual runs for the marked choice."""
        return ACTIONS[self._hints[self._at].actions].run

    def rows_for(self, width: int, spare: int = 0) -> int:
        """The rows it takes, where some are to spare: many, or fewer than none."""
        self._spare = spare
        return sum(1 for _ in self._rows(width - 2 * EDGES)) + EDGES

    def over(self, board: Region, window: Size) -> Region:
        """Its place in the middle of a board, or about there where that is narrow."""
        width = min(WIDEST, window.width)
        spare = board.height - self.rows_for(width)
        height = min(self.rows_for(width, spare), board.height)
        x = board.x + (board.width - width) // 2
        y = board.y + (board.height - height) // 2
        return Region(min(max(x, 0), window.width - width), y, width, height)

    def _rows(self, width: int) -> Iterator[Line]:
        title, reason = self._head
        blank: list[Line] = [()] if self._spare >= ROOMY else []
        gap = width - width_of([Part(f" {title}{reason} ")])
        yield [
            Part(f" {title}{' ' * gap}{reason} " if gap > 0 else f" {title}".ljust(width), "clock")
        ]
        yield from blank
        if self._spare >= 0:
            for text in (*([reason.capitalize()] if gap <= 0 else []), *self._about):
                yield from wrap([Part(text, "quiet")], width)
        yield from blank
        names = [preferences_of(self).keymap.name(hint.actions) for hint in self._hints]
        column = max(map(len, names), default=0) + GAP
        for at, (hint, name) in enumerate(zip(self._hints, names, strict=True)):
            action = ACTIONS[hint.actions]
            sign = Part(BAR if at == self._at else " ", "key", action.run)
            label = (hint.label or action.label).ljust(width - 1 - column)  # all of it takes clicks
            yield [sign, Part(name.ljust(column), "key", action.run), Part(label, "", action.run)]

    def render_line(self, y: int) -> Strip:
        width, last = self.size.width, self.size.height - 1
        if y in (0, last):
            ends = "╭╮" if y == 0 else "╰╯"
            return self.strip([Part(f"{ends[0]}{'─' * (width - 2)}{ends[1]}", "accent")])
        inner = width - 2 * EDGES
        line = self._row_at(y)
        is_marked = bool(line) and line[0].text == BAR
        middle = self.bar(line, inner) if is_marked else draw(line, inner, self._style)
        left, right = (draw([Part(edge, "accent")], 2, self._style) for edge in ("│ ", " │"))
        return Strip.join([left, middle, right])

    def _row_at(self, y: int) -> Line:
        rows = list(self._rows(self.size.width - 2 * EDGES))
        return rows[y - 1] if 0 < y <= len(rows) else ()

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        await self.run_part(self._row_at(event.y), event.x - EDGES)
