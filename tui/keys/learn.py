"""Looking pieces up: a list filtered by typing, and a board on which a piece shows its moves."""

from __future__ import annotations

from makachess.tui.keys.action import Action
from makachess.tui.keys.game import CURSOR

LEARN = (
    Action("one-game", "ctrl+t", "screen.next_game", "game", "pieces of one game, or of all"),
    Action(
        *("next-namesake", "ctrl+o", "screen.next_namesake", "", "the same piece in another game"),
    ),
)
DIAGRAM = (
    Action("diagram-up", "up", "screen.cursor(0,-1)", "", CURSOR),
    Action("diagram-down", "down", "screen.cursor(0,1)", "", CURSOR),
    Action("diagram-left", "left", "screen.cursor(-1,0)", "", CURSOR),
    Action("diagram-right", "right", "screen.cursor(1,0)", "", CURSOR),
    Action(
        *("diagram-pick", "enter", "screen.pick", "go or pick up"),
        "make the move, or pick a piece up and put it down",
    ),
    Action("diagram-put", "space", "screen.put", "put a piece", "put the next kind of piece there"),
    Action("diagram-reset", "ctrl+r", "screen.reset", "reset", "set the board up again"),
)
