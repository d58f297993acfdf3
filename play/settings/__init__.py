"""The player's settings, kept in `settings.toml` in the config folder."""

from makachess.play.settings.reading import (
    SettingsError,
    SettingsFile,
    load_settings,
    settings_path,
)
from makachess.play.settings.values import NO_CLOCK, PIECE_SETS, PLAYER, SIDES, THEMES, Settings
from makachess.play.settings.writing import change_settings, engines, remember_engine

__all__ = [
    "NO_CLOCK",
    "PIECE_SETS",
    "PLAYER",
    "SIDES",
    "THEMES",
    "Settings",
    "SettingsError",
    "SettingsFile",
    "change_settings",
    "engines",
    "load_settings",
    "remember_engine",
    "settings_path",
]
