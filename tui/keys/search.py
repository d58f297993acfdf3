"""Fields to type in what to look for, and the keys that go on moving the list below them."""

from __future__ import annotations

from makachess.tui.keys.action import Action
from makachess.tui.keys.menus import MENU

_FOR_LISTS = ("up", "down", "page-up", "page-down", "first", "last", "choose")
LISTING = tuple(action for action in MENU if action.id.removeprefix("menu-") in _FOR_LISTS)
EDIT = "edit what is typed"
FIELD = (
    Action("field-left", "left", "focused.cursor_left", "", EDIT),
    Action("field-right", "right", "focused.cursor_right", "", EDIT),
    Action("field-erase", "backspace", "focused.delete_left", "", EDIT),
    Action("field-erase-word", "ctrl+w", "focused.delete_left_word", "", EDIT),
    Action("field-delete-rest", "ctrl+k", "focused.delete_right_all", "", EDIT),
)
# Del has another use where games are searched, and ^U where pieces are.
FIELD_DELETE = Action("field-delete", "delete", "focused.delete_right", "", EDIT)
FIELD_ERASE_ALL = Action("field-erase-all", "ctrl+u", "focused.delete_left_all", "", EDIT)
