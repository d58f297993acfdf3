"""Which characters the terminal can show, and what stands for the others.

Python speaks UTF-8 where the locale is `C` or none is set; the terminal may not, so only ASCII is
safe there. Piece sets ask here what they can offer; the painter replaces whatever is left.
"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from functools import lru_cache

_FIGURINES = "♔♕♖♗♘♙♚♛♜♝♞♟"
_QUARTERS = "▘▝▖▞▛▗▚▜▙▟"
# What the Linux console's own font lacks of these, with what it has in their place.
_ON_CONSOLE = dict(zip("–…▁▂▃▅▆▇┏┓┗┛╭╮╰╯□◆✓", "-~___▄▄█┌┐└┘┌┐└┘-X√", strict=True))
_SIGNS = dict(zip(_FIGURINES, "KQRBNPkqrbnp", strict=True)) | {
    "•": "*",
    "–": "-",
    "…": "~",
    "░": "-",
    "─": "-",
    "│": "|",
    **dict.fromkeys("┌╭╮╰╯┏┓┗┛", "+"),
    "▌": ">",
    "■": "#",
    "◆": "X",
    "□": "-",
    **dict.fromkeys("▁▂▃", "_"),
    **dict.fromkeys("▄▅▆▇█", "#"),
}


@lru_cache(maxsize=1)
def terminal_encoding() -> str:
    """The terminal's encoding by the locale; ASCII for terminals older than Unicode."""
    chosen = os.environ.get("PYTHONUTF8") == "1" or "utf8" in sys._xoptions
    if (sys.flags.utf8_mode and not chosen) or os.environ.get("TERM", "").startswith("vt"):
        return "ascii"
    output = sys.__stdout__
    return codecs.lookup(output.encoding).name if output else "ascii"


def forget_terminal() -> None:
    """Forget the terminal: a process that is forked from here has another one."""
    for found in (terminal_encoding, _fit, _is_encodable):
        found.cache_clear()


def input_encoding() -> str:
    """The encoding of what is typed: where nothing is known, UTF-8, which includes ASCII."""
    encoding = terminal_encoding()
    return "utf-8" if encoding == "ascii" else encoding


def can_show(text: str) -> bool:
    """Whether the terminal can show a text.

    The Linux console has no chess pieces, no quarters of blocks, and no kanji.
    """
    lacks = _FIGURINES + _QUARTERS
    return not any(char in lacks or _width(char) > 1 for char in text if _on_console()) and all(
        map(_is_encodable, text)
    )


def _on_console() -> bool:
    return os.environ.get("TERM") == "linux"


def fit_char(char: str) -> str:
    """A character, or as many columns of what can be shown in its place.

    >>> fit_char("a")
    'a'
    """
    return _fit_on_console(char) if _on_console() else _fit(char)


def _fit_on_console(char: str) -> str:
    """Letters are left alone: the console can have been given a font of the country."""
    if char in _FIGURINES or _width(char) > 1:
        return _SIGNS.get(char, "?" * _width(char))
    return _fit(_ON_CONSOLE.get(char, char))


@lru_cache(maxsize=4096)
def _fit(char: str) -> str:
    if _is_encodable(char):
        return char
    if sign := _SIGNS.get(char):
        return sign
    plain = unicodedata.normalize("NFKD", char)[0]
    return plain if _is_encodable(plain) else "?" * _width(char)


@lru_cache(maxsize=4096)
def _is_encodable(char: str) -> bool:
    try:
        char.encode(terminal_encoding())
    except UnicodeEncodeError:
        return False
    return True


def _width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
