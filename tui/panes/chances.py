"""White's chances in one column: the bar at the edge of the board, and the columns of a graph."""

from __future__ import annotations

from makachess.tui.text import Line, LinesWidget, Part

STEPS = 8
BLOCKS = " ▁▂▃▄▅▆▇█"


def draw_bar(points: float | None, rows: int, *, plain: bool = False) -> str:
    """One column from top to bottom, filled by White's share from below; blank if it is unknown."""
    if points is None:
        return " " * rows
    units = max(round(points * rows * STEPS), points > 0)
    fills = (min(max(units - row * STEPS, 0), STEPS) for row in reversed(range(rows)))
    return "".join(map(_plain_block if plain else BLOCKS.__getitem__, fills))


def _plain_block(fill: int) -> str:
    return "#" if 2 * fill > STEPS else "_" if fill else " "


class ChancesBar(LinesWidget):
    """A column as high as the board, White's share on White's side of it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._share: float | None = None
        self._flipped = self._plain = False

    def show(self, share: float | None, *, flipped: bool = False, plain: bool = False) -> None:
        self._share, self._flipped, self._plain = share, flipped, plain
        self.changed()

    def lines(self) -> list[Line]:
        share, role, rows = self._share, "share", self.size.height
        if self._flipped and share is not None and not self._plain:
            share, role = 1 - share, "other share"  # blocks are filled from below: by Black's share
        bar = draw_bar(share, rows, plain=self._plain)
        return [(Part(char, role),) for char in bar[:: -1 if self._flipped and self._plain else 1]]
