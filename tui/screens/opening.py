"""Opening a saved game to be played on, and what can be done with one that is open elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from makachess.core.errors import MakachessError
from makachess.saves import LockedError, load_game
from makachess.tui.keys import PAGE, SCREENS, Action, bindings
from makachess.tui.screens.base import BaseScreen
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import Part, TextPanel
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from textual.binding import BindingType
from textual.widget import Widget


def play_on(screen: BaseScreen, path: Path) -> None:
    """Open a game to be played on; if another program has it, ask what to do instead."""
    from makachess.play.session.setup import resumed_setup
    from makachess.tui.screens.game import GameScreen

    try:
        game = GameScreen(resumed_setup(path))
    except LockedError as error:
        screen.app.push_screen(ElsewhereScreen(path, str(error)))
    except MakachessError as error:
        screen.prompt.say(str(error), alert=True)
    else:
        screen.app.push_screen(game)


class ElsewhereScreen(PageScreen):
    """A game that another program plays: who that is, and what can be done meanwhile."""

    DEFAULT_CSS = """
    ElsewhereScreen {
        & #menu { margin: 0 2; height: 4; }
        & #reason { margin: 0 3; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["game elsewhere"]

    def __init__(self, path: Path, reason: str) -> None:
        moving = Hint("menu-up menu-down", "choose"), Hint("menu-choose", "open")
        super().__init__("A game that is open elsewhere", *moving, Hint("go-back"), Hint("help"))
        self._path = path
        self._reason = reason
        self.menu = Menu(id="menu")
        self.reason = TextPanel(id="reason")

    def page(self) -> list[Widget]:
        """What can be done, and who has the game."""
        return [self.menu, self.reason]

    def on_mount(self) -> None:
        """Show both."""
        self.menu.set_items(
            [
                Item("Watch", "replay it up to the last move", self._watch),
                Item("Copy", "play on in a game of your own", self._copy),
                Item("Back", "", self.app.pop_screen),
            ]
        )
        self.menu.focus()
        self.reason.set_lines([(Part(f"{self._reason}."),)])

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Do what was chosen."""
        assert callable(event.item.value)
        try:
            event.item.value()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)

    def _watch(self) -> None:
        from makachess.tui.screens.replay import ReplayScreen

        game, fault = load_game(self._path)
        self.app.switch_screen(ReplayScreen(game, len(game.line), fault))

    def _copy(self) -> None:
        from makachess.play.session.setup import resumed_setup
        from makachess.tui.screens.game import GameScreen

        self.app.switch_screen(GameScreen(resumed_setup(self._path, copy=True)))
