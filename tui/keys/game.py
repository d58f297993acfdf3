"""A game being played."""

from __future__ import annotations

from makachess.tui.keys.action import Action

CURSOR = "move the cursor"
UNDO = "take back, redo"
LOOK = "look back at earlier moves, and on again"
LOOK_ENDS = "look back at the start; return to the game"

LOOKING = (
    Action("look-back", "less_than_sign,comma", "screen.look(-1)", "look back", LOOK, ("back",)),
    Action("look-on", "greater_than_sign,full_stop", "screen.look(1)", "on", LOOK, ("on",)),
    Action("look-start", "home", "screen.look(-9999)", "to the start", LOOK_ENDS),
    Action("look-end", "end", "screen.look_end", "to the game", LOOK_ENDS, ("now",)),
)

CURSOR_KEYS = (
    Action("cursor-up", "up", "screen.cursor(0,-1)", "", CURSOR),
    Action("cursor-down", "down", "screen.cursor(0,1)", "", CURSOR),
    Action("cursor-left", "left", "screen.cursor(-1,0)", "", CURSOR),
    Action("cursor-right", "right", "screen.cursor(1,0)", "", CURSOR),
)
ENTRY = (
    *CURSOR_KEYS,
    Action("pick", "enter,space", "screen.pick", "pick", "pick a piece, then where it goes"),
)
HINT = Action("hint", "ctrl+g", "screen.hint", "hint", "a hint: a good move, and why", ("hint",))
GAME = (
    *ENTRY,
    *LOOKING,
    Action("step-back", "escape", "screen.back", "back", "one step back"),
    HINT,
    Action("undo", "ctrl+z", "screen.undo", "undo", UNDO, ("undo",)),
    Action("redo", "ctrl+y", "screen.redo", "redo", UNDO, ("redo",)),
    Action("draw", "ctrl+d", "screen.draw", "draw", "offer a draw", ("draw",)),
    Action("resign", "ctrl+r", "screen.resign", "resign", "resign", ("resign",)),
    Action(
        *("new-game", "ctrl+n", "screen.again", "new game"),
        "a new game, once this is over",
    ),
    Action(
        *("auto-flip", "ctrl+t", "screen.auto_flip", "auto flip"),
        "two players: flip the board after each move",
    ),
)
