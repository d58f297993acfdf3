"""Palettes for terminals with 16 colours and with 256 or more; without colour, marks suffice.

Text keeps the terminal's own colours, on a dark or a light background alike; only the board and a
few accents bring their own. The colours of the rich palette are those of the 256-colour cube, so
that they look the same with 256 and with 16 million.
"""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

RICH = {
    "square-light": "#af875f",
    "square-dark": "#875f5f",
    "square-cursor": "#5f8787",
    "square-path": "#5f5faf",
    "square-taken": "#af5f5f",
    "square-capture": "#af5f00",
    "square-may": "#875f87",
    "square-must": "#af005f",
    "square-check": "#d70000",
    "square-last": "#878700",
    "square-hint": "#5f875f",
    "man-white": "#ffffff",
    "man-black": "#000000",
    "board-mark": "#ffff5f",
    "quiet": "#808080",
    "strong": "ansi_default",
    "alert": "#d75f5f",
    "accent": "#5f87d7",
}

PLAIN = RICH | {
    "square-light": "ansi_blue",
    "square-dark": "ansi_black",
    "square-cursor": "ansi_cyan",
    "square-path": "ansi_magenta",
    "square-taken": "ansi_red",
    "square-capture": "ansi_red",
    "square-may": "ansi_magenta",
    "square-must": "ansi_red",
    "square-check": "ansi_red",
    "square-last": "ansi_green",
    "square-hint": "ansi_magenta",
    "man-white": "ansi_bright_white",
    "man-black": "ansi_bright_yellow",
    "board-mark": "ansi_bright_white",
    "quiet": "ansi_default",
    "alert": "ansi_red",
    "accent": "ansi_default",
}


def _theme(name: str, colors: dict[str, str]) -> Theme:
    """Textual's theme of the terminal's own colours, with those of the board added."""
    own = BUILTIN_THEMES["ansi-dark"]
    return replace(own, name=name, variables=own.variables | colors)


THEMES = {
    "makachess": _theme("makachess", RICH),
    "makachess-16": _theme("makachess-16", PLAIN),
}


def theme_for(color_system: str | None) -> str:
    """The name of the palette for what the terminal can show, in Rich's terms."""
    return "makachess" if color_system in ("256", "truecolor") else "makachess-16"
