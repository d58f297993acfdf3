"""White's chances in one column: the bar at the edge of the board, and the columns of a graph."""

from __future__ import annotations

from makachess.core.engine import Score, as_white, expected_share
from makachess.core.spec import Variant
from makachess.tui.text import Part, TextWidget
from textual.strip import Strip

STEPS = 8
BLOCKS = " ▁▂▃▄▅▆▇█"


def white_share(variant: Variant, score: Score, turn: str) -> float:
    """The share of the point White can expect, from a score of the side to move."""
    return expected_share(variant, as_white(score, turn))


def draw_bar(points: float | None, rows: int, *, plain: bool = False) -> str:
    """One column from top to bottom, filled by White's share from below; blank if it is unknown."""
    if points is None:
        return " " * rows
    units = max(round(points * rows * STEPS), points > 0)
    fills = (min(max(units - row * STEPS, 0), STEPS) for row in reversed(range(rows)))
    return "".join(map(_plain_block if plain else BLOCKS.__getitem__, fills))


def _plain_block(fill: int) -> str:
    return "#" if 2 * fill > STEPS else "_" if fill else " "


class ChancesBar(TextWidget):
    """A column as high as the board, White's share on White's side of it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._share: float | None = None
        self._flipped = self._plain = False

    def show(self, share: float | None, *, flipped: bool = False, plain: bool = False) -> None:
        before = self._cells()
        self._share, self._flipped, self._plain = share, flipped, plain
        if self._cells() != before:
            self.refresh()

    def _cells(self) -> tuple[str, str]:
        rows, share = self.size.height, self._share
        if self._plain:
            bar = draw_bar(share, rows, plain=True)
            return bar[:: -1 if self._flipped else 1], "share"
        if self._flipped and share is not None:  # blocks are filled from below: by Black's share
            return draw_bar(1 - share, rows), "other share"
        return draw_bar(share, rows), "share"

    def render_line(self, y: int) -> Strip:
        bar, role = self._cells()
        return self.strip((Part(bar[y], role),))
