"""A game being replayed."""

from __future__ import annotations

from makachess.tui.keys.action import Action

STEP = "one move back, one on"
TEN = "ten moves back, ten on"
ENDS = "to the start, to the end"
FAULTS = "to the previous mistake, to the next"

REPLAY = (
    Action("move-back", "left", "screen.arrow(-1,0)", "back", STEP),
    Action("move-on", "right", "screen.arrow(1,0)", "on", STEP),
    Action("ten-back", "up", "screen.arrow(0,-1)", "", TEN),
    Action("ten-on", "down", "screen.arrow(0,1)", "", TEN),
    Action("to-start", "home", "screen.seek(0)", "start", ENDS),
    Action("to-end", "end", "screen.seek(9999)", "end", ENDS),
    Action(
        *("variation", "left_parenthesis", "screen.variation", "variation"),
        "the next variation on this move",
    ),
    Action(
        *("main-line", "right_parenthesis", "screen.main_line", "game"),
        "back to the game's own move",
    ),
    Action("autoplay", "space", "screen.autoplay", "play", "let it play, and stop"),
    Action("arrows", "tab", "screen.hand_over", "cursor", "arrows for the cursor, and back"),
    Action("tell", "enter", "screen.pick", "", "show the man under the cursor"),
    Action("last-fault", "less_than_sign,comma", "screen.fault(-1)", "", FAULTS),
    Action("next-fault", "greater_than_sign,full_stop", "screen.fault(1)", "mistakes", FAULTS),
    Action("stop-review", "escape", "screen.stop_review", "stop review", "stop the review"),
)
