"""What has been said at a table: the last lines."""

from __future__ import annotations

from collections.abc import Sequence

from makachess.core.text import visible
from makachess.play.tables.messages.parts import ChatLine
from makachess.tui.text import Part, TextPanel


class ChatPanel(TextPanel):
    """Lines such as `anna: good game`, the newest at the bottom."""

    def show(self, lines: Sequence[ChatLine]) -> None:
        """Show the last lines."""
        self.set_lines(
            [(Part(f"{visible(s.name)}: ", "quiet"), Part(visible(s.text))) for s in lines]
        )
        self._to_end()

    def on_resize(self) -> None:
        """Keep the newest in view."""
        self._to_end()

    def _to_end(self) -> None:
        self.scroll_lines(len(self._wrapped))
