"""All settings, changed by left and right or typed; each change is written to the file at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from makachess.play.settings import Offer, check_setting, offers, shown
from makachess.saves import Library
from makachess.saves.restriction import is_restricted
from makachess.tui.keys import PAGE, SCREENS, Action, bindings
from makachess.tui.preferences import app_of
from makachess.tui.screens.overlay import ask_text
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import short_path
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from makachess.variants import variants_folder
from textual.binding import BindingType
from textual.widget import Widget


class SettingsScreen(PageScreen):
    """Every setting there is by its declaration, then keys, engines and folders."""

    DEFAULT_CSS = "SettingsScreen #settings { margin: 0 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["settings"]

    def __init__(self) -> None:
        super().__init__(
            "Settings",
            Hint("menu-up menu-down", "choose"),
            Hint("menu-previous menu-next", "change"),
            Hint("menu-choose", "type, open"),
            Hint("go-back"),
            Hint("help"),
        )
        self.menu = Menu(id="settings")

    def page(self) -> list[Widget]:
        """The settings."""
        return [self.menu]

    def on_mount(self) -> None:
        """Say what the first setting means."""
        self.call_after_refresh(self._explain)

    def on_screen_resume(self) -> None:
        """Show what has been changed meanwhile."""
        self._show()
        self.menu.focus()

    def _show(self) -> None:
        self.menu.set_items([*self._items()])

    def _items(self) -> Iterator[Item]:
        settings = self.preferences.settings
        for offer in offers(settings.engines):
            value = shown(getattr(settings, offer.name))
            yield Item(offer.title, value, offer, tuple(map(shown, offer.choices)))
        count = len(self.preferences.keymap.own)
        yield Item("Keys", f"{count} changed" if count else "none changed", self._open_keys)
        if is_restricted():
            return
        yield Item("Engines", ", ".join(settings.engines) or "none", self._open_engines)
        for title, folder in self._folders().items():
            yield Item(title, folder)

    def _folders(self) -> dict[str, str]:
        return {
            "Saved games": short_path(Library().folder),
            "Your variants": short_path(variants_folder()),
            "Settings file": short_path(self.preferences.file.path),
        }

    def _open_keys(self) -> None:
        from makachess.tui.screens.key_settings import KeysScreen

        self.app.push_screen(KeysScreen())

    def _open_engines(self) -> None:
        from makachess.tui.screens.engine_settings import EnginesScreen

        self.app.push_screen(EnginesScreen())

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Say what the setting means."""
        event.prevent_default()  # in which a page shows what is cut
        self._explain()

    def _explain(self) -> None:
        item = self.menu.items[self.menu.index]
        cut = self.menu.cut_text(self.menu.index)
        self.prompt.say(item.value.help if isinstance(item.value, Offer) else cut)

    def on_menu_changed(self, event: Menu.Changed) -> None:
        """Take the next or previous value."""
        offer = event.item.value
        assert isinstance(offer, Offer)
        value = getattr(self.preferences.settings, offer.name)
        self._take(offer, offer.step(value, event.step))

    def chosen(self, event: Menu.Chosen) -> None:
        """Let a setting be typed, take the next value, or open a page."""
        value = event.item.value
        if isinstance(value, Offer) and value.choices:
            self._take(value, value.step(getattr(self.preferences.settings, value.name), 1))
        elif isinstance(value, Offer):
            self._ask(value)
        elif callable(value):
            value()

    def _ask(self, offer: Offer) -> None:
        held = shown(getattr(self.preferences.settings, offer.name))
        ask_text(self, f"{offer.title}: ", held, lambda text: self._typed(offer, text))

    def _typed(self, offer: Offer, text: str) -> None:
        try:
            self._take(offer, check_setting(offer.name, text))
        except ValueError as error:
            self.prompt.say(f"{text!r} {error}", alert=True)

    def _take(self, offer: Offer, value: object) -> None:
        """Use a value from now on, and write it down."""
        self.preferences.remember(**{offer.name: value})
        if offer.name == "theme":
            app_of(self).use_theme(str(value))
        self._show()
        news = self.preferences.take_news()
        self.prompt.say(news or offer.help, alert=bool(news))
