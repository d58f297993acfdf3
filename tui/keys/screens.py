"""Which actions each screen has."""

from __future__ import annotations

from collections.abc import Mapping

from makachess.tui.keys.action import Action
from makachess.tui.keys.anywhere import ANYWHERE, LONG_MESSAGES
from makachess.tui.keys.board import BOARD, LOOK_UP
from makachess.tui.keys.command_list import COMMANDS
from makachess.tui.keys.editor import EDITOR
from makachess.tui.keys.game import ENTRY, GAME, HINT
from makachess.tui.keys.learn import DIAGRAM, LEARN
from makachess.tui.keys.menus import MENU
from makachess.tui.keys.pages import PAGE
from makachess.tui.keys.replay import EXPLORING, REPLAY
from makachess.tui.keys.rules import RULES
from makachess.tui.keys.saved import SAVED
from makachess.tui.keys.search import FIELD, FIELD_DELETE, LISTING
from makachess.tui.keys.settings import KEY_SETTINGS
from makachess.tui.keys.tables import TABLE
from makachess.tui.keys.training import TRAINING

# The actions of each screen, those of its menu included: what is bound to keys at the same time.
SCREENS: Mapping[str, tuple[Action, ...]] = {
    "game": (*GAME, *BOARD, *LONG_MESSAGES, *ANYWHERE),
    "table": (*TABLE, *BOARD, *LONG_MESSAGES, *ANYWHERE),
    "replay": (*REPLAY, *EXPLORING, *BOARD, *ANYWHERE),
    "home": (*MENU, *LONG_MESSAGES, *ANYWHERE),
    "new game": (*MENU, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "tables": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "saved games": (*LISTING, *FIELD, *SAVED, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "position": (*EDITOR, *LONG_MESSAGES, *ANYWHERE),
    "game elsewhere": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "damaged game": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "commands": (*COMMANDS, *ANYWHERE),
    "entry": (*PAGE, *ANYWHERE),
    "settings": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "keys": (*MENU, *KEY_SETTINGS, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "engines": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "learn": (*LISTING, *FIELD, FIELD_DELETE, *LEARN, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "training": (*MENU, *PAGE, *LONG_MESSAGES, *ANYWHERE),
    "exercise": (*ENTRY, *TRAINING, HINT, LOOK_UP, *LONG_MESSAGES, *ANYWHERE),
    "learn, on the board": (*DIAGRAM, *LEARN, *RULES, *PAGE, *LONG_MESSAGES, *ANYWHERE),
}
ACTIONS: Mapping[str, Action] = {
    action.id: action for actions in SCREENS.values() for action in actions
}
