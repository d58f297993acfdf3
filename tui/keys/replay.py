"""A game being replayed."""

from __future__ import annotations

from makachess.tui.keys.action import Action

STEP = "one move back or on"
TEN = "ten moves back or on"
ENDS = "to the start or end"
FAULTS = "to the previous or next mistake"
GAMES = "the previous or next game of the file"
PACE = "slower or faster"
UP = "promote the variation; make it the main line"
EDITS = "undo or redo an edit"

EXPLORING = (
    Action("pick-square", "enter", "screen.pick", "pick", "pick a piece, then where it goes"),
    Action("arrows", "tab", "screen.hand_over", "try a move", "arrows move the cursor, or step"),
    Action(
        *("stop-review", "escape", "screen.back", "stop review"),
        "take back part of a move; stop the review",
    ),
    Action(
        *("comment", "semicolon", "screen.comment", "comment", "comment on the move"), ("comment",)
    ),
    Action(
        *("annotate", "asterisk", "screen.annotate", "mark"),
        "mark the move or the position: ! ? +=",
        ("mark",),
    ),
    Action("promote", "ctrl+u", "screen.promote", "promote", UP, ("promote",)),
    Action("make-main-line", "ctrl+t", "screen.make_main", "", UP, ("main",)),
    Action(
        *("delete", "delete,ctrl+d", "screen.delete", "delete"),
        "delete the move and what follows it",
        ("delete",),
    ),
    Action("undo-edit", "ctrl+z", "screen.undo", "undo", EDITS, ("undo",)),
    Action("redo-edit", "ctrl+y", "screen.redo", "redo", EDITS, ("redo",)),
)
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
    Action("last-game", "left_square_bracket", "screen.turn(-1)", "", GAMES, ("previous",)),
    Action("next-game", "right_square_bracket", "screen.turn(1)", "next game", GAMES, ("next",)),
    Action(
        "autoplay", "space", "screen.autoplay", "play", "play the moves, or stop", ("autoplay",)
    ),
    Action("slower", "left_curly_bracket", "screen.pace(-1)", "", PACE, ("slower",)),
    Action("faster", "right_curly_bracket", "screen.pace(1)", "", PACE, ("faster",)),
    Action("last-fault", "less_than_sign,comma", "screen.fault(-1)", "", FAULTS),
    Action("next-fault", "greater_than_sign,full_stop", "screen.fault(1)", "mistakes", FAULTS),
)
