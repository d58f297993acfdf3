"""Rows at the bottom over another screen, which stays in sight: for a text, an answer or a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from makachess.play.questions import Answer
from makachess.tui.keys import PAGE, SCREENS, Action, bindings
from makachess.tui.screens.base import BaseScreen
from makachess.tui.widgets.hints import Hint
from textual import events
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widget import Widget


class OverlayScreen(BaseScreen, ModalScreen[None]):
    """Takes all keys in their order: those that type something go to the prompt."""

    DEFAULT_CSS = """
    OverlayScreen {
        align: left bottom;
        &, &:ansi { background: transparent; }
    }
    """

    def body(self) -> Iterator[Widget]:
        """Nothing but the prompt."""
        yield from ()

    async def on_key(self, event: events.Key) -> None:
        """Offer keys that type nothing to the bindings, and all others to the prompt."""
        event.stop()
        event.prevent_default()
        if self.pass_on(event):
            return
        if not event.is_printable and await self.run_bound(event.key):
            return
        if self.prompt.take_key(event):
            self.has_typed()

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text as typed."""
        event.stop()
        self.prompt.paste(event.text)
        self.has_typed()

    def has_typed(self) -> None:
        """Follow what has been typed."""

    def action_help(self) -> None:
        """Show the keys."""
        from makachess.tui.screens.page import HelpScreen

        self.app.push_screen(HelpScreen("Keys here", self.ACTIONS))


class EntryScreen(OverlayScreen):
    """A text or an answer typed in the prompt; Esc goes back without."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["entry"]

    def __init__(self, begin: Callable[[EntryScreen], None]) -> None:
        super().__init__()
        self._begin = begin
        self.hints.show(Hint("go-back"), Hint("help"))

    def on_mount(self) -> None:
        """Ask."""
        self._begin(self)


class KeyScreen(OverlayScreen):
    """Waits for a key, which goes to `then` by Textual's name; Esc goes back without."""

    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["entry"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)

    def __init__(self, text: str, then: Callable[[str], None]) -> None:
        super().__init__()
        self._then = then
        self.prompt.say(text)
        self.hints.has_commands = False
        self.hints.show(Hint("go-back"))

    async def on_key(self, event: events.Key) -> None:
        """Take the key, whatever it does elsewhere."""
        event.stop()
        event.prevent_default()
        if not self.pass_on(event) and self.close() and event.key != "escape":
            self._then(event.key)


def ask_text(below: BaseScreen, label: str, text: str, then: Callable[[str], None]) -> None:
    """Let a text be typed over a screen."""

    def begin(asking: EntryScreen) -> None:
        def typed(text: str) -> None:
            if asking.close():
                then(text)

        asking.prompt.edit(label, text, typed)

    below.app.push_screen(EntryScreen(begin))


def ask(
    below: BaseScreen, question: str, answers: Sequence[Answer], then: Callable[[Answer], None]
) -> None:
    """Ask a question over a screen; without an answer nothing happens."""

    def begin(asking: EntryScreen) -> None:
        def answered(answer: Answer | None) -> None:
            if asking.close() and answer is not None:
                then(answer)

        asking.prompt.ask(question, answers, answered)

    below.app.push_screen(EntryScreen(begin))
