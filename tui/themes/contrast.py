"""How well one colour can be told from another, by the formula of WCAG 2."""

from __future__ import annotations

from functools import lru_cache

# The 16 colours as xterm shows them; every terminal has its own idea of them.
XTERM = {
    "ansi_black": "#000000",
    "ansi_red": "#cd0000",
    "ansi_green": "#00cd00",
    "ansi_yellow": "#cdcd00",
    "ansi_blue": "#0000ee",
    "ansi_magenta": "#cd00cd",
    "ansi_cyan": "#00cdcd",
    "ansi_white": "#e5e5e5",
    "ansi_bright_black": "#7f7f7f",
    "ansi_bright_red": "#ff0000",
    "ansi_bright_green": "#00ff00",
    "ansi_bright_yellow": "#ffff00",
    "ansi_bright_blue": "#5c5cff",
    "ansi_bright_magenta": "#ff00ff",
    "ansi_bright_cyan": "#00ffff",
    "ansi_bright_white": "#ffffff",
}


@lru_cache(maxsize=512)
def luminance(color: str) -> float:
    """The relative luminance of `#rrggbb` or of one of the 16 colours, from 0 to 1.

    >>> luminance("#ffffff")
    1.0
    """
    code = XTERM.get(color, color).removeprefix("#")
    red, green, blue = (_linear(int(code[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 (the same) to 21 (black and white).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
