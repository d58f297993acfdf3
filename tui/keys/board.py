"""What game and replay share."""

from __future__ import annotations

from makachess.tui.keys.action import Action

SCROLL = "scroll the panel"

LOOK_UP = Action(
    *("learn", "f3", "screen.learn", "learn", "all about the piece under the cursor"),
    ("learn", "rules"),
)
BOARD = (
    Action(
        *("attacks", "f4", "screen.attacks", "attacks"),
        *("what can be won, and who attacks the square under the cursor", ("attacks",)),
    ),
    Action("review", "ctrl+o", "screen.review", "review", "find the mistakes", ("review",)),
    Action("flip", "ctrl+f", "screen.flip", "flip", "flip the board", ("flip",)),
    Action("pieces", "ctrl+p", "screen.pieces", "pieces", "change the piece set", ("pieces",)),
    LOOK_UP,
    Action(
        *("coordinates", "f12", "screen.coordinates", "coordinates"),
        *("label the board as in chess or shogi", ("coordinates",)),
    ),
    Action("theme", "f7", "screen.theme", "theme", "change the colours", ("theme",)),
    Action(
        *("analysis", "ctrl+e", "screen.analysis", "analysis"),
        *("evaluation and best lines, on and off", ("analysis",)),
    ),
    Action("save", "ctrl+s", "screen.save", "save", "save the game elsewhere", ("save",)),
    Action(
        *("copy", "alt+c", "screen.copy", "copy", "copy FEN, PGN, board or moves"),
        *(("copy",), ("fen", "pgn", "board", "moves")),
    ),
    Action("scroll-up", "pageup", "screen.scroll(-1)", "", SCROLL),
    Action("scroll-down", "pagedown", "screen.scroll(1)", "", SCROLL),
    Action("moves-up", "alt+up", "screen.scroll_moves(-4)", "", "scroll the moves up"),
    Action("moves-down", "alt+down", "screen.scroll_moves(4)", "", "scroll the moves down"),
)
