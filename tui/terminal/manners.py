"""What is left out for older terminals, which would print it or take it for something else."""

from __future__ import annotations

import re
from collections.abc import Callable

# Commands with texts, keys in the way of kitty, and pictures without tearing.
_RECENT = re.compile(r"\x1b\][^\a\x1b]*(?:\a|\x1b\\)|\x1b\[[<>]\d*u|\x1b\[\?2026(?:\$p|[hl])")
# Modes of other makers than DEC. The line's end (7) is a VT100's, the cursor (25) a VT220's.
_OF_VT100 = re.compile(r"\x1b\[\?(?!7[hl])\d+[hl]")
_OF_VT220 = re.compile(r"\x1b\[\?(?!(?:7|25)[hl])\d+[hl]")
_OLD = re.compile(r"vt\d|dumb|unknown|cons25|sun|$")
OTHER_SCREEN = "\x1b[?1049l"  # leaves it; where there is none, the screen is cleared
CLEARED = "\x1b[m\x1b[H\x1b[2J"


def _is_vt100(term: str) -> bool:
    """Whether a terminal knows no more than a VT100 does."""
    return _OLD.match(term) is not None and not re.match(r"vt[2-5]\d\d", term)


def can_erase_parts(term: str) -> bool:
    """Whether a terminal erases characters in the midst of a row (ECH), as since the VT220.

    >>> can_erase_parts("vt100"), can_erase_parts("linux")
    (False, True)
    """
    return not _is_vt100(term)


def manners(term: str) -> Callable[[str], str]:
    """What makes of a text what a terminal of some name can be sent.

    >>> manners("linux")("\\x1b[>1uMate")
    'Mate'
    """
    if _OLD.match(term):
        modes = _OF_VT100 if _is_vt100(term) else _OF_VT220
        return lambda text: modes.sub("", _RECENT.sub("", text.replace(OTHER_SCREEN, CLEARED)))
    if term == "linux":
        return lambda text: _RECENT.sub("", text)
    return lambda text: text
