"""The screen of rules and pieces, and others with a long text."""

from __future__ import annotations

from makachess.tui.keys.action import Action

TEXT = "scroll the text"

RULES = (
    Action("text-up", "ctrl+u", "screen.scroll(-1)", "", TEXT),
    Action("text-down", "ctrl+d", "screen.scroll(1)", "", TEXT),
)
