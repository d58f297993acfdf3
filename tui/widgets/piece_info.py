"""The piece panel: it follows the cursor once that has rested, to spare a slow line."""

from __future__ import annotations

from makachess.core.spec import Variant
from makachess.tui.text import TextPanel
from makachess.tui.widgets.piece_lines import piece_lines
from textual.timer import Timer

REST = 0.15  # seconds the cursor must have rested


class PieceInfo(TextPanel):
    """Name, diagram, description and promotions of one type."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.variant = variant
        self._kind = ""
        self._timer: Timer | None = None

    def follow(self, man: str | None) -> None:
        """Show a man after the rest, unless another is followed before; keep the last if None."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if man and man.upper() != self._kind:
            self._timer = self.set_timer(REST, lambda: self.show_kind(man.upper()))

    def show_kind(self, kind: str) -> None:
        """Show a type at once."""
        self._kind = kind
        self.set_lines(piece_lines(self.variant, kind, self.size.width))

    def on_resize(self) -> None:
        """Arrange the panel anew."""
        if self._kind:
            self.show_kind(self._kind)
        super().on_resize()
