"""What the screens without a board share: a title, a body, a prompt, the keys; and a least size."""

from __future__ import annotations

from typing import ClassVar

from makachess.tui.keys import ANYWHERE, LONG_MESSAGES, PAGE, Action, bindings
from makachess.tui.preferences import preferences_of
from makachess.tui.text import Part, TextLine, TextPanel
from makachess.tui.widgets.help_panel import HelpText, key_lines, settings_lines
from makachess.tui.widgets.hints import Hint, HintLine
from makachess.tui.widgets.menu import Menu
from makachess.tui.widgets.prompt import PromptLine
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget

LEAST_WIDTH, LEAST_HEIGHT = 40, 10


class PageScreen(Screen[None], inherit_bindings=False):
    """A title above, prompt and keys below; the body is `body()`."""

    DEFAULT_CSS = """
    PageScreen {
        layout: vertical;
        & #title { margin: 1 2; }
        & #small { display: none; }
        &.-small > * { display: none; }
        &.-small #small { display: block; }
    }
    """
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = bindings(LONG_MESSAGES, ANYWHERE)
    ACTIONS: ClassVar[tuple[Action, ...]] = ()  # all that are bound here, for the help

    def __init__(self, title: str, *hints: Hint) -> None:
        super().__init__()
        self.heading = TextLine(Part(title, "strong"), id="title")
        self.prompt = PromptLine(id="prompt")
        self.hints = HintLine(id="hints")
        self.hints.show(*hints)
        self.small = TextPanel(id="small")

    def compose(self) -> ComposeResult:
        """The rows from top to bottom."""
        keymap = preferences_of(self).keymap
        self.prompt.set_more(keymap.keys("more"), keymap.name("more"))
        yield self.heading
        yield from self.body()
        yield self.prompt
        yield self.hints
        yield self.small

    def body(self) -> list[Widget]:
        """What stands between title and prompt."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """Tell what is wrong with the settings."""
        if news := preferences_of(self).take_news():
            self.prompt.say(news, alert=True)

    def action_help(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(HelpScreen(self.heading.text, self.ACTIONS))

    def on_resize(self, event: events.Resize) -> None:
        """Say so if the window is too small; once it no longer is, the keys work again."""
        small = show_small(self, self.small, event, (LEAST_WIDTH, LEAST_HEIGHT), "makachess")
        if not small and self.focused is None:  # what is hidden has lost the focus
            self.call_after_refresh(self._focus_again)

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Show the whole of an item that is too long for its row."""
        self.prompt.say(event.menu.cut_text(event.index))

    def action_more(self) -> None:
        """Show the rest of a message, or an item in full, that is too long for its row."""
        if not self.prompt.more() and isinstance(self.focused, Menu):
            self.prompt.say(self.focused.cut_text(self.focused.index))

    def _focus_again(self) -> None:
        if self.focused is None and self.focus_chain:
            self.set_focus(self.focus_chain[0])


class HelpScreen(PageScreen):
    """The keys of a screen without a board; the key that opened it closes it as well."""

    DEFAULT_CSS = "HelpScreen #keys { margin: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)

    def __init__(self, title: str, actions: tuple[Action, ...]) -> None:
        super().__init__(title, Hint("menu-up menu-down", "scroll"), Hint("go-back"))
        self._actions = actions
        self.keys = HelpText(id="keys")

    def body(self) -> list[Widget]:
        """The keys, and where they can be set."""
        return [self.keys]

    def on_mount(self) -> None:
        """Tell the keys in force."""
        preferences = preferences_of(self)
        rows = preferences.keymap.help(self._actions)
        self.keys.set_lines([*key_lines(rows), *settings_lines(preferences)])
        self.keys.focus()

    def action_help(self) -> None:
        """Close the help."""
        self.app.pop_screen()


def show_small(
    screen: Screen[None],
    panel: TextPanel,
    event: events.Resize,
    least: tuple[int, int],
    what: str,
) -> bool:
    """Show in place of everything that the window is too small, or that it no longer is."""
    width, height = event.size
    small = width < least[0] or height < least[1]
    screen.set_class(small, "-small")
    leave = preferences_of(screen).keymap.name("leave")
    text = f"This window is {width}x{height}; {what} needs {least[0]}x{least[1]} or more."
    panel.set_lines([(Part(text, "alert"),), (Part(f"Enlarge it, or leave with {leave}."),)])
    return small
