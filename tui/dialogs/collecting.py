"""What a collector is asked: new names, tags, whether to delete, where from and where to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.library import (
    Entry,
    change_tag,
    count_in_file,
    delete,
    delete_game,
    deleted_games,
    empty_trash,
    export,
    import_file,
    import_text,
    rename,
    restore,
)
from makachess.play.questions import Answer
from makachess.saves import Library
from makachess.saves.library import Deleted
from makachess.saves.restriction import is_restricted
from makachess.tui.text import short_path
from makachess.tui.widgets.prompt import PromptLine

TAGS = ("White", "Black", "Event", "Site", "Date", "Round")
OTHER = "another tag"
MOST_OFFERED = 99  # files of the trash, the last ones deleted


class Collecting:
    """Asks in the prompt row, and changes the files.

    `changed` is told which file is gone, and which has come or changed; None for no such file.
    """

    def __init__(
        self, prompt: PromptLine, changed: Callable[[Path | None, Path | None], object]
    ) -> None:
        self._prompt = prompt
        self._changed = changed

    def rename(self, entry: Entry) -> None:
        """Ask for a new name of a file."""
        self._prompt.edit(
            "Rename to: ", entry.path.stem, lambda text: self._try(self._rename, entry, text)
        )

    def _rename(self, entry: Entry, text: str) -> str:
        path = rename(entry, text)
        self._changed(entry.path, path)
        return f"Renamed to {path.name}"

    def edit_tags(self, entry: Entry) -> None:
        """Ask which tag to change, and for its value."""
        answers = [Answer(tag[0].lower(), tag, tag) for tag in TAGS]
        answers.append(Answer("o", OTHER, OTHER))

        def answered(answer: Answer | None) -> None:
            if answer is not None and answer.value == OTHER:
                self._prompt.edit("Tag: ", "", lambda name: self._edit_tag(entry, name.strip()))
            elif answer is not None:
                self._edit_tag(entry, str(answer.value))

        self._prompt.ask("Change which?", answers, answered)

    def _edit_tag(self, entry: Entry, tag: str) -> None:
        if tag:
            now = entry.tags.get(tag, "")
            self._prompt.edit(
                f"{tag}: ", now, lambda text: self._try(self._change_tag, entry, tag, text)
            )

    def _change_tag(self, entry: Entry, tag: str, value: str) -> str:
        change_tag(entry, tag, value)
        self._changed(None, entry.path)
        return f"{tag} is {value.strip() or '?'} now"

    def delete(self, entry: Entry, undo: str) -> None:
        """Delete a game, after a question if its file has others; `undo` is the key to undo it."""
        try:
            count = count_in_file(entry)
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)
            return
        if count <= 1:
            self._try(self._delete, entry, undo)
            return
        answers = [
            Answer("n", "no"),
            Answer("g", "this game", self._delete_game),
            Answer("a", f"all {count:,}", self._delete),
        ]

        def answered(answer: Answer | None) -> None:
            if answer is not None and callable(answer.value):
                self._try(answer.value, entry, undo)

        self._prompt.ask(f"Delete from {entry.path.name}?", answers, answered)

    def _delete(self, entry: Entry, undo: str) -> str:
        delete(entry)
        self._changed(entry.path, None)
        return f"Deleted {entry.path.name}; {undo} brings it back"

    def _delete_game(self, entry: Entry, undo: str) -> str:
        delete_game(entry)
        self._changed(None, entry.path)
        return f"Deleted game {entry.number} of {entry.path.name}; {undo} brings it back"

    def restore(self) -> None:
        """Bring back what was deleted last."""
        self._try(self._restore)

    def _restore(self, deleted: Deleted | None = None) -> str:
        path = restore(deleted)
        if path is None:
            return "There is no deletion to undo"
        self._changed(None, path)
        return f"Brought back {path.name}"

    def trash(self) -> None:
        """Ask whether to bring something back, or to remove all for good."""
        try:
            found = deleted_games()
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)
            return
        if not found:
            self._prompt.say("The trash is empty")
            return
        answers = [
            Answer("b", "bring one back", self._ask_which),
            Answer("e", "empty it", self._ask_to_empty),
        ]

        def answered(answer: Answer | None) -> None:
            if answer is not None and callable(answer.value):
                answer.value(found)

        self._prompt.ask(f"The trash has {_amount(found)}:", answers, answered)

    def _ask_which(self, found: Sequence[Deleted]) -> None:
        answers = [Answer(str(n), d.path.name, d) for n, d in enumerate(found[:MOST_OFFERED], 1)]

        def answered(answer: Answer | None) -> None:
            if answer is not None and isinstance(answer.value, Deleted):
                self._try(self._restore, answer.value)

        self._prompt.ask("Bring back which?", answers, answered)

    def _ask_to_empty(self, found: Sequence[Deleted]) -> None:
        answers = [Answer("n", "no"), Answer("y", "yes", True)]

        def answered(answer: Answer | None) -> None:
            if answer is not None and answer.value:
                self._try(self._empty)

        self._prompt.ask(f"Remove {_amount(found)} for good?", answers, answered)

    def _empty(self) -> str:
        count = empty_trash()
        return f"Removed {_files(count)} for good"

    def import_file(self) -> None:
        """Ask for a file to take in."""
        self._prompt.edit("Import the file: ", "", lambda text: self._try(self._import_file, text))

    def _import_file(self, text: str) -> str:
        if not text.strip():
            return "Nothing imported"
        return self._imported(import_file(text))

    def import_text(self, text: str) -> None:
        """Take in a text of games."""
        self._try(lambda: self._imported(import_text(text)))

    def _imported(self, path: Path) -> str:
        self._changed(None, path)
        return f"Imported as {path.name}"

    def export(self, entry: Entry, shown: Sequence[Entry]) -> None:
        """Ask which games to write, and where to."""
        answers = [
            Answer("g", "this game", (entry,)),
            Answer("a", f"all {len(shown)} shown", tuple(shown)),
        ]

        def answered(answer: Answer | None) -> None:
            if answer is not None and isinstance(answer.value, tuple):
                self._ask_for_target(answer.value, entry)

        self._prompt.ask("Export which?", answers, answered)

    def _ask_for_target(self, games: Sequence[Entry], entry: Entry) -> None:
        folder = Library().folder if is_restricted() else Path.cwd()
        offered = folder / f"{entry.path.stem if len(games) == 1 else 'games'}.pgn"
        self._prompt.edit(
            "To (.pgn .fen .txt .json): ",
            short_path(offered),
            lambda text: self._try(self._export, games, text),
        )

    def _export(self, games: Sequence[Entry], text: str) -> str:
        if not text.strip():
            return "Nothing exported"
        return f"Exported to {short_path(export(games, text))}"

    def _try(self, do: Callable[..., str], *arguments: object) -> None:
        """Do something, and say what came of it."""
        try:
            said, alert = do(*arguments), False
        except MakachessError as error:
            said, alert = str(error), True
        self._prompt.say(said, alert=alert)


def _amount(found: Sequence[Deleted]) -> str:
    """How many files there are, and how large they are together."""
    size = sum(deleted.size for deleted in found)
    unit, text = (1e6, "MB") if size >= 1e6 else (1e3, "kB")
    return f"{_files(len(found))} ({size / unit:.1f} {text})"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"
