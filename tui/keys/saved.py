"""The screen of saved games."""

from __future__ import annotations

from makachess.tui.keys.action import Action

SAVED = (Action("replay", "ctrl+r", "screen.replay", "replay", "replay the game"),)
