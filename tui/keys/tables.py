"""A game at a table of a host."""

from __future__ import annotations

from makachess.tui.keys.action import Action
from makachess.tui.keys.game import ENTRY, GAME, LOOKING

_AS_IN_A_GAME = ("step-back", "undo", "draw", "resign")

TABLE = (
    *ENTRY,
    *LOOKING,
    *(action for action in GAME if action.id in _AS_IN_A_GAME),
    Action(
        *("rematch", "ctrl+n", "screen.rematch", "rematch"),
        *("ask for another game with colours changed", ("rematch",)),
    ),
    Action(
        *("seats", "ctrl+t", "screen.seats", "seats"),
        *("sit down, stand up, ask an engine to sit down", ("seats",)),
    ),
    Action("chat", "slash", "screen.chat", "chat", "say something to all at the table", ("chat",)),
)
