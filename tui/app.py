"""The app: palettes, the painter in front of the terminal, and how it starts and ends."""

from __future__ import annotations

import asyncio
import os
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from makachess.saves.restriction import is_restricted
from makachess.tui.colors import color_system, told_ground
from makachess.tui.host_address import HostAddress
from makachess.tui.output import complain
from makachess.tui.preferences import Preferences, Waits
from makachess.tui.report import FAULT, ExitReport, tell_fault
from makachess.tui.terminal.driver import Title, quiet_driver
from makachess.tui.terminal.holding import Terminal, under_job_control
from makachess.tui.terminal.input_order import InputInOrderApp
from makachess.tui.terminal.pacing import is_far
from makachess.tui.terminal.painter import PaintedApp
from makachess.tui.text import TooLong
from makachess.tui.textual_private import set_color_system
from makachess.tui.themes import DEFAULT, GROUNDS, luminance, palette_for
from textual import events
from textual.actions import ActionParseResult
from textual.constants import COLOR_SYSTEM
from textual.dom import DOMNode
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES

MIDDLE_GRAY = 0.18  # the luminance that looks half as bright as white


class MakachessApp(InputInOrderApp, PaintedApp, inherit_bindings=False):
    """The terminal app; `first` makes the screen it opens with, and `last` the one it closes on.

    Its `host_address` leads to the tables of a host; its `exit_report` is printed after the app has
    closed. `palette` has the colours in force, and `shogi_palette` those of boards of shogi games.
    """

    TITLE = "makachess"
    CSS_PATH = Path(__file__).with_name("app.tcss")  # also for the apps of tests
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    palette = palette_for(DEFAULT, "truecolor")  # until it is known what the terminal shows

    def __init__(
        self,
        first: Callable[[], Screen[Any]],
        preferences: Preferences | None = None,
        terminal: Terminal | None = None,
        host_address: HostAddress | None = None,
        waits: Waits | None = None,
        last: Callable[[], Screen[Any]] | None = None,
    ) -> None:
        self.terminal = terminal or Terminal()
        super().__init__(driver_class=quiet_driver(), ansi_color=True)
        self._first, self._last = first, last
        self.preferences = preferences or Preferences()
        self.host_address = host_address or HostAddress()
        self.waits = waits or Waits()
        self.exit_report = ExitReport()
        self.window_title = Title(os.environ.get("TERM", ""))
        self.set_keymap(self.preferences.keymap.for_textual())
        self._is_to_end = False
        self.fault: Exception | None = None  # of ours, that has ended the app
        self.animation_level = "none"
        self._system = self.console.color_system
        if COLOR_SYSTEM == "auto":  # Rich knows few terminals, and does not ask
            self._system = color_system(os.environ)
            set_color_system(self.console, self._system)
        if self._system is None:
            self.no_color = True
        self.use_theme(self.preferences.settings.theme)

    def use_theme(self, name: str) -> None:
        """Show another theme."""
        self._background = self.terminal.answers.color
        has_few = self._system is not None and self.preferences.settings.terminal == "16-colours"
        system, ground = "standard" if has_few else self._system, self._ground
        self.palette = palette_for(name, system, ground=ground)
        self.shogi_palette = palette_for(name, system, ground=ground, shogi=True)
        own = BUILTIN_THEMES["ansi-dark"]
        known = f"makachess-{name}-{system}-{ground}"  # another name, or it is not read again
        variables = own.variables | self.palette.variables()
        self.register_theme(replace(own, name=known, variables=variables))
        self.theme = known

    @property
    def shows_pictures(self) -> bool:
        """Whether the terminal shows pictures of the pieces, and they are wanted."""
        chosen = self.preferences.settings.pictures
        is_wanted = chosen == "on" or (chosen == "auto" and not is_far(os.environ))
        return is_wanted and self.terminal.answers.has_pictures

    @property
    def _ground(self) -> str:
        """What the terminal's ground is: as set, as the terminal has answered, or as it says."""
        chosen = self.preferences.settings.terminal
        if chosen in GROUNDS:
            return chosen
        if self._background:
            return "light" if luminance(self._background) > MIDDLE_GRAY else "dark"
        return told_ground(os.environ)

    def sync_background(self) -> None:
        """Follow the terminal's background, if it has been told since the theme was chosen."""
        if self._background != self.terminal.answers.color:
            self.use_theme(self.preferences.settings.theme)

    def show_title(self, text: str) -> None:
        """Write a few words into the terminal's title, or with none what stood there before."""
        if self.driver is not None and (command := self.window_title.change(text)):
            self.driver.write(command)
            self.driver.flush()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of text, for themes that do not name them."""
        return self.palette.variables()

    def on_resize(self) -> None:
        self.action_redraw()

    def on_mount(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._fail_in_loop)
        if self._is_to_end:  # before there was an event loop to say so
            self.exit()
            return
        self.push_screen(self._first())
        self.set_timer(self.waits.tidy, self._tidy)

    def _tidy(self) -> None:
        """Remove what has been in the trash for long, without keeping anybody waiting."""
        from makachess.play.keeping import open_trash

        self.run_worker(lambda: open_trash().expire(), thread=True, exit_on_error=False)

    def action_redraw(self) -> None:
        self.painter.forget()
        self.screen.refresh()

    def come_back(self) -> None:
        """Show everything again in a terminal that others have used."""
        if self.driver is not None:
            self.driver.write(self.window_title.again)
        self.action_redraw()

    def fail(self, error: Exception) -> None:
        """End the app after a fault of ours; Textual would print a traceback and end with 0."""
        self.fault = self.fault or error
        self.end_failed(error, FAULT)

    def _fail_in_loop(self, loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        """End the app also after a fault outside Textual's messages: in a task, in a callback."""
        error = context.get("exception")
        if isinstance(error, Exception) and not isinstance(error, OSError):  # a pipe that closes
            self.fail(error)

    def fail_in_thread(self, failed: threading.ExceptHookArgs) -> None:
        if isinstance(failed.exc_value, Exception):
            self.call_in_loop(self.fail, failed.exc_value)

    def end_soon(self) -> None:
        """End the app after what it is doing; may be called by a handler of signals."""
        self._is_to_end = True
        if (hurry := getattr(self.driver, "hurry", None)) is not None:
            hurry()
        self.call_in_loop(self.exit)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action; returns whether there was one to run.

        There is none at what has the focus where nothing has it, as in a window that is too small.
        """
        if self.focused is None and isinstance(action, str) and action.startswith("focused."):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    def action_suspend(self) -> None:
        """Stop the program as Ctrl+Z does elsewhere, if a shell is there that can continue it."""
        from makachess.tui.screens.base import BaseScreen

        if under_job_control() and not is_restricted():
            self.action_suspend_process()
        elif isinstance(self.screen, BaseScreen):
            self.screen.prompt.say("There is no shell to go back to", alert=True)

    def on_too_long(self, message: TooLong) -> None:
        from makachess.tui.screens.base import BaseScreen

        if isinstance(self.screen, BaseScreen):
            self.screen.prompt.refuse(message.text)

    def action_commands(self) -> None:
        from makachess.tui.screens.base import BaseScreen
        from makachess.tui.screens.palette import CommandScreen

        screen = self.screen
        if isinstance(screen, CommandScreen):
            screen.close()
        elif isinstance(screen, BaseScreen):
            self.push_screen(CommandScreen(screen.offered, screen.run_soon))

    def action_open(self, maker: str, game: str, number: int = 0) -> None:
        """Open the screen of a game, or one of several, by the name of what makes it."""
        make = resolve_name(f"makachess.tui.screens.{maker}")
        self.push_screen(make(game, number) if number else make(game))

    def action_paint(self, theme: str) -> None:
        """Take another theme."""
        from makachess.tui.screens.base import BaseScreen

        self.preferences.remember(theme=theme)
        self.use_theme(theme)
        if isinstance(screen := self.screen, BaseScreen):
            screen.adopt_settings()
            news = self.preferences.take_news()
            screen.prompt.say(news or f"Theme: {theme}", alert=bool(news))

    def action_settings(self) -> None:
        from makachess.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    async def on_event(self, event: events.Event) -> None:
        """Let Esc end what is being read, before whatever waits in line."""
        if isinstance(event, events.Key) and event.key == "escape" and self.screen_stack:
            give_up = getattr(self.screen, "give_up_reading", None)
            if give_up is not None and give_up():
                return
        await super().on_event(event)

    async def action_quit(self) -> None:
        if len(self.screen_stack) > 2:  # the lowest one is Textual's own and empty
            self.pop_screen()
        elif self._last is not None:
            last, self._last = self._last, None
            self.switch_screen(last())
        else:
            self.exit()


def run_app(
    terminal: Terminal,
    first: Callable[[], Screen[Any]],
    *,
    mouse: bool,
    preferences: Preferences | None = None,
    host_address: HostAddress | None = None,
    last: Callable[[], Screen[Any]] | None = None,
) -> int:
    """Open the app with a screen, and close it with the `last` one; its exit status."""
    preferences = preferences or Preferences()
    for fault in preferences.faults:  # to be read again after the app, which shows only the first
        complain(f"makachess: {fault}")
    terminal.collect()
    app = MakachessApp(first, preferences, terminal, host_address, last=last)
    threading.excepthook = app.fail_in_thread
    with terminal.ending(app.end_soon):
        try:
            app.run(mouse=mouse)
        except Exception as error:  # around the messages, all of which Textual watches over
            app.fault = app.fault or error
        terminal.give_back()
        app.exit_report.tell()
    if app.fault is not None:
        complain(f"makachess: {tell_fault(app.fault)}")
        return FAULT
    return app.exit_report.status or (128 + terminal.caught if terminal.caught else 0)
