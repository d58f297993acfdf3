"""Which colours the terminal can show, and on what background, as far as its environment tells."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

# Terminals of 16 million colours that do not always say so, by the first word of TERM.
_TRUE = ("alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "wezterm")
# Variables that terminals of 256 colours leave for their programs, whatever TERM says.
_RICH = ("XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION", "ITERM_SESSION_ID", "WT_SESSION")


def color_system(environ: Mapping[str, str]) -> str | None:
    """Rich's name for the colours a terminal has: `truecolor`, `256`, `standard`, or None.

    COLORTERM is believed first. Many terminals that know 256 colours call themselves just xterm;
    those that leave a variable of their own are recognized by that.

    >>> color_system({"TERM": "xterm", "COLORTERM": "truecolor"})
    'truecolor'
    """
    term = environ.get("TERM", "").strip().lower()
    if term in ("dumb", "unknown"):
        return None
    words = term.replace("-", " ").split() or [""]
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "truecolor"
    if "direct" in words or words[0] in _TRUE or words[-1] in _TRUE:
        return "truecolor"
    if "256color" in words or any(environ.get(name) for name in _RICH):
        return "256"
    described = _colors_of(term)
    if described < 0:
        return None
    return "256" if described >= 256 else "standard"


@lru_cache(maxsize=4)
def _colors_of(term: str) -> int:
    """How many colours the system's description of a terminal gives it: -1 none, 0 unknown."""
    try:
        import curses

        curses.setupterm(term, 1)
        return curses.tigetnum("colors")
    except (ImportError, curses.error):
        return 0


def has_light_background(environ: Mapping[str, str]) -> bool:
    """Whether the terminal says that its background is light (`COLORFGBG`, as rxvt and Konsole).

    >>> has_light_background({"COLORFGBG": "0;15"})
    True
    """
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    return background in ("7", "15")
