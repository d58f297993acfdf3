"""An open screen on which actions are done one after the other, each from the same beginning.

What an action does is what the screen shows afterwards, and what it asks of the app: to open, leave
or replace a screen is noted and not done, so that the next action finds the same screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from makachess.play.background import FileTask
from makachess.tui.key_names import format_key
from makachess.tui.key_row import WAYS_OUT
from makachess.tui.keys import ACTIONS, Action
from makachess.tui.screens.base import HelpScreen, OverlayScreen
from makachess.tui.screens.beside import BesideScreen
from makachess.tui.screens.palette import CommandScreen, calls, find_calls
from makachess.tui.text import MARK, TextPanel
from textual import events
from tui_harness import Hands

LONGEST_READING = 60.0  # seconds
MOST = 5  # hints beside a board; a pair of arrows is one


async def _at_once(call: Callable[..., Any], *given: object) -> Any:
    return call(*given)


async def _joined(task: FileTask[Any], _seconds: float | None = None) -> bool:
    return task.join(LONGEST_READING)


def read_at_once(patch: pytest.MonkeyPatch) -> None:
    """Let what would be read in a thread be there with the next pause."""
    patch.setattr("asyncio.to_thread", _at_once)
    patch.setattr(FileTask, "wait", _joined)


def shown_keys(screen: Any) -> Iterator[tuple[str, Action]]:
    """The keys in the row of hints, by Textual's names, and what each of them is for."""
    keymap = screen.keymap
    for line in screen.key_row.lines:
        for part in line:
            if part.role == "key" and part.action:
                name = part.text.strip()
                fitting = [a for a in ACTIONS.values() if a.run == part.action]
                action = next(a for a in fitting if keymap.name(a.id) == name)
                yield keymap.keys(action.id)[0], action


def fault_of(screen: Any, key: str, action: Action) -> str:
    """What else a key is bound to that is shown for an action."""
    found = screen.active_bindings.get(key)
    run = found.binding.action if found else "nothing"
    return "" if run == action.run else f"{key} is for {action.run}, and runs {run}"


def hint_faults(screen: Any) -> list[str]:
    """The keys in the row of hints that are for something else, and what should not stand there."""
    keys = list(shown_keys(screen))
    faults = [fault_of(screen, *shown) for shown in keys]
    if isinstance(screen, BesideScreen) and screen.key_row.is_short:
        others = [action.id for _, action in keys if action.id != "help"]
        if screen.prompt.asking and others:
            faults.append(f"{others} are shown in a question")
        shown = sum(part.role == "quiet" for line in screen.key_row.lines for part in line)
        if shown > MOST:
            faults.append(f"{shown} hints are shown")
    return [*filter(None, faults)]


def grammar_faults(screen: Any, text: str) -> Iterator[str]:
    """What has to be in sight and is not: the way out, and the key that shows what is cut."""
    shown = {action.run for _, action in shown_keys(screen)}
    ways = {action.run for action in screen.ACTIONS if action.id in WAYS_OUT}
    boxed = re.search(rf"{re.escape(screen.keymap.name('leave'))} +leave", text)
    if screen.prompt.busy:
        if "Esc back" not in screen.key_row.text:
            yield "nothing says how to go back from what is typed or asked"
    elif not shown & ways and not boxed:
        yield f"no way out is in sight: {screen.key_row.text}"
    panels = [panel for panel in screen.query(TextPanel) if panel.region and panel.more_below]
    if panels and f"{MARK} {screen.more_name}" not in text:
        yield f"{panels} are cut, and no key is shown"


class Stage:
    """A screen of an app. `begin` is called before each action, and brings all back."""

    def __init__(
        self, hands: Hands, patch: pytest.MonkeyPatch, begin: Callable[[Any], object] | None = None
    ) -> None:
        self.hands = hands
        self.app: Any = hands.pilot.app
        self.screen = hands.screen
        self.asked: list[str] = []
        self.opened: Any = None  # the last screen asked for
        self._begin = begin or (lambda screen: None)
        self._settings = self.app.preferences.settings
        patch.setattr(self.app, "pop_screen", self._close(self.app.pop_screen))
        patch.setattr(self.app, "push_screen", self._open(self.app.push_screen))
        patch.setattr(self.app, "switch_screen", lambda screen: self._ask("replace", screen))
        patch.setattr(self.app, "exit", lambda: self.asked.append("end"))
        patch.setattr(self.app, "action_redraw", lambda: self.asked.append("redraw"))
        patch.setattr(self.app.preferences, "_write", lambda write: None)
        read_at_once(patch)
        patch.setattr("makachess.tui.app.under_job_control", lambda: False)

    def _ask(self, what: str, screen: Any) -> None:
        self.asked.append(f"{what} {type(screen).__name__}")
        self.opened = screen

    def _open(self, push: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Open the list of commands, by which others are run, and note all other screens."""
        return lambda screen: (
            push(screen) if isinstance(screen, CommandScreen) else self._ask("open", screen)
        )

    def _close(self, pop: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: pop() if self.app.screen is not self.screen else self.asked.append("close")

    async def begin(self, *given: str | Callable[[Any], object]) -> None:
        """Bring all back, and do what is given."""
        screen, app = self.screen, self.app
        while app.screen is not screen:
            app.pop_screen()
            await self.hands.pilot.pause()
        if app.preferences.settings != self._settings:
            app.preferences.settings = self._settings
            app.use_theme(self._settings.theme)
            screen.adopt_settings()
        screen.prompt.withdraw()
        if screen.prompt.typing:
            await self.hands.pilot.press("escape")
        app._clipboard = ""
        self._begin(screen)
        await self.hands.pilot.pause()
        if hasattr(screen, "moves"):
            screen.moves._top, screen.moves._follows = 0, True
            screen.moves._follow()
        screen.prompt.say("as at first")
        for action in given:
            if isinstance(action, str):
                await self.run(action)
            else:
                action(screen)
        self.asked.clear()
        await self.hands.pilot.pause()

    def seen(self) -> tuple[object, ...]:
        """All that there is to see."""
        at = self.screen.focused
        focus = (at.id, getattr(at, "cursor_position", 0)) if at else None
        said = self.screen.prompt.message  # be it hidden by what is typed
        return tuple(self.asked), self.app.clipboard, focus, said, self.hands.text

    def bound(self) -> dict[str, str]:
        """The actions by the keys in force."""
        active = self.screen.active_bindings
        return {key: str(found.binding.id) for key, found in active.items()}

    def help_rows(self) -> set[tuple[str, str]]:
        """Keys and texts of the help that has been opened."""
        if isinstance(self.opened, HelpScreen):
            return set(self.app.preferences.keymap.help(self.opened._actions))
        panel = self.screen.query("HelpPanel, HelpText").first()
        lines = ["".join(part.text for part in line) for line in panel._lines]
        rows = self.app.preferences.keymap.help(self.screen.ACTIONS)
        return {
            (keys, text)
            for keys, text in rows
            if any(line.split(None, len(keys.split()))[-1:] == [text] for line in lines)
        }

    async def run(self, action: str) -> None:
        """Run an action as Textual writes it."""
        self.screen.run_soon(action)
        await self.hands.pilot.pause()

    def ways(self, action: Action, *, named: bool, thorough: bool) -> list[str]:
        """The ways there are, the first of which is its key.

        All keys of an action, and all ways through the list of commands, are as good as one of
        them: the others take long.
        """
        keys = action.keys.split(",")
        if isinstance(self.screen, OverlayScreen):  # where characters are typed
            keys = [key for key in keys if len(format_key(key)) > 1]
        ways = [f"press {key}" for key in (keys if thorough else keys[:1])]
        ways += ["click"] * self.is_hinted(action)
        if not named:
            return ways
        if not thorough:
            self.called(action)
            return ways if len(ways) > 1 else [*ways, "call"]
        if self.screen.offers(action):
            ways += ["choose"]
            # Beside a board the list is called by its key alone.
            ways += ["click in list"] * self.is_hinted(ACTIONS["commands"])
        if hasattr(self.screen, "flip"):
            ways += [f"type {word}" for word in action.commands]
        return ways

    def is_hinted(self, action: Action) -> bool:
        """Whether an action has a hint, to be clicked."""
        lines = self.screen.key_row.lines
        return any(part.action == action.run for line in lines for part in line)

    async def do(self, way: str, action: Action) -> None:
        """Do an action in a way."""
        how, _, what = way.partition(" ")
        if how == "press":
            await self.hands.pilot.press(what)
        elif how == "type":
            await self.type(what)
        elif way == "click":
            await self.click_hint(action)
        elif way == "click in list":
            await self.click_in_list(action)
        elif way == "choose":
            await self.choose(action)
        else:
            await self.run(self.called(action))
        await self.hands.pilot.pause()

    async def click_hint(self, action: Action) -> bool:
        """By a click on its hint; False if it has none here."""
        for y, line in enumerate(self.hands.screen.key_row.lines):
            x = 0
            for part in line:
                if part.action == action.run:
                    await self.hands.pilot.click("#key-row", offset=(x, y))
                    return True
                x += len(part.text)
        return False

    def called(self, action: Action) -> str:
        """What the list of commands runs for its name."""
        name = action.id.replace("-", " ")
        found = find_calls(calls(self.screen.ACTIONS), name)
        assert found[0].action == action, f"{name!r} finds {found[0].name}"
        return found[0].run

    async def choose(self, action: Action) -> None:
        """By typing its name in the list of commands."""
        app = self.app
        await self.hands.pilot.press("alt+x")
        app.screen.post_message(events.Paste(action.id.replace("-", " ")))
        await self.hands.pilot.pause()
        await self.hands.pilot.press("enter")
        assert app.screen is self.screen or self.asked

    async def click_in_list(self, action: Action) -> None:
        """By a click on the list of commands, and on its row there."""
        assert await self.click_hint(ACTIONS["commands"])
        listing = self.app.screen
        at = next(i for i, item in enumerate(listing.menu.items) if item.value.action == action)
        listing.menu.scroll_lines(at - listing.menu.top)
        await self.hands.pilot.pause()
        await self.hands.pilot.click("#commands", offset=(3, at - listing.menu.top + 1))

    async def type(self, word: str) -> None:
        """By a word typed where moves are typed."""
        self.screen.post_message(events.Paste(word))
        await self.hands.pilot.press("enter")
