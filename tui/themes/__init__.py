"""Themes: the colours of board and text, for what the terminal can show."""

from makachess.tui.themes.contrast import contrast
from makachess.tui.themes.palette import MARKS, Ground, Man, Palette, rich_style
from makachess.tui.themes.tables import AUTO, PALETTES, palette_for
from makachess.tui.themes.terminal import color_system, has_light_background

__all__ = [
    "AUTO",
    "MARKS",
    "PALETTES",
    "Ground",
    "Man",
    "Palette",
    "color_system",
    "contrast",
    "has_light_background",
    "palette_for",
    "rich_style",
]
