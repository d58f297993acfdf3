"""The library: all saved games, to be found, opened, and kept in order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

from makachess.core.errors import MakachessError
from makachess.play.library import (
    COLUMNS,
    Column,
    Entry,
    Shelf,
    count_games,
    load_preview,
    measure,
)
from makachess.saves import Library
from makachess.tui.dialogs.collecting import Collecting
from makachess.tui.keys import PAGE, SAVED, SCREENS, Action, bindings
from makachess.tui.screens.opening import play_on, replay_screen
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import Part, TextLine
from makachess.tui.widgets.game_preview import GamePreview
from makachess.tui.widgets.games_table import GamesTable
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.search_field import SearchField
from makachess.tui.widgets.table import Table
from textual import events
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

REST = 0.15  # seconds without a step after which the moves of the games in view are read
TALL = 20  # rows from which on there is room for more than the highlighted game beside it
WIDE = 110  # columns from which on the preview stands beside the list


class LibraryScreen(PageScreen):
    """The games of the folder. What is typed is looked for; keys do the rest."""

    DEFAULT_CSS = """
    LibraryScreen {
        & #title { margin: 0 2; }
        & #finding { height: 1; margin: 0 2; }
        & #find-label { width: 6; }
        & #find-count { width: 17; }
        & #shelf { height: 1fr; margin: 0 2; layout: vertical; }
        & #preview { display: none; }
        &.-preview #preview { display: block; }
        &.-preview #games { height: 6; }
        &.-preview.-low #games { height: 3; }
        &.-wide #shelf { layout: horizontal; }
        &.-wide #games { height: 1fr; }
        &.-wide #preview { display: block; width: 2fr; margin-left: 2; }
        &.-wide #games { width: 3fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(SAVED, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["saved games"]

    def __init__(self) -> None:
        hints = ("replay", "preview", "sort", "rename", "edit-tags", "delete-game")
        super().__init__(
            "Saved games",
            Hint("menu-choose", "open"),
            Hint("help"),
            Hint("go-back"),
            Hint("leave"),
            *map(Hint, hints),
        )
        self.shelf = Shelf()
        self.games = GamesTable(self.shelf, id="games")
        self.games.choose = self._open
        self.find = SearchField(self.games, self._look_for, self.take_before_typing, id="find")
        self.find.lacks = ("delete_right",)
        self.count = TextLine(id="find-count")
        self.preview = GamePreview(id="preview")
        self.collecting = Collecting(self.prompt, self._changed)
        self._rest: Timer | None = None

    def page(self) -> list[Widget]:
        """What is looked for, and what is found."""
        label = TextLine(Part("Find: ", "key"), id="find-label")
        return [
            Horizontal(label, self.find, self.count, id="finding"),
            Container(self.games, self.preview, id="shelf"),
        ]

    def on_screen_resume(self) -> None:
        """Read the folder again."""
        self.find.focus()
        here = self.entry
        try:
            self.shelf.load()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
        self._show(here)
        if not self.shelf.entries and not self.prompt.message:
            self.prompt.say(f"No games yet; they will be kept in {Library().folder}")
        self.run_worker(self._count_games(), group="counting", exclusive=True)

    def fit(self, size: Size) -> None:
        """Put the preview beside the list where there is room."""
        super().fit(size)
        if size.width >= WIDE and not self.has_class("-wide"):
            self.on_table_moved()  # to read what is in view now
        self.set_class(size.width >= WIDE, "-wide")
        self.set_class(size.height < TALL, "-low")

    @property
    def entry(self) -> Entry | None:
        """The game that is highlighted."""
        return self.games.entry

    def _show(self, entry: Entry | None = None) -> None:
        """Show the games that fit, and stay on one of them if it is among them."""
        at = self.shelf.at(entry.path, entry.number) if entry else None
        self.games.show_games(at or 0)
        found, all_ = len(self.shelf.shown), len(self.shelf.entries)
        games = "1 game" if all_ == 1 else f"{all_:,} games"
        count = f"{found:,} of {all_:,}" if self.shelf.filter else games
        self.count.set_parts(Part(f"{count:>17}", "quiet"))

    # --- keys -----------------------------------------------------------------------------------

    async def take_before_typing(self, event: events.Key) -> bool:
        """Let Esc first end what is looked for."""
        if event.key == "escape" and self.find.value and not self.prompt.busy:
            self.find.value = ""
            return True
        return await super().take_before_typing(event)

    def on_paste(self, event: events.Paste) -> None:
        """Take in games that are pasted; look for any other text."""
        event.stop()
        if self.prompt.busy:
            self.prompt.paste(event.text)
        elif "\n" in event.text.strip() or event.text.lstrip().startswith("["):
            self.collecting.import_text(event.text)
        else:
            self.find.paste(event.text)

    def _look_for(self, text: str) -> None:
        here = self.entry
        self.shelf.look_for(text)
        self._show(here)

    # --- opening --------------------------------------------------------------------------------

    def _open(self, index: int) -> None:
        """Play on if the game is unfinished and alone in its file, else replay it."""
        entry = self.shelf.shown[index]
        if entry.is_unfinished and not entry.has_others:
            play_on(self, entry.path)
            if self.app.screen is self:  # it was refused, and is marked by now
                self._changed(None, entry.path)
        else:
            self._replay(entry)

    def action_replay(self) -> None:
        """Replay the highlighted game in any case."""
        if self.entry is not None:
            self._replay(self.entry)

    def _replay(self, entry: Entry) -> None:
        try:
            self.app.push_screen(replay_screen(entry.path, entry.number))
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)

    def action_more(self) -> None:
        """Show the rest of a message, or else all that the list says of the game."""
        if not self.prompt.more() and self.entry is not None:
            self.prompt.say(self.shelf.in_words(self.entry))

    # --- order ----------------------------------------------------------------------------------

    def action_sort(self) -> None:
        """Take the order of the next column."""
        self.shelf.sort_by_next()
        self._sorted()

    def action_reverse(self) -> None:
        """Turn the order round."""
        self.shelf.reverse()
        self._sorted()

    def on_table_heading_picked(self, event: Table.HeadingPicked) -> None:
        """Take the order of the column whose heading was clicked."""
        self.shelf.sort(COLUMNS[event.column])
        self._sorted()

    def _sorted(self) -> None:
        self._show()
        if self.shelf.column is Column.LENGTH:
            self.run_worker(self._measure_all(), group="measuring", exclusive=True)

    # --- changes --------------------------------------------------------------------------------

    def action_rename(self) -> None:
        """Ask for a new name."""
        if self.entry is not None:
            self.collecting.rename(self.entry)

    def action_edit_tags(self) -> None:
        """Ask which tag to change."""
        if self.entry is not None:
            self.collecting.edit_tags(self.entry)

    def action_delete(self) -> None:
        """Delete the file."""
        if self.entry is not None:
            self.collecting.delete(self.entry, self.keymap.name("restore-game"))

    def action_restore(self) -> None:
        """Bring back what was deleted last."""
        self.collecting.restore()

    def action_trash(self) -> None:
        """Ask what to do with what has been deleted."""
        self.collecting.trash()

    def action_import(self) -> None:
        """Ask for a file."""
        self.collecting.import_file()

    def action_export(self) -> None:
        """Ask where to."""
        if self.entry is not None:
            self.collecting.export(self.entry, self.shelf.shown)

    def _changed(self, gone: Path | None, come: Path | None) -> None:
        """A file has been removed, or is there anew."""
        at = self.games.index
        number = self.entry.number if self.entry else 1
        if gone is not None:
            self.shelf.remove(gone)
        if come is not None:
            try:
                self.shelf.add(come)
            except MakachessError as error:  # it is gone again
                self.shelf.remove(come)
                self.prompt.say(str(error), alert=True)
            places = (self.shelf.at(come, number), self.shelf.at(come), at)
            at = next(place for place in places if place is not None)
        self._show()
        self.games.show_games(at)

    # --- what only the moves tell ---------------------------------------------------------------

    def action_preview(self) -> None:
        """Show the final position, or hide it again."""
        self.toggle_class("-preview")
        self.on_table_moved()

    def on_table_moved(self) -> None:
        """Read the games in view once the highlight has rested."""
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(REST, self._read)

    def _read(self) -> None:
        if self.app.screen is self:
            self.run_worker(self._read_in_view(), group="reading", exclusive=True)

    async def _read_in_view(self) -> None:
        shown = self.shelf.shown
        await measure(self.shelf, [shown[at] for at in self.games.in_view], self.games.refresh)
        entry = self.entry
        if entry is None:
            self.preview.set_lines(())
        elif self.preview.display:
            self.preview.show(entry, await asyncio.to_thread(load_preview, entry))

    async def _measure_all(self) -> None:
        await measure(self.shelf, self.shelf.entries, self.games.refresh)
        if self.shelf.column is Column.LENGTH:
            here = self.entry
            self.shelf.look_for(self.shelf.filter, again=True)
            self._show(here)

    async def _count_games(self) -> None:
        async for found in count_games(self.shelf.uncounted):
            here = self.entry
            self.shelf.expand(found)
            self._show(here)
