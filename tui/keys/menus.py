"""Lists to choose from; what runs has the names of Textual's own lists and tables."""

from __future__ import annotations

from makachess.tui.keys.action import Action

CHOICE = "go up and down"
PAGES = "go up and down by a page"
ITEMS = "to the first or last one"
CHANGE = "change a setting"

MENU = (
    Action("menu-up", "up", "focused.cursor_up", "", CHOICE),
    Action("menu-down", "down", "focused.cursor_down", "", CHOICE),
    Action("menu-page-up", "pageup", "focused.page_up", "", PAGES),
    Action("menu-page-down", "pagedown", "focused.page_down", "", PAGES),
    Action("menu-first", "home", "focused.first", "", ITEMS),
    Action("menu-last", "end", "focused.last", "", ITEMS),
    Action("menu-previous", "left", "focused.change(-1)", "", CHANGE),
    Action("menu-next", "right", "focused.change(1)", "", CHANGE),
    Action("menu-choose", "enter", "focused.choose", "choose", "choose, or start"),
    Action("menu-use", "space", "focused.use", "", "choose, or change a setting"),
)
