"""The list of games: which of them are shown, and in what order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from makachess.play.library.entries import COLUMNS, Column, Entry, Key, entries_of, entry_of
from makachess.play.lookup import fold
from makachess.saves import Library

_SIGNS = re.compile(r"[\W_]+")
DESCENDING = frozenset({Column.DATE, Column.LENGTH})  # the last and the longest come first


class Shelf:
    """The games of a folder; `shown` are those that fit the filter, the last written first.

    `lengths` are the plies of those that have been read, by key.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.shown: list[Entry] = []
        self.filter = ""
        self.column: Column | None = None  # by which they are in order
        self.reversed = False
        self.lengths: dict[Key, int] = {}
        self._texts: dict[Key, str] = {}
        self._games: dict[Key, Sequence[Entry]] = {}  # of files that have been counted

    def load(self) -> None:
        """Read the folder, but no file again that is the same; raises GameFileError."""
        self.entries = []
        for entry in map(entry_of, Library().entries()):
            self.entries += self._games.get(entry.key, (entry,))
        self._arrange()

    @property
    def uncounted(self) -> list[Entry]:
        """The first games of files in which there may be others."""
        return [entry for entry in self.entries if not entry.count]

    def expand(self, games: Mapping[Key, Sequence[Entry]]) -> None:
        """Put all games of files in the place of their first."""
        self._games.update(games)
        lists = (games.get(entry.key, (entry,)) for entry in self.entries)
        self.entries = [entry for found in lists for entry in found]
        self._arrange()

    def remove(self, path: Path) -> None:
        """Take a file's games off the list."""
        self.entries = [entry for entry in self.entries if entry.path != path]
        self._arrange()

    def add(self, path: Path) -> None:
        """Put a file of the folder on the list, or read it again; raises GameFileError."""
        entry = entry_of(Library().entry(path))
        self.entries = [other for other in self.entries if other.path != path]
        self.entries += entries_of(entry) if not entry.count else [entry]
        self._arrange()

    def look_for(self, text: str, *, again: bool = False) -> None:
        """Show only the games in which words begin like those of a text; `again`: in order anew."""
        self.filter = text
        self._arrange() if again else self._show()

    def sort(self, column: Column) -> None:
        """Put the games in the order of a column; once more, in the opposite order."""
        self.reversed = column is self.column and not self.reversed
        self.column = column
        self._arrange()

    def sort_by_next(self) -> None:
        """Put the games in the order of the next column, after the last in that of the files."""
        columns = (None, *COLUMNS)
        self.column, self.reversed = columns[(columns.index(self.column) + 1) % len(columns)], False
        self._arrange()

    def reverse(self) -> None:
        """Put the games in the opposite order of the column."""
        if self.column is not None:
            self.sort(self.column)

    def at(self, path: Path, number: int = 1) -> int | None:
        """Where a game is shown, if it is."""
        return next(
            (at for at, e in enumerate(self.shown) if e.number == number and e.path == path), None
        )

    def text(self, entry: Entry, column: Column) -> str:
        """What a column says of a game."""
        if column is Column.LENGTH:
            return str(self.lengths.get(entry.key, ""))
        return entry.text(column)

    def in_words(self, entry: Entry) -> str:
        """All that the columns say of a game, why it ended, and where it is kept."""
        said = {column: self.text(entry, column) for column in COLUMNS}
        reason = entry.tags.get("Termination", "")
        result = said[Column.RESULT] + (f" ({reason})" if reason else "")
        players = f"{said[Column.WHITE]} - {said[Column.BLACK]}"
        return ", ".join((players, result, said[Column.GAME], said[Column.DATE], entry.name))

    def _arrange(self) -> None:
        self.entries.sort(key=lambda entry: (-entry.modified, entry.path.name, entry.number))
        if self.column is not None:
            downwards = (self.column in DESCENDING) != self.reversed
            self.entries.sort(key=self._order(self.column), reverse=downwards)
        self._show()

    def _order(self, column: Column) -> Callable[[Entry], int | str]:
        if column is Column.LENGTH:
            return lambda entry: self.lengths.get(entry.key, -1)
        return lambda entry: fold(entry.text(column))

    def _show(self) -> None:
        words = [f" {word}" for word in _words(self.filter)]
        self.shown = [entry for entry in self.entries if self._fits(entry, words)]

    def _fits(self, entry: Entry, words: list[str]) -> bool:
        if not words:
            return True
        text = self._texts.get(entry.key)
        if text is None:
            said = (entry.text(column) for column in COLUMNS)
            about = (entry.tags.get(tag, "") for tag in ("Event", "Site", "Termination"))
            text = " " + " ".join(_words("\n".join((entry.name, *said, *about))))
            self._texts[entry.key] = text
        return all(word in text for word in words)


def _words(text: str) -> list[str]:
    return _SIGNS.sub(" ", fold(text)).split()
