"""Home: play on, a new game, saved games, the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from makachess.core.errors import MakachessError
from makachess.play.background import BackgroundTask
from makachess.play.library import title_of
from makachess.saves import Library, SavedGame
from makachess.tui.hints import Hint
from makachess.tui.keys import SCREENS, Action
from makachess.tui.lists import Item, Menu
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import PageScreen
from makachess.tui.text import Part, TextLine
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

LOW = 16  # rows below which the menu needs them all
MOTTO = "Chess whose pieces win their promotion in battle"


class HomeScreen(PageScreen):
    """The first screen of the app."""

    DEFAULT_CSS = """
    HomeScreen {
        & #title { margin: 1 2 0 2; }
        & #motto { margin: 0 2 1 2; }
        & #menu { margin: 0 2; }
        &.-low #title { margin: 0 2; }
        &.-low #motto { display: none; }
    }
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["home"]

    def __init__(self) -> None:
        moving = Hint("menu-up menu-down", "choose"), Hint("menu-choose", "open")
        super().__init__("makachess", *moving, Hint("leave", "quit"), Hint("help"))
        self.menu = Menu(id="menu")
        self._calls = ""  # what waits at tables
        self._looking = BackgroundTask()

    def page(self) -> list[Widget]:
        """The motto, and the menu."""
        return [TextLine(Part(MOTTO, "quiet"), id="motto"), self.menu]

    def fit(self, size: Size) -> None:
        """Leave all rows to the menu where there are few."""
        super().fit(size)
        self.set_class(size.height < LOW, "-low")

    def on_screen_resume(self) -> None:
        """Look again for an unfinished game."""
        self._show_items()
        self.menu.focus()
        address = app_of(self).host_address
        if address.has_host or address.has_games:
            self._looking.start(self._look_at_tables())

    async def on_unmount(self) -> None:
        """Wait for no host."""
        await self._looking.close()

    async def _look_at_tables(self) -> None:
        """Say what waits at tables; a host that does not run is let be."""
        try:
            said = await app_of(self).host_address.calls()
        except MakachessError:
            said = ""
        if said != self._calls and self.is_attached:
            self._calls = said
            self._show_items()

    def _show_items(self) -> None:
        self.menu.set_items(self._items())

    def _items(self) -> list[Item]:
        last = self._last_unfinished()
        items = [
            Item("New game", "choose the game, your side, the level", "new"),
            Item("Lessons", "learn the games move by move", "lessons"),
            Item("Puzzles", "find the winning move", "puzzles"),
            Item("Rules and pieces", "look up how every piece moves", "learn"),
            Item("Saved games", "play on or replay", "saved"),
            Item("Tables", self._calls or "play people on this machine", "tables"),
            Item("Settings", "colours, pieces, keys, engines", "settings"),
            Item("Quit", "", "quit"),
        ]
        if last is not None:
            tags = last.tags
            players = f"{tags.get('White', '?')} - {tags.get('Black', '?')}"
            text = f"{title_of(tags.get('Variant', ''))}, {players}"
            items.insert(0, Item("Continue", text, last))
        return items

    def _last_unfinished(self) -> SavedGame | None:
        try:
            return next(iter(Library().unfinished()), None)
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return None

    def chosen(self, event: Menu.Chosen) -> None:
        """Open what was chosen."""
        value = event.item.value
        if isinstance(value, SavedGame):
            self._continue(value)
        elif value == "settings":
            self.run_soon("app.settings")
        elif value == "quit":
            self.app.exit()
        else:
            self._open(str(value))

    def _open(self, name: str) -> None:
        from makachess.tui.screens.exercise import lessons_screen, puzzles_screen
        from makachess.tui.screens.learn import LearnScreen
        from makachess.tui.screens.library import LibraryScreen
        from makachess.tui.screens.new_game import NewGameScreen
        from makachess.tui.screens.tables import TablesScreen

        screens: dict[str, Callable[[], Screen[None]]] = {
            "new": NewGameScreen,
            "tables": TablesScreen,
            "lessons": lessons_screen,
            "puzzles": puzzles_screen,
            "learn": LearnScreen,
            "saved": LibraryScreen,
        }
        self.app.push_screen(screens[name]())

    def _continue(self, entry: SavedGame) -> None:
        from makachess.tui.screens.opening import play_on

        play_on(self, entry.path)
        if self.app.screen is self:  # it was refused, and is not offered again
            self._show_items()
