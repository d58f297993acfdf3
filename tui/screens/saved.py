"""Saved games: continue the unfinished ones, replay the rest."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from makachess.core.errors import MakachessError
from makachess.saves import Library, SavedGame
from makachess.tui.keys import PAGE, SAVED, SCREENS, Action, bindings
from makachess.tui.screens.opening import play_on, replay_screen
from makachess.tui.screens.page import PageScreen
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from textual.binding import BindingType
from textual.widget import Widget


class SavedScreen(PageScreen):
    """The library, latest game first."""

    DEFAULT_CSS = "SavedScreen #games { margin: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(SAVED, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["saved games"]

    def __init__(self) -> None:
        super().__init__(
            "Saved games",
            Hint("menu-choose", "play on or replay"),
            Hint("replay"),
            Hint("go-back"),
            Hint("help"),
            Hint("leave"),
        )
        self.games = Menu(id="games")

    def page(self) -> list[Widget]:
        """The list."""
        return [self.games]

    def on_screen_resume(self) -> None:
        """Read the library again."""
        self._show_entries()
        self.games.focus()
        if not self.games.items and not self.prompt.message:
            self.prompt.say(f"No games yet; they will be kept in {Library().folder}")

    def _show_entries(self) -> None:
        try:
            entries = Library().entries()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        self.games.set_items([Item(_label(e), _detail(e), e) for e in entries])

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Play on if the game is unfinished, else replay it."""
        entry = event.item.value
        assert isinstance(entry, SavedGame)
        if entry.is_unfinished:
            play_on(self, entry.path)
            if self.is_current:  # it was refused, and is marked by now
                self._show_entries()
        else:
            self._replay(entry)

    def action_replay(self) -> None:
        """Replay the highlighted game in any case."""
        if self.games.items:
            entry = self.games.items[self.games.index].value
            assert isinstance(entry, SavedGame)
            self._replay(entry)

    def _replay(self, entry: SavedGame) -> None:
        try:
            self.app.push_screen(replay_screen(entry.path))
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)


def _label(entry: SavedGame) -> str:
    day = datetime.fromtimestamp(entry.modified).strftime("%Y-%m-%d %H:%M")
    return f"{day}  {entry.tags.get('Variant', '?')}"


def _detail(entry: SavedGame) -> str:
    tags = entry.tags
    result = "unfinished" if entry.is_unfinished else tags.get("Result", "?")
    reason = f" ({tags['Termination']})" if "Termination" in tags else ""
    condition = f", {entry.condition}" if entry.condition else ""
    players = f"{tags.get('White', '?')} - {tags.get('Black', '?')}"
    return f"{players}  {result}{reason}{condition}"
