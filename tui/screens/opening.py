"""Opening a saved game, and what is asked first if it is damaged or open elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from makachess.core.notation.fen import looks_like_fen
from makachess.play.keeping import looks_like_games
from makachess.play.session.setup import Setup, resumed_setup
from makachess.play.settings import Settings
from makachess.saves import Collection, Library, LockedError
from makachess.tui.key_row import hints
from makachess.tui.keys import SCREENS
from makachess.tui.lists import Item, Menu
from makachess.tui.screens.base import BaseScreen, PageScreen
from makachess.tui.text import Part, TextPanel
from textual.screen import Screen
from textual.widget import Widget

if TYPE_CHECKING:
    from makachess.play.book import Book


def opens(screen: BaseScreen, pasted: str) -> bool:
    """Open the screen for what was pasted, a position or games; False if it is neither."""
    is_fen = looks_like_fen(pasted)
    if not is_fen and not looks_like_games(pasted):
        return False
    taker = "new_game:NewGameScreen" if is_fen else "library:LibraryScreen"
    screen.app.push_screen(resolve_name(f"makachess.tui.screens.{taker}")(pasted=pasted))
    return True


def play_on(screen: BaseScreen, path: Path, refused: Callable[[], object]) -> None:
    """Open a game to be played on; if it is damaged, or open elsewhere, ask what to do.

    `refused` is called if it cannot be read, once that is said.
    """
    usual = screen.preferences.settings
    screen.read(
        path.name,
        lambda: read_setup(path, usual),
        lambda found: screen.app.push_screen(screen_of(found, path)),
        drop=_close,
        refused=refused,
    )


def read_setup(path: Path, usual: Settings) -> Setup | LockedError:
    """Read a game that is to be played on, or who plays it; raises GameFileError if it cannot."""
    try:
        return resumed_setup(path, usual)
    except LockedError as error:
        return error


def _close(found: Setup | LockedError) -> None:
    """Let others have a game that nobody waits for any more."""
    if isinstance(found, Setup):
        found.autosave.close()


def screen_of(found: Setup | LockedError, path: Path) -> Screen[None]:
    """The screen on which a game is played on, or that asks what to do."""
    if isinstance(found, LockedError):
        return elsewhere_screen(path, str(found))
    return damaged_screen(path, found) if found.damage else _game_screen(found)


def _game_screen(setup: Setup) -> Screen[None]:
    from makachess.tui.screens.game import GameScreen

    return GameScreen(setup)


def read_book(path: Path, number: int = 1, *, copy: bool = False) -> Book:
    """A game of a file to be replayed, or a `copy` of one's own; raises GameFileError."""
    from makachess.play.book import Book

    collection = Collection(path)
    game, fault = collection.first(number)
    game.name_moves()
    if copy:
        return Book(game, fault=fault, autosave=Library().autosave(game))
    return Book(game, fault=fault, collection=collection, number=number)


def replay_screen(book: Book, *, at_end: bool = False, follows: bool = False) -> Screen[None]:
    """A screen that replays a game; it `follows` one that another program plays."""
    from makachess.tui.screens.replay import ReplayScreen

    return ReplayScreen(book, len(book.game.line) if at_end else 0, follows=follows)


class AskingScreen(PageScreen):
    """Why a game was not simply opened, and what can be done about it; items' values are called."""

    ACTIONS = SCREENS["unopened game"]
    HINTS = hints("menu-up menu-down: choose, menu-choose: open, go-back, help")

    def __init__(self, title: str, *reasons: str) -> None:
        super().__init__(title)
        self.answers: list[Item] = []
        self.reason = TextPanel(id="reason")
        self.reason.set_lines([(Part(reason),) for reason in reasons])

    def page(self) -> list[Widget]:
        return [self.menu, self.reason]

    def on_mount(self) -> None:
        self.menu.set_items([*self.answers, Item("Back", "", self.action_leave)])
        self.menu.focus()

    def chosen(self, event: Menu.Chosen) -> None:
        assert callable(event.item.value)
        event.item.value()

    def replay(self, path: Path, *, follows: bool = False) -> None:
        self.read(
            path.name,
            lambda: read_book(path),
            lambda book: self.give_way(lambda: replay_screen(book, at_end=True, follows=follows)),
        )


def elsewhere_screen(path: Path, reason: str) -> AskingScreen:
    """A game that another program plays: who that is, and what can be done meanwhile."""
    asking = AskingScreen("A game that is open elsewhere", f"{reason}.")

    def copy() -> None:
        usual = asking.preferences.settings
        asking.read(
            path.name,
            lambda: resumed_setup(path, usual, copy=True),
            lambda setup: asking.give_way(lambda: screen_of(setup, path)),
            drop=_close,
        )

    asking.answers = [
        Item("Watch", "follow it move by move", lambda: asking.replay(path, follows=True)),
        Item("Copy", "play on in a game of your own", copy),
    ]
    return asking


def damaged_screen(path: Path, setup: Setup) -> AskingScreen:
    """A game whose file cannot be read in full: what is wrong, and what playing on will do."""
    asking = AskingScreen(
        "A damaged game",
        f"{path.name!r} is damaged: {setup.damage}.",
        f"It can be read as far as ply {len(setup.game.line)}. If you play on, the game goes "
        "on from there in a new file; the damaged file is kept as it is.",
    )
    play_on = partial(asking.give_way, lambda: _game_screen(setup))
    asking.answers = [
        Item("Play on", "from the last move that can be read", play_on),
        Item("Replay", "look at what can be read", lambda: asking.replay(path)),
    ]
    return asking
