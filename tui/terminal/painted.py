"""An app whose pictures reach the terminal as their differences, and only when the line is free."""

from __future__ import annotations

import os
from typing import Any

from makachess.tui.terminal.manners import can_erase_parts
from makachess.tui.terminal.painter import Painter
from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.screen import Screen


class PaintedApp(App[None]):
    """Passes every update through its painter, unless its driver holds pictures back."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.painter = Painter(erases=can_erase_parts(os.environ.get("TERM", "")))

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if not getattr(screen, "is_arranged", True):
            return
        pacing = getattr(self._driver, "pacing", None)
        if isinstance(renderable, CompositorUpdate):
            if pacing is not None and pacing.holds_back(self._draw_all):
                return
            renderable = self.painter.reduce(renderable)
        super()._display(screen, renderable)
        if pacing is not None and self._driver is not None and (question := pacing.question()):
            self._driver.write(question)

    def _draw_all(self) -> None:
        """Draw what has changed anywhere on the screen."""
        with self._context():
            screens = self._background_screens
            update = self.screen._compositor.render_update(full=True, screen_stack=screens)
            self._display(self.screen, update)
