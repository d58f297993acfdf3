"""Progress: the rating by puzzles with a line of it over time, what comes back, what is solved."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.text import how_many
from makachess.play.exercises import Progress
from makachess.play.lessons import KIND as LESSONS
from makachess.play.puzzles import KIND as PUZZLES
from makachess.play.record import SOLVED, Record
from makachess.tui.key_row import hints
from makachess.tui.keys import SCREENS
from makachess.tui.panes.chances import draw_bar
from makachess.tui.panes.review import spread_plies
from makachess.tui.screens.base import PageScreen
from makachess.tui.text import Line, Part, TextPanel, TextWidget, rule
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

LEAST = 100  # points from the lower to the upper edge of the graph
EDGE = 6  # columns of the numbers beside it
TALLEST = 12  # rows
AROUND = 9  # rows of all else, with a graph of some height
LABEL = 9  # columns of what stands before each line


class RatingGraph(TextWidget):
    """The rating after each puzzle that has changed it, from the first day to the last."""

    def show(self, record: Record) -> None:
        self._tries = [one for one in record.tries if one.counts]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, rows = self.size.width - EDGE, min(self.size.height - 2, TALLEST)
        if not self._tries or rows < 2 or y > rows + 1:
            return self.strip(())
        if y == 0:
            return self.strip(rule("Rating", self.size.width))
        if y == rows + 1:
            first, last = str(self._tries[0].day), str(self._tries[-1].day)
            return self.strip(
                [Part(" " * EDGE), Part(first + last.rjust(width - len(first)), "quiet")]
            )
        values = [one.rating.value for one in self._tries]
        low, high = min(values), max(values)
        low, high = min(low, (low + high - LEAST) / 2), max(high, (low + high + LEAST) / 2)
        number = {1: f"{high:.0f}", rows: f"{low:.0f}"}.get(y, "")
        columns = spread_plies(len(values), min(width, 2 * len(values)))
        shares = ((values[plies[-1] - 1] - low) / (high - low) for plies in columns)
        line = "".join(draw_bar(max(share, 1 / 8 / rows), rows)[y - 1] for share in shares)
        return self.strip([Part(f"{number:>{EDGE - 1}} ", "quiet"), Part(line, "accent")])


class ProgressScreen(PageScreen):
    """What a player has reached."""

    ACTIONS = SCREENS["progress"]
    MARKS = ()
    TITLE = "Progress"
    HINTS = hints("go-back, help, leave")

    def __init__(self) -> None:
        super().__init__()
        self.text, self.graph = TextPanel(id="text"), RatingGraph(id="graph")

    def page(self) -> list[Widget]:
        return [self.text, self.graph]

    def fit(self, size: Size) -> None:
        super().fit(size)
        rows = self.text.rows_for(self.text.size.width)
        has_graph = size.height > rows + AROUND
        self.set_class(not has_graph, "-low")
        self.text.styles.height = rows if has_graph else "1fr"

    def on_screen_resume(self) -> None:
        progress = Progress()
        self.graph.show(progress.record)
        self.text.set_lines(list(_told(progress)))
        self.call_after_refresh(self.fit, self.size)
        if progress.faults:
            self.prompt.say(progress.faults[0], alert=True)


def _told(progress: Progress) -> Iterator[Line]:
    record = progress.record
    counted = [one for one in record.tries if one.counts]
    row, best = record.streaks
    due = sum(map(record.is_due, record.waiting))

    def line(label: str, said: str, more: str = "") -> Line:
        return (
            Part(f"{label:<{LABEL}}", "quiet"),
            Part(said, "strong"),
            Part(f"  {more}", "quiet"),
        )

    if counted:
        unsure = ", ?: not certain yet" if "?" in str(record.rating) else ""
        top = max(one.rating.value for one in counted)
        yield line("Rating", str(record.rating), f"best {top:.0f}{unsure}")
        right = sum(one.result == SOLVED for one in counted)
        yield line("Puzzles", f"{len(counted)} tried", f"{right} solved at once")
        yield line("Streak", f"{row} in a row", f"best {best}")
        yield line("Days", f"{record.days_in_a_row} in a row")
        later = len(record.waiting) - due
        yield line("Again", f"{due} today", f"{later} on later days")
    else:
        yield (Part("Solve puzzles to get a rating. What you fail comes back after some days."),)
    solved = progress.count(PUZZLES), progress.count(LESSONS)
    yield line("Solved", how_many(solved[0], "puzzle"), how_many(solved[1], "lesson"))
