"""The keys: what each does is declared once; bindings, hints, help and typed commands follow."""

from makachess.tui.keys.action import Action, bindings, commands
from makachess.tui.keys.anywhere import ANYWHERE, LONG_MESSAGES
from makachess.tui.keys.board import BOARD, LOOK_UP
from makachess.tui.keys.command_list import COMMANDS
from makachess.tui.keys.editor import EDITOR
from makachess.tui.keys.finding import Call, calls, find_calls
from makachess.tui.keys.game import ENTRY, GAME, HINT
from makachess.tui.keys.keymap import Keymap, read_keymap
from makachess.tui.keys.learn import DIAGRAM, LEARN
from makachess.tui.keys.menus import MENU
from makachess.tui.keys.names import format_key, parse_key
from makachess.tui.keys.pages import PAGE
from makachess.tui.keys.replay import EXPLORING, REPLAY
from makachess.tui.keys.rules import RULES
from makachess.tui.keys.saved import SAVED
from makachess.tui.keys.screens import ACTIONS, SCREENS
from makachess.tui.keys.search import FIELD, FIELD_DELETE, LISTING
from makachess.tui.keys.settings import KEY_SETTINGS
from makachess.tui.keys.tables import TABLE
from makachess.tui.keys.training import TRAINING
from makachess.tui.keys.typing import TYPING, typing_rows

__all__ = [
    "ACTIONS",
    "ANYWHERE",
    "BOARD",
    "COMMANDS",
    "DIAGRAM",
    "EDITOR",
    "ENTRY",
    "EXPLORING",
    "FIELD",
    "FIELD_DELETE",
    "GAME",
    "HINT",
    "KEY_SETTINGS",
    "LEARN",
    "LISTING",
    "LONG_MESSAGES",
    "LOOK_UP",
    "MENU",
    "PAGE",
    "REPLAY",
    "RULES",
    "SAVED",
    "SCREENS",
    "TABLE",
    "TRAINING",
    "TYPING",
    "Action",
    "Call",
    "Keymap",
    "bindings",
    "calls",
    "commands",
    "find_calls",
    "format_key",
    "parse_key",
    "read_keymap",
    "typing_rows",
]
