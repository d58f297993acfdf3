"""The library: all saved games, to be found, opened, and kept in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import how_many, visible
from makachess.play.background import read_in_thread
from makachess.play.keeping import (
    Imported,
    change_tag,
    count_in_file,
    delete,
    delete_game,
    export,
    import_file,
    import_text,
    looks_like_games,
    open_trash,
    rename,
)
from makachess.play.questions import Answer
from makachess.play.session.opponents import short_name
from makachess.play.shelf import (
    COLUMNS,
    DESCENDING,
    Column,
    Shelf,
    count_games,
    load_preview,
    measure,
    text_of,
)
from makachess.play.shelf import Preview as Ending
from makachess.saves import Library, SavedGame
from makachess.saves.library import Archive, Deleted
from makachess.saves.restriction import is_restricted
from makachess.saves.tags import event_of, name_of_game, said
from makachess.tui.board import BoardView, view_of
from makachess.tui.dialogs import offer
from makachess.tui.key_row import hints
from makachess.tui.keys import FINISHED, SAVED, SCREENS, bindings
from makachess.tui.lists import Heading, SearchField, Table
from makachess.tui.output import short_path
from makachess.tui.panes.marks import LISTS, ORDER
from makachess.tui.panes.preview import Preview
from makachess.tui.screens.base import PageScreen
from makachess.tui.screens.opening import opens, play_on, read_book, replay_screen
from makachess.tui.text import Line, Part, TextLine, cut
from rich.cells import cell_len
from textual import events
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

TAGS = ("White", "Black", "Event", "Site", "Date", "Round")
T = TypeVar("T")
MOST_OFFERED = 99  # files of the trash, the last ones deleted


def _amount(found: Sequence[Deleted]) -> str:
    size = sum(deleted.size for deleted in found)
    unit, text = (1e6, "MB") if size >= 1e6 else (1e3, "kB")
    return f"{_files(len(found))} ({size / unit:.1f} {text})"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def _about(entry: SavedGame, ending: Ending) -> Iterator[Line]:
    called = name_of_game(entry.tags)
    yield (Part(called, "strong"),)
    about = event_of(entry.tags), said(entry.tags, "Site")
    if known := ", ".join(text for text in about if text and text != called):
        yield (Part(known),)
    if ending.fault:
        yield (Part(ending.fault, "alert"),)
    reason = entry.tags.get("Termination", "")
    result = text_of(entry, Column.RESULT) + (f" ({reason})" if reason else "")
    yield (Part(f"{result}, {how_many(ending.plies, 'ply', 'plies')}", "quiet"),)
    yield (Part(entry.name, "quiet"),)


def _load(entry: SavedGame) -> tuple[list[Line], Variant | None, BoardView | None]:
    ending = load_preview(entry)
    game, lines = ending.game, list(_about(entry, ending))
    return (lines, game.variant, view_of(game.position)) if game else (lines, None, None)


HEADINGS = (
    Heading("Date", 10, rank=2),
    Heading("Game", 13, share=2),
    Heading("White", 8, share=3),
    Heading("Black", 8, share=3),
    Heading("Result", 10, rank=1),
    Heading("Plies", 6, rank=3),
)
ROOMY = 18  # rows of the list in which the games stand apart


class GamesTable(Table):
    """The games that are shown of a shelf."""

    def __init__(self, shelf: Shelf, *, id: str) -> None:
        super().__init__(HEADINGS, self._text, id=id)
        self._shelf = shelf
        self.is_beside = False  # a board, which leaves no room for columns

    @property
    def pitch(self) -> int:
        return 1 if not self.is_beside else 3 if self.size.height > ROOMY else 2

    @property
    def tall(self) -> int:
        return 2 if self.is_beside else 1

    def heading(self, titles: list[str]) -> str:
        """The titles of the columns, or where there are none by which the games are in order."""
        if not self.is_beside:
            return super().heading(titles)
        title = HEADINGS[self.order].title.lower()
        return f"By {title} {titles[self.order][-1]}" if self.order >= 0 else ""

    def column_at(self, x: int) -> int:
        return (self.order + 1) % len(HEADINGS) if self.is_beside else super().column_at(x)

    def lines(self, at: int) -> list[Line]:
        """A row of columns; beside a board who played and how it ended, and below that the rest."""
        if not self.is_beside:
            return super().lines(at)
        entry, on = self._shelf.shown[at], at == self.index
        date, game, white, black, result, plies = (self._text(at, n) for n in range(len(COLUMNS)))
        names = " - ".join(filter(None, (white, black)))
        about = ", ".join(filter(None, (game, date)))
        width, role = self.size.width - 2, "strong" if on else ""
        length = plies and f"{plies} {'ply' if plies == '1' else 'plies'}"
        ended = "alert" if entry.refusal else "accent" if entry.is_unfinished else ""
        return [
            [Part(" "), *_pushed(Part(names, role), Part(result or "", ended), width)],
            [Part(" "), *_pushed(Part(about, "quiet"), Part(length or "", "quiet"), width)],
        ]

    def _text(self, at: int, column: int) -> str | None:
        """What stands in a column; a game without players has one name, and room for two."""
        text = self._shelf.text(self._shelf.shown[at], COLUMNS[column])
        return short_name(text) if text or COLUMNS[column] is not Column.BLACK else None

    @property
    def entry(self) -> SavedGame | None:
        shown = self._shelf.shown
        return shown[self.index] if self.index < len(shown) else None

    def show_games(self, index: int) -> None:
        self.show(len(self._shelf.shown), index)
        column = self._shelf.column
        descends = (column in DESCENDING) != self._shelf.reversed
        self.show_order(COLUMNS.index(column) if column else -1, "v" if descends else "^")


def _pushed(left: Part, right: Part, width: int) -> Line:
    """Two texts at both ends of a row; the left one is cut if there is no room for both."""
    room = width - cell_len(right.text) - 1
    text = cut(visible(left.text), room)
    return left._replace(text=text), Part(" " * (room - cell_len(text) + 1)), right


TALL = 20  # rows from which on there is room for more than the highlighted game
WIDE = 76  # columns from which on a board stands beside the list, in a window as high
LIST = 38  # columns of the list, at least
BESIDE = 42  # columns of the board with its margins, at least
AROUND = 7  # rows of a board's window for what is not the board


class GamesScreen(PageScreen):
    """The games of a shelf. What is typed is looked for; keys do the rest."""

    BINDINGS = bindings(FINISHED)
    MARKS = (*LISTS, ORDER)
    none_yet = "No games yet; they come here when both players have left their table"

    HINTS = hints("menu-choose: open, help, go-back, leave, replay, preview, sort")

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.shelf = shelf
        self.games = GamesTable(self.shelf, id="games")
        self.games.choose = lambda index: self.open_game(self.shelf.shown[index])
        self.find = SearchField(self.games, self._look_for, self.leaves_to_field, id="find")
        self.find.lacks = ("delete_right",)
        self.count = TextLine(id="find-count")
        self.preview = Preview(id="preview")
        self._is_hidden = False  # the preview, where it would stand beside the list

    def page(self) -> list[Widget]:
        label = TextLine(Part("Find: ", "key"), id="find-label")
        finding = Horizontal(label, self.find, self.count, id="finding")
        return [Container(Vertical(finding, self.games, id="list"), self.preview, id="shelf")]

    def on_screen_resume(self) -> None:
        self.find.focus()
        here = self.entry
        try:
            self.shelf.load()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
        self.show_shelf(here)
        if not self.shelf.entries and not self.prompt.message:
            self.prompt.say(self.none_yet)
        self._count()

    def _count(self) -> None:
        if self.shelf.uncounted:
            self.run_worker(self._count_games(), group="counting", exclusive=True)

    def fit(self, size: Size) -> None:
        super().fit(size)
        roomy = size.width >= WIDE and size.height >= TALL
        wide = roomy and not self._is_hidden
        if wide and not self.has_class("-wide"):
            self.on_table_moved()  # to read what is in view now
        self.set_class(wide, "-wide")
        self.set_class(size.height < TALL, "-low")
        self.preview.set_class(wide, "-tall")
        self.games.is_beside = wide
        square = max(BESIDE, 2 * (size.height - AROUND))
        self.preview.styles.width = min(size.width - LIST, square) if wide else "100%"

    @property
    def entry(self) -> SavedGame | None:
        return self.games.entry

    def show_shelf(self, entry: SavedGame | None = None) -> None:
        """Show the games that fit, and stay on one of them if it is among them."""
        at = self.shelf.at(entry.path, entry.number) if entry else None
        self.games.show_games(at or 0)
        found, all_ = len(self.shelf.shown), len(self.shelf.entries)
        games = "1 game" if all_ == 1 else f"{all_:,} games"
        count = f"{found:,} of {all_:,}" if self.shelf.filter else games
        self.count.styles.width = len(count) + 1
        self.count.set_parts(Part(f" {count}", "quiet"))

    def on_key(self, event: events.Key) -> None:
        if not self.prompt.busy:
            self.find.end_search(event)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        (self.prompt if self.prompt.busy else self.find).paste(event.text)

    def _look_for(self, text: str) -> None:
        here = self.entry
        self.shelf.look_for(text)
        self.show_shelf(here)

    def open_game(self, entry: SavedGame) -> None:
        self.replay(entry)

    def action_replay(self) -> None:
        if self.entry is not None:
            self.replay(self.entry)

    def replay(self, entry: SavedGame) -> None:
        """Replay a game; what is changed in it goes into a game of one's own."""
        self._replay(entry, copy=True)

    def _replay(self, entry: SavedGame, *, copy: bool) -> None:
        self.prompt.say("")
        self.read(
            entry.path.name,
            lambda: read_book(entry.path, entry.number, copy=copy),
            lambda book: self.app.push_screen(replay_screen(book)),
        )

    def read_on(self) -> bool:
        """Say the whole of a game, of which a row may have no room for all."""
        if super().read_on():
            return True
        words = self.shelf.in_words(self.entry) if self.entry else ""
        is_new = words != self.prompt.message
        if is_new and not self.prompt.busy:
            self.prompt.say(words)
        return is_new

    def action_sort(self) -> None:
        self.shelf.sort_by_next()
        self._sorted()

    def action_reverse(self) -> None:
        self.shelf.reverse()
        self._sorted()

    def on_table_heading_picked(self, event: Table.HeadingPicked) -> None:
        self.shelf.sort(COLUMNS[event.column])
        self._sorted()

    def _sorted(self) -> None:
        self.show_shelf()
        if self.shelf.column is Column.LENGTH:
            self.run_worker(self._measure_all(), group="measuring", exclusive=True)

    def action_preview(self) -> None:
        if self.size.width >= WIDE and self.size.height >= TALL:
            self.remove_class("-preview")
            self._is_hidden = not self._is_hidden
            self.fit(self.size)
            self.games.refresh()
        else:
            self.toggle_class("-preview")
        self.on_table_moved()

    def on_table_moved(self) -> None:
        self.after_rest(self._read)

    def _read(self) -> None:
        if self.app.screen is self:
            self.run_worker(self._read_in_view(), group="reading", exclusive=True)

    async def _read_in_view(self) -> None:
        shown = self.shelf.shown
        await measure(self.shelf, [shown[at] for at in self.games.in_view], self.games.refresh)
        entry = self.entry
        if entry is None:
            self.preview.show(())
        elif self.preview.display:
            self.preview.show(*await read_in_thread(partial(_load, entry)))

    async def _measure_all(self) -> None:
        await measure(self.shelf, self.shelf.entries, self.games.refresh)
        if self.shelf.column is Column.LENGTH:
            here = self.entry
            self.shelf.look_for(self.shelf.filter, again=True)
            self.show_shelf(here)

    async def _count_games(self) -> None:
        async for found in count_games(self.shelf.uncounted):
            here = self.entry
            self.shelf.expand(found)
            self.show_shelf(here)


class ArchiveScreen(GamesScreen):
    """The games that were finished at the tables of a host: they can be looked at only."""

    ACTIONS = SCREENS["finished games"]
    TITLE = "Finished games"

    def __init__(self, folder: Path, name: str = "") -> None:
        super().__init__(Shelf(Archive(folder)))
        self._player = name  # whose games are shown first

    def on_mount(self) -> None:
        if self._player:
            self.find.paste(f'"{self._player}"')


class LibraryScreen(GamesScreen):
    """The games of one's own folder, which can be changed, played on and deleted."""

    BINDINGS = bindings(SAVED)
    ACTIONS = SCREENS["saved games"]
    TITLE = "Saved games"
    HINTS = (*GamesScreen.HINTS, *hints("rename, edit-tags, delete-game"))

    def __init__(self, pasted: str = "") -> None:
        """The games, and those that are `pasted` among them."""
        super().__init__(Shelf())
        self.none_yet = f"No games yet; they will be kept in {Library().folder}"
        self._pasted = pasted

    def on_mount(self) -> None:
        if self._pasted:
            self.call_after_refresh(self._import_if_games, self._pasted)

    def on_paste(self, event: events.Paste) -> None:
        """Take in games that are pasted, or set up a position; look for any other text."""
        if not self.prompt.busy and (self._import_if_games(event.text) or opens(self, event.text)):
            event.stop()
            event.prevent_default()

    def open_game(self, entry: SavedGame) -> None:
        """Play on if the game is unfinished and alone in its file, else replay it."""
        if entry.is_unfinished and not entry.has_others:
            self.prompt.say("")
            # One that is refused is marked by now.
            play_on(self, entry.path, lambda: self._changed(None, entry.path))
        else:
            self.replay(entry)

    def replay(self, entry: SavedGame) -> None:
        """Replay a game; what is changed in it is kept in its file."""
        self._replay(entry, copy=False)

    def action_rename(self) -> None:
        if (entry := self.entry) is not None:
            self.prompt.edit("Rename to: ", entry.path.stem, partial(self._rename, entry))

    def _rename(self, entry: SavedGame, text: str) -> None:
        def renamed(path: Path) -> str:
            self._changed(entry.path, path)
            return f"Renamed to {path.name}"

        self._do(entry.path.name, lambda: rename(entry, text), renamed)

    def action_edit_tags(self) -> None:
        """Ask which tag to change, and for its value."""
        if (entry := self.entry) is None:
            return
        answers = [Answer(tag[0].lower(), tag, partial(self._edit_tag, entry, tag)) for tag in TAGS]
        other = partial(self.prompt.edit, "Tag: ", "", partial(self._edit_tag, entry))
        offer(self.prompt, "Change:", *answers, Answer("o", "other", other))

    def _edit_tag(self, entry: SavedGame, tag: str) -> None:
        if tag := tag.strip():
            now = entry.tags.get(tag, "")
            self.prompt.edit(f"{tag}: ", now, partial(self._change_tag, entry, tag))

    def _change_tag(self, entry: SavedGame, tag: str, value: str) -> None:
        def changed(news: str) -> str:
            self._changed(None, entry.path)
            return "; ".join(filter(None, (f"{tag} is {value.strip() or '?'} now", news)))

        self._do(entry.path.name, lambda: change_tag(entry, tag, value), changed)

    def action_delete(self) -> None:
        """Delete a game, after a question if its file has others."""
        if (entry := self.entry) is not None:
            ask = partial(self._ask_what_to_delete, entry)
            self.read(entry.path.name, lambda: count_in_file(entry), ask)

    def _ask_what_to_delete(self, entry: SavedGame, count: int) -> None:
        if count <= 1:
            self._delete(entry)
            return
        offer(
            self.prompt,
            f"Delete from {entry.path.name}?",
            Answer("n", "no"),
            Answer("g", "this game", lambda: self._delete_game(entry)),
            Answer("a", f"all {count:,}", lambda: self._delete(entry)),
        )

    def _delete(self, entry: SavedGame) -> None:
        def deleted(_: None) -> str:
            self._changed(entry.path, None)
            return f"Deleted {entry.path.name}; {self.keymap.name('restore-game')} brings it back"

        self._do(entry.path.name, lambda: delete(entry), deleted)

    def _delete_game(self, entry: SavedGame) -> None:
        def deleted(news: str) -> str:
            self._changed(None, entry.path)
            undo = self.keymap.name("restore-game")
            said = f"Deleted game {entry.number} of {entry.path.name}; {undo} brings it back"
            return "; ".join(filter(None, (said, news)))

        self._do(entry.path.name, lambda: delete_game(entry), deleted)

    def action_restore(self) -> None:
        self._restore()

    def _restore(self, deleted: Deleted | None = None) -> None:
        def restored(path: Path | None) -> str:
            if path is None:
                return "There is no deletion to undo"
            self._changed(None, path)
            return f"Brought back {path.name}"

        self._do("the trash", lambda: open_trash().restore(deleted), restored)

    def action_trash(self) -> None:
        """Ask whether to bring something back, or to remove all for good."""
        try:
            found = open_trash().contents()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        if not found:
            self.prompt.say("The trash is empty")
            return
        offer(
            self.prompt,
            f"The trash has {_amount(found)}:",
            Answer("b", "bring one back", lambda: self._ask_which(found)),
            Answer("e", "empty it", lambda: self._ask_to_empty(found)),
        )

    def _ask_which(self, found: Sequence[Deleted]) -> None:
        answers = [
            Answer(str(number), deleted.path.name, partial(self._restore, deleted))
            for number, deleted in enumerate(found[:MOST_OFFERED], 1)
        ]
        offer(self.prompt, "Bring back which?", *answers)

    def _ask_to_empty(self, found: Sequence[Deleted]) -> None:
        def empty() -> None:
            removed = open_trash().empty
            self._do("the trash", removed, lambda count: f"Removed {_files(count)} for good")

        question = f"Remove {_amount(found)} for good?"
        offer(self.prompt, question, Answer("n", "no"), Answer("y", "yes", empty))

    def action_import(self) -> None:
        self.prompt.edit("Import the file: ", "", self._import_file, pasted=self._import_if_games)

    def _import_file(self, text: str) -> None:
        if text.strip():
            self._do(Path(text).name, lambda: import_file(text), self._imported)
        else:
            self.prompt.say("Nothing imported")

    def _import_if_games(self, text: str) -> bool:
        if is_games := looks_like_games(text):
            self._do("what was pasted", lambda: import_text(text), self._imported)
        return is_games

    def _imported(self, imported: Imported) -> str:
        path, fault, count, others = imported
        self._changed(None, path)
        damaged = f", but it is damaged: {fault}" if fault else ""
        games = f" {how_many(count, 'game')}" if count > 1 or others else ""
        if others:
            games += f", {others.total()} not played here ({', '.join(others)}),"
        return f"Imported{games} as {path.name}{damaged}"

    def action_export(self) -> None:
        """Ask which games to write, and where to."""
        if (entry := self.entry) is not None:
            shown = tuple(self.shelf.shown)
            offer(
                self.prompt,
                "Export which?",
                Answer("g", "this game", lambda: self._ask_for_target((entry,), entry)),
                Answer("a", f"all {len(shown)} shown", lambda: self._ask_for_target(shown, entry)),
            )

    def _ask_for_target(self, games: Sequence[SavedGame], entry: SavedGame) -> None:
        folder = Library().folder
        if not is_restricted():
            with suppress(OSError):  # the current folder is gone
                folder = Path.cwd()
        offered = folder / f"{entry.path.stem if len(games) == 1 else 'games'}.pgn"
        label = "To (.pgn .fen .txt .json): "
        self.prompt.edit(label, short_path(offered), partial(self._export, games))

    def _export(self, games: Sequence[SavedGame], text: str) -> None:
        if text.strip():
            work = partial(export, games, text)
            self._do("the games", work, lambda path: f"Exported to {short_path(path)}")
        else:
            self.prompt.say("Nothing exported")

    def _do(self, what: str, work: Callable[[], T], done: Callable[[T], str]) -> None:
        self.read(what, work, lambda found: self.prompt.say(done(found)))

    def _changed(self, gone: Path | None, come: Path | None) -> None:
        at = self.games.index
        number = self.entry.number if self.entry else 1
        if gone is not None:
            self.shelf.remove(gone)
        if come is not None:
            try:
                self.shelf.add(come)
                self._count()
            except MakachessError as error:  # it is gone again
                self.shelf.remove(come)
                self.prompt.say(str(error), alert=True)
            places = (self.shelf.at(come, number), self.shelf.at(come), at)
            at = next(place for place in places if place is not None)
        self.show_shelf()
        self.games.show_games(at)
