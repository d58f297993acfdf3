"""The player's settings and keys in the running app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from makachess.core.text import how_many
from makachess.play.settings import (
    Settings,
    SettingsError,
    change_entry,
    change_settings,
    load_settings,
)
from makachess.saves.restriction import check_program
from makachess.tui.key_names import format_key
from makachess.tui.keymap import Keymap, read_keymap
from textual.dom import DOMNode

if TYPE_CHECKING:
    from makachess.core.spec import Variant
    from makachess.play.analysis import Effort
    from makachess.tui.app import MakachessApp
    from makachess.tui.report import ExitReport
    from makachess.tui.themes import Palette


class Preferences:
    """What the settings file said at the start, and what has been chosen since."""

    def __init__(self) -> None:
        self.file = load_settings()
        self.settings: Settings = self.file.settings
        self.keymap: Keymap
        self.keymap, faults = read_keymap(self.file)
        self.faults: tuple[SettingsError, ...] = (*self.file.faults, *faults)
        self._news = self._summary()

    def _summary(self) -> str:
        if not self.faults:
            return ""
        more = len(self.faults) - 1
        others = f"; the help tells of {how_many(more, 'more fault')}" if more else ""
        return self.faults[0].short + others

    def take_news(self) -> str:
        """What has gone wrong with the settings since this was last called, if anything."""
        news, self._news = self._news, ""
        return news

    def remember(self, **chosen: object) -> None:
        """Change settings by name, and write the new values to the file.

        If that fails they hold as long as the app runs, and the reason is news.
        """
        changed = {
            name: value for name, value in chosen.items() if getattr(self.settings, name) != value
        }
        self.settings = replace(self.settings, **changed)  # type: ignore[arg-type]
        self._write(partial(change_settings, self.file.path, **changed))

    def remember_options(self, variant: str, options: str) -> None:
        """Remember a variant's options, as game files write them, likewise."""
        known = self.settings.options
        if options != known.get(variant, ""):
            self.settings = replace(self.settings, options={**known, variant: options})
            self._write(partial(change_entry, "options", variant, options, self.file.path))

    def ignore(self, name: str, *, ignored: bool) -> None:
        """Hear a player at tables no more, or again, likewise."""
        others = {other: True for other in self.settings.ignored if other != name}
        self.settings = replace(self.settings, ignored=others | ({name: True} if ignored else {}))
        self._write(partial(change_entry, "ignored", name, ignored or None, self.file.path))

    def _write(self, write: Callable[[], None]) -> None:
        try:
            write()
        except SettingsError as error:
            self._news = f"not remembered: {error.short}"

    def remember_engine(self, name: str, command: str | None) -> None:
        """Write an engine's command, or with None forget the engine; raises SettingsError."""
        if command is not None:
            check_program(command)
        change_entry("engines", name, command, self.file.path)
        self.settings = replace(
            self.settings, engines=load_settings(self.file.path).settings.engines
        )

    def rebind(self, action: str, keys: tuple[str, ...] | None) -> None:
        """Give an action other keys, by Textual's names, or with None those declared.

        Raises ValueError where that cannot be, SettingsError if it cannot be written.
        """
        keymap = self.keymap.changed(action, keys)
        spelt = [*map(format_key, keys)] if keys else [None]
        value = spelt if len(spelt) > 1 else spelt[0]
        change_entry("keys", action, value, self.file.path)
        self.keymap = keymap


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds the app waits before it does something by itself, and how it analyses."""

    # Cursor or highlight must have rested: a slow line is spared what is passed over.
    rest: float = 0.15
    reading: float = 0.08  # for files, before keys are answered again and it goes on beside them
    tidy: float = 10.0  # until the app has been opened and is looked at
    analysis: Effort | None = None  # None: the usual


def preferences_of(node: DOMNode) -> Preferences:
    return app_of(node).preferences


def palette_of(node: DOMNode, variant: Variant | None = None) -> Palette:
    """The colours in force, of the boards of a game if one is given."""
    is_kaya = variant is not None and is_shogi(variant)
    return app_of(node).shogi_palette if is_kaya else app_of(node).palette


def is_shogi(variant: Variant) -> bool:
    """Whether pieces of a game are tiles with their names in kanji."""
    return any(kind.kanji for kind in variant.pieces.values())


def pieces_setting(variant: Variant) -> str:
    """The name of the setting of how the pieces of this kind of game are drawn."""
    return "shogi_pieces" if is_shogi(variant) else "pieces"


def exit_report_of(node: DOMNode) -> ExitReport:
    return app_of(node).exit_report


def app_of(node: DOMNode) -> MakachessApp:
    """The app, of which its screens and widgets can ask for all that they share."""
    return cast("MakachessApp", node.app)
