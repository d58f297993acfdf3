"""The games of a folder as a list: looked through, put in order, renamed, deleted and edited."""

from makachess.play.library.deleting import (
    delete,
    delete_game,
    deleted_games,
    empty_trash,
    expire_trash,
    restore,
)
from makachess.play.library.entries import COLUMNS, Column, Entry, entries_of, entry_of
from makachess.play.library.keeping import (
    change_tag,
    count_in_file,
    export,
    form_of,
    import_file,
    import_text,
    rename,
)
from makachess.play.library.reading import Preview, count_plies, load_preview
from makachess.play.library.shelf import DESCENDING, Shelf
from makachess.play.library.work import count_games, measure

__all__ = [
    "COLUMNS",
    "DESCENDING",
    "Column",
    "Entry",
    "Preview",
    "Shelf",
    "change_tag",
    "count_games",
    "count_in_file",
    "count_plies",
    "delete",
    "delete_game",
    "deleted_games",
    "empty_trash",
    "entries_of",
    "entry_of",
    "expire_trash",
    "export",
    "form_of",
    "import_file",
    "import_text",
    "load_preview",
    "measure",
    "rename",
    "restore",
]
