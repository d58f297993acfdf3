"""The screen of saved games. Letters are not keys there: they look for games."""

from __future__ import annotations

from makachess.tui.keys.action import Action
from makachess.tui.keys.search import FIELD_ERASE_ALL

ORDER = "sort by the next column, reverse the order"

SAVED = (
    FIELD_ERASE_ALL,  # beside those of the field, in one row of the help
    Action("replay", "ctrl+r", "screen.replay", "replay", "replay the game"),
    Action("preview", "f4", "screen.preview", "preview", "show how the game ends"),
    Action("sort", "ctrl+o", "screen.sort", "sort", ORDER),
    Action("reverse", "ctrl+v", "screen.reverse", "", ORDER),
    Action("rename", "f2", "screen.rename", "rename", "rename the file"),
    Action("edit-tags", "ctrl+e", "screen.edit_tags", "tags", "change names and other tags"),
    Action("delete-game", "delete", "screen.delete", "delete", "delete the game"),
    Action("restore-game", "ctrl+z", "screen.restore", "undo delete", "undo the last deletion"),
    Action("trash", "f8", "screen.trash", "trash", "bring back deleted games, or empty the trash"),
    Action("import", "f5", "screen.import", "import", "import a file of games (or paste them)"),
    Action(
        "export", "ctrl+s", "screen.export", "export", "write the game, or all shown, to a file"
    ),
)
