"""The engines the player knows: added, edited, removed, tried."""

from __future__ import annotations

from typing import ClassVar

from makachess.core import Position
from makachess.core.engine import Limits
from makachess.core.errors import MakachessError
from makachess.play.background import BackgroundTask
from makachess.play.engines import make_engine
from makachess.play.questions import Answer
from makachess.play.settings import SettingsError
from makachess.tui.keys import PAGE, SCREENS, Action, bindings
from makachess.tui.screens.overlay import ask, ask_text
from makachess.tui.screens.page import PageScreen
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from makachess.variants import load
from textual.binding import BindingType
from textual.widget import Widget

TRIAL = 0.2  # seconds a program thinks when it is tried


class EnginesScreen(PageScreen):
    """Names and command lines of programs that speak XBoard's protocol or UCI."""

    DEFAULT_CSS = "EnginesScreen #engines { margin: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["engines"]

    def __init__(self) -> None:
        super().__init__("Engines", Hint("menu-choose", "open"), Hint("go-back"), Hint("help"))
        self.menu = Menu(id="engines")
        self._trial = BackgroundTask()

    def page(self) -> list[Widget]:
        """The engines."""
        return [self.menu]

    def on_mount(self) -> None:
        """Show them."""
        self._show()
        self.menu.focus()

    async def on_unmount(self) -> None:
        """End a trial under way."""
        await self._trial.close()

    def _show(self) -> None:
        engines = self.preferences.settings.engines
        items = [Item(name, command, name) for name, command in engines.items()]
        self.menu.set_items([*items, Item("Add an engine", "its name, and its command line")])

    def chosen(self, event: Menu.Chosen) -> None:
        """Ask what to do with an engine, or for a new one's name."""
        name = event.item.value
        if not isinstance(name, str):
            ask_text(self, "Name: ", "", lambda text: self._ask_command(text.strip()))
            return
        answers = [
            Answer("t", "try it", self._try),
            Answer("e", "edit its command", self._ask_command),
            Answer("r", "remove", lambda name: self._write(name, None)),
        ]
        ask(self, f"{name}:", answers, lambda answer: self._answered(answer, name))

    def _answered(self, answer: Answer, name: str) -> None:
        assert callable(answer.value)
        answer.value(name)

    def _ask_command(self, name: str) -> None:
        if name:
            held = self.preferences.settings.engines.get(name, "")
            ask_text(self, "Command: ", held, lambda text: self._write(name, text))

    def _write(self, name: str, command: str | None) -> None:
        try:
            self.preferences.remember_engine(name, command)
        except SettingsError as error:
            self.prompt.say(error.short, alert=True)
            return
        self._show()
        self.prompt.say(f"{name} is removed" if command is None else f"{name} is saved")

    def _try(self, name: str) -> None:
        self.prompt.say(f"Starting {name}...")
        self._trial.start(self._play_a_move(name, self.preferences.settings.engines[name]))

    async def _play_a_move(self, name: str, command: str) -> None:
        """Let a program play the first move of a game of chess, and say what came of it."""
        chess = load("chess")
        engine = make_engine(chess, command)
        try:
            best = await engine.search(Position(chess), Limits(seconds=TRIAL))
            said, alert = f"{engine.name} works: it opens with {best.move}", False
        except MakachessError as error:
            said, alert = f"{name} does not work: {error}", True
        finally:
            await engine.close()
        if self._trial.finish():
            self.prompt.say(said, alert=alert)
