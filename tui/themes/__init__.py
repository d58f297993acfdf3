"""Themes: the colours of board and text, for what the terminal can show."""

from makachess.tui.themes.contrast import contrast, luminance
from makachess.tui.themes.palette import MARKS, Ground, Man, Palette, rich_style
from makachess.tui.themes.tables import AUTO, PALETTES, palette_for

__all__ = [
    "AUTO",
    "MARKS",
    "PALETTES",
    "Ground",
    "Man",
    "Palette",
    "contrast",
    "luminance",
    "palette_for",
    "rich_style",
]
