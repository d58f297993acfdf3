"""What can be done on every screen, or on every screen that has messages."""

from __future__ import annotations

from makachess.tui.keys.action import Action

ANYWHERE = (
    Action("help", "f1,question_mark", "screen.help", "help", "this help, on and off", ("help",)),
    Action(
        *("commands", "colon,alt+x", "app.commands", "commands"),
        *("all commands, and their keys", ("commands",)),
    ),
    Action("settings", "f9", "app.settings", "settings", "change the settings", ("settings",)),
    Action("redraw", "ctrl+l", "app.redraw", "", "redraw the screen"),
    Action(
        *("suspend", "alt+z", "app.suspend", "", "back to the shell; fg returns here"),
        ("suspend",),
    ),
    Action("leave", "ctrl+q,ctrl+c", "screen.leave", "leave", "leave", ("leave", "quit")),
)
LONG_MESSAGES = (Action("more", "tab", "screen.more", "", "the rest of a line cut at …"),)
