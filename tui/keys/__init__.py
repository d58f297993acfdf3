"""The keys: what each does is declared once; bindings, hints, help and typed commands follow."""

from makachess.tui.keys.actions import (
    ACTIONS,
    ANYWHERE,
    BOARD,
    GAME,
    LONG_MESSAGES,
    MENU,
    PAGE,
    REPLAY,
    RULES,
    SAVED,
    SCREENS,
    Action,
    bindings,
    commands,
)
from makachess.tui.keys.keymap import Keymap, read_keymap
from makachess.tui.keys.names import format_key, parse_key

__all__ = [
    "ACTIONS",
    "ANYWHERE",
    "BOARD",
    "GAME",
    "LONG_MESSAGES",
    "MENU",
    "PAGE",
    "REPLAY",
    "RULES",
    "SAVED",
    "SCREENS",
    "Action",
    "Keymap",
    "bindings",
    "commands",
    "format_key",
    "parse_key",
    "read_keymap",
]
