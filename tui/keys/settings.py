"""The screens of settings, of keys and of engines."""

from __future__ import annotations

from makachess.tui.keys.action import Action

KEY_SETTINGS = (
    Action("default-key", "delete", "screen.default", "default", "restore the default key"),
)
