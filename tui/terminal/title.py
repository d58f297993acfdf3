"""The title of the terminal's window: borrowed, and given back."""

from __future__ import annotations

import re

# Others may print what they do not understand, like the Linux console or a real VT100.
_KNOWN = re.compile(r"xterm|rxvt|screen|tmux|alacritty|foot|kitty|konsole|vte|wezterm|st-|contour")
_SAVE, _RESTORE = "\x1b[22;2t", "\x1b[23;2t"


class Title:
    """What is written to show a title; nothing on terminals not known to have one."""

    def __init__(self, terminal: str) -> None:
        self._is_known = _KNOWN.match(terminal) is not None
        self._shown = ""

    def change(self, text: str) -> str:
        """The sequence that shows another title, or with an empty one that of before."""
        before, self._shown = self._shown, text
        if not self._is_known or text == before:
            return ""
        if not text:
            return _RESTORE
        return f"{'' if before else _SAVE}\x1b]2;{text} - makachess\a"
