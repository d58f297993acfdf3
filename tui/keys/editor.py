"""A position being set up."""

from __future__ import annotations

from makachess.tui.keys.action import Action
from makachess.tui.keys.board import BOARD
from makachess.tui.keys.game import CURSOR_KEYS

PALETTE = "choose a piece"
CHANGES = "undo or redo a change"

EDITOR = (
    *CURSOR_KEYS,
    Action("put", "enter,space", "screen.put", "put", "put the piece here, or take it off"),
    Action("take-off", "delete,backspace", "screen.take_off", "take off", "empty the square"),
    Action("next-piece", "pagedown", "screen.choose(1)", "piece", PALETTE),
    Action("previous-piece", "pageup", "screen.choose(-1)", "", PALETTE),
    Action(
        *("piece-colour", "ctrl+b", "screen.colour", "colour"),
        *("white or black pieces", ("colour",)),
    ),
    Action("side", "ctrl+t", "screen.side", "side", "who moves first", ("side",)),
    Action("castling", "ctrl+r", "screen.castling", "castling", "castling rights", ("castling",)),
    Action("passed", "ctrl+n", "screen.passed", "e.p.", "e.p. squares", ("passed",)),
    Action("undo-change", "ctrl+z", "screen.undo", "undo", CHANGES, ("undo",)),
    Action("redo-change", "ctrl+y", "screen.redo", "redo", CHANGES, ("redo",)),
    Action("clear", "ctrl+k", "screen.clear", "clear", "empty the board", ("clear",)),
    Action("array", "ctrl+a", "screen.array", "array", "the usual start position", ("array",)),
    Action("copy-fen", "alt+c", "screen.copy_fen", "copy FEN", "copy the FEN", ("copy",)),
    Action(
        *("play-from-here", "ctrl+s", "screen.play", "play from here"),
        *("play from here", ("play",)),
    ),
    *(action for action in BOARD if action.id == "flip"),
    Action("keep", "escape", "screen.back", "back", "back, keeping the position"),
)
