"""What the screens without a board share, besides their lists."""

from __future__ import annotations

from makachess.tui.keys.action import Action

PAGE = (Action("go-back", "escape", "app.quit", "back", "go back"),)
