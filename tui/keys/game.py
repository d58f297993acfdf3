"""A game being played."""

from __future__ import annotations

from makachess.tui.keys.action import Action

CURSOR = "move the cursor"
UNDO = "take back, redo"

CURSOR_KEYS = (
    Action("cursor-up", "up", "screen.cursor(0,-1)", "", CURSOR),
    Action("cursor-down", "down", "screen.cursor(0,1)", "", CURSOR),
    Action("cursor-left", "left", "screen.cursor(-1,0)", "", CURSOR),
    Action("cursor-right", "right", "screen.cursor(1,0)", "", CURSOR),
)
ENTRY = (
    *CURSOR_KEYS,
    Action("pick", "enter,space", "screen.pick", "pick", "pick a man, then where it goes"),
)
HINT = Action("hint", "ctrl+g", "screen.hint", "hint", "a hint: a good move, and why", ("hint",))
GAME = (
    *ENTRY,
    Action("step-back", "escape", "screen.back", "back", "one step back"),
    HINT,
    Action("undo", "ctrl+z", "screen.undo", "undo", UNDO, ("undo",)),
    Action("redo", "ctrl+y", "screen.redo", "redo", UNDO, ("redo",)),
    Action("draw", "ctrl+d", "screen.draw", "draw", "offer a draw", ("draw",)),
    Action("resign", "ctrl+r", "screen.resign", "resign", "resign", ("resign",)),
    Action(
        *("new-game", "ctrl+n", "screen.again", "new game"),
        "play another when it is over",
    ),
    Action(
        *("auto-flip", "ctrl+t", "screen.auto_flip", "auto flip"),
        "two players: flip the board after each move",
    ),
)
