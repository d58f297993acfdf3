"""The player's settings, kept in `settings.toml` in the config folder."""

from makachess.play.settings.offer import CLOCKS, Offer, check_setting, offers, shown
from makachess.play.settings.reading import (
    SettingsError,
    SettingsFile,
    load_settings,
    settings_path,
)
from makachess.play.settings.values import (
    COORDINATES,
    NO_CLOCK,
    PIECE_SETS,
    PLAYER,
    SIDES,
    THEMES,
    Settings,
)
from makachess.play.settings.writing import (
    change_keys,
    change_settings,
    engines,
    forget_engine,
    remember_engine,
    remember_options,
)

__all__ = [
    "CLOCKS",
    "COORDINATES",
    "NO_CLOCK",
    "PIECE_SETS",
    "PLAYER",
    "SIDES",
    "THEMES",
    "Offer",
    "Settings",
    "SettingsError",
    "SettingsFile",
    "change_keys",
    "change_settings",
    "check_setting",
    "engines",
    "forget_engine",
    "load_settings",
    "offers",
    "remember_engine",
    "remember_options",
    "settings_path",
    "shown",
]
