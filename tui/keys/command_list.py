"""The list of commands, which opens over every screen."""

from __future__ import annotations

from makachess.tui.keys.action import Action

CHOICE = "go up and down"
PAGES = "go up and down by a page"

COMMANDS = (
    Action("commands-up", "up", "screen.list('cursor_up')", "", CHOICE),
    Action("commands-down", "down", "screen.list('cursor_down')", "", CHOICE),
    Action("commands-page-up", "pageup", "screen.list('page_up')", "", PAGES),
    Action("commands-page-down", "pagedown", "screen.list('page_down')", "", PAGES),
    Action("commands-run", "enter", "screen.choose", "run", "run the command"),
    Action("commands-close", "escape", "app.quit", "back", "close the list"),
)
