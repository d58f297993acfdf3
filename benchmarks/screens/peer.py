"""The screens of cli-chess, the leanest peer, and what of ours each is to be compared with."""

from __future__ import annotations

from collections.abc import Mapping

from screens.visit import Visit

F5 = "\x1b[15~"
FIRST = "Offline Games"  # its first text
# In its menu White is chosen, for by default the colour is drawn by lot.
VISITS = (
    Visit(name="start", shows="F8Quit", steps=("down", "up"), closes=()),
    Visit(name="settings", reach=("down",), opens=("down",), shows="API Token:", closes=("up",)),
    Visit(
        name="new game",
        reach=("up", "right", "right", "down", "down", "down", "enter"),
        opens=("f1",),
        shows="Move:",
        closes=(),
    ),
    Visit(name="help", opens=(F5,), shows="Notation help", closes=(F5,)),
    Visit(name="a key of a move", opens=("a",), shows="Move:a", closes=("backspace",)),
    Visit(name="a move", opens=("e2e4", "enter"), shows="1 e4", closes=()),
)
OURS: Mapping[str, str] = {
    "start": "home",
    "settings": "settings",
    "new game": "game, chess",
    "help": "help over chess",
    "a key of a move": "a key of a move, chess",
    "a move": "a move, chess",
}
