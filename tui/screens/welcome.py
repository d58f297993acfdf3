"""What a newcomer is told, once, in a box in the place of home's menu."""

from __future__ import annotations

from collections.abc import Iterator
from pkgutil import resolve_name

from makachess.play.settings import TERMINALS, Settings, offers
from makachess.tui.key_row import hints
from makachess.tui.keys import SCREENS
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.marks import LISTS
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import BoxScreen
from makachess.tui.text import Part, TextPanel
from makachess.variants import load
from textual import events
from textual.containers import Container
from textual.geometry import Size
from textual.widget import Widget

WIDTH, EDGES = 35, 4  # columns of the box, and those of its border and padding among them
LEFT = 1  # so that it stands in the place of home's menu, and covers no board
BELOW = 2  # rows of prompt and keys


class WelcomeScreen(BoxScreen):
    """Which game to begin with, the colours, and the key that shows all others."""

    ACTIONS = SCREENS["welcome"]
    MARKS = LISTS

    def __init__(self) -> None:
        super().__init__()
        self._terminal = next(offer for offer in offers() if offer.name == "terminal")
        self.text, self.menu = TextPanel(id="text"), Menu()
        self.box = Container(self.text, self.menu, id="box")
        self.box.border_title = "Welcome"
        moving = "menu-up menu-down: choose, menu-choose: open"
        self.key_row.show(*hints(f"{moving}, go-back, help"))

    def body(self) -> Iterator[Widget]:
        title = load(Settings().variant).title
        self.text.set_lines([(Part(f"{title} is a good start."),)])
        self._show_items()
        self.fit(self.app.size)  # else it would be drawn elsewhere first
        yield self.box

    def fit(self, size: Size) -> None:
        width = min(WIDTH, size.width)
        text, items = self.text.rows_for(width - EDGES), len(self.menu.items)
        self.text.styles.height, self.menu.styles.height = text, items
        self.box.styles.width, self.box.styles.height = width, text + items + 2
        above = max(size.height - BELOW - text - items - 2, 0)
        self.box.styles.offset = min(LEFT, size.width - width), -(above // 2)

    def on_mount(self) -> None:
        self.menu.focus()

    def _show_items(self) -> None:
        colours = self.preferences.settings.terminal
        is_visitor = app_of(self).host_address.dial is not None  # who has come for the tables
        tables = [Item("Tables", "play people", "tables:TablesScreen")]
        self.menu.set_items(
            [
                *(tables if is_visitor else ()),
                Item("Lessons", "move by move", "exercise:lessons_screen"),
                Item("New game", "at once", "new_game:NewGameScreen"),
                Item(self._terminal.title, colours, self._terminal, TERMINALS),
                Item("Look around", f"{self.keymap.name('help')} shows keys"),
            ]
        )

    def on_paste(self, event: events.Paste) -> None:
        """Let home take what is pasted."""
        event.stop()
        if self.close():
            self.app.screen.post_message(events.Paste(event.text))

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        self.prompt.say(self._terminal.help if event.item.options else "")

    def on_menu_changed(self, event: Menu.Changed) -> None:
        value = self._terminal.step(self.preferences.settings.terminal, event.step)
        self.preferences.remember(terminal=value)
        app_of(self).use_theme(self.preferences.settings.theme)
        self._show_items()
        if news := self.preferences.take_news():
            self.prompt.say(news, alert=True)

    def chosen(self, event: Menu.Chosen) -> None:
        if event.item.options:
            self.menu.action_change(1)
        elif event.item.value is None:
            self.close()
        else:
            self.give_way(resolve_name(f"makachess.tui.screens.{event.item.value}"))
