"""The keys of all actions: another one is pressed, or the declared one taken back."""

from __future__ import annotations

from typing import ClassVar

from makachess.play.settings import SettingsError
from makachess.tui.keys import ACTIONS, KEY_SETTINGS, PAGE, SCREENS, Action, bindings, parse_key
from makachess.tui.keys import format_key as named
from makachess.tui.screens.overlay import KeyScreen
from makachess.tui.screens.page import PageScreen
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from textual.binding import BindingType
from textual.widget import Widget


class KeysScreen(PageScreen):
    """Every action with its keys and what it does; those changed are marked."""

    DEFAULT_CSS = "KeysScreen #keys { margin: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEY_SETTINGS, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["keys"]

    def __init__(self) -> None:
        super().__init__(
            "Keys",
            Hint("menu-choose", "press another key"),
            Hint("default-key"),
            Hint("go-back"),
            Hint("help"),
        )
        self.menu = Menu(id="keys")

    def page(self) -> list[Widget]:
        """The actions."""
        return [self.menu]

    def on_mount(self) -> None:
        """Show them."""
        self._show()
        self.menu.focus()

    def _show(self) -> None:
        self.menu.set_items([self._item(action) for action in ACTIONS.values()])

    def _item(self, action: Action) -> Item:
        mark = "*" if action.id in self.keymap.own else " "
        keys = self.keymap.names(action.id)
        return Item(action.id, f"{mark}{keys:<12} {action.help or action.label}", action)

    @property
    def _action(self) -> Action:
        action = self.menu.items[self.menu.index].value
        assert isinstance(action, Action)
        return action

    def chosen(self, event: Menu.Chosen) -> None:
        """Wait for the key that is to do this."""
        action = self._action
        text = f"Press the key for {action.id!r}, now {self.keymap.names(action.id)}"
        self.app.push_screen(KeyScreen(text, lambda key: self._pressed(action, key)))

    def _pressed(self, action: Action, key: str) -> None:
        try:
            name = parse_key(named(key))
        except ValueError as error:
            self.prompt.say(str(error), alert=True)
        else:
            self._rebind(action, (name,))

    def action_default(self) -> None:
        """Give the highlighted action the keys it is declared with."""
        if self._action.id in self.keymap.own:
            self._rebind(self._action, None)

    def _rebind(self, action: Action, keys: tuple[str, ...] | None) -> None:
        try:
            self.preferences.rebind(action.id, keys)
        except (ValueError, SettingsError) as error:
            reason = error.short if isinstance(error, SettingsError) else str(error)
            self.prompt.say(f"{action.id!r} keeps its key: {reason}", alert=True)
            return
        self.app.set_keymap(self.keymap.for_textual())
        self.adopt_settings()
        self.hints.fill()
        self._show()
        self.prompt.say(f"{action.id!r} is {self.keymap.names(action.id)} now")
