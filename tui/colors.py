"""Which colours the terminal can show, and on what background: as it says, or as it answers."""

from __future__ import annotations

import os
import re
import select
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from makachess.tui import pictures

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


def told_ground(environ: Mapping[str, str]) -> str:
    """The terminal's background as it says: `light`, `dark` or `unknown`.

    rxvt and Konsole set `COLORFGBG`; the Linux console is dark.

    >>> told_ground({"COLORFGBG": "0;15"})
    'light'
    """
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    if background in ("7", "15"):
        return "light"
    return "dark" if background.isdecimal() or environ.get("TERM") == "linux" else "unknown"


# Asks the terminal for the colour of its background, which the colours of text follow, and whether
# it shows pictures.
#
# The question goes out before the app is loaded, so that as a rule the answer is there when the app
# draws for the first time; nothing ever waits for it. It may come late, in pieces, or never. What
# can only be part of an answer is kept from the keys until the terminal has said all it has to say:
# every terminal answers the second half of the question.
BACKGROUND = b"\x1b]11;?\a"  # OSC 11, ended by BEL, which old urxvt needs
KIND = b"\x1b[c"  # the terminal's kind (DA1)
PATIENCE = 20.0  # seconds in which an answer is expected; after it Esc is never held back
LONGEST_ANSWER = 2.0  # seconds between the parts of an answer
LAST_WAIT = 1.0  # seconds after the question in which an app that ends waits for its answer
_ANSWER = re.compile(
    rb"\x1b\]11;(?P<color>[^\x07\x1b]{0,80})(?:\x07|\x1b\\)"
    rb"|\x1b_G(?P<pictures>[^\x07\x1b]{0,80})\x1b\\"
    rb"|\x1b\[\?[0-9;]{0,80}c"
)
_BEGINNING = re.compile(
    rb"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]{0,80}\x1b?)?)?)?"
    rb"|_(?:G[^\x07\x1b]{0,80}\x1b?)?"
    rb"|\[(?:\?[0-9;]{0,80})?)?\Z"
)
_COLOR = re.compile(rb"rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE)
_ESCAPE = b"\x1b"
# They show OSC as text, or pass it on to a terminal that answers the next program.
_NEVER_ASKED = ("", "cons25", "dumb", "eterm", "linux", "screen", "sun", "unknown")
# Of those with 16 colours, many of which are old or unheard of, only these are known to take it.
_ASKED_OF_16 = ("gnome", "konsole", "mlterm", "rxvt", "st", "vte", "xterm")


def can_be_asked(environ: Mapping[str, str]) -> bool:
    """Whether the question for the background is safe in a terminal, and its answer of use.

    GNU screen passes the question on each time it draws a window anew, also after the app; tmux,
    which may call itself screen, answers it itself.

    >>> can_be_asked({"TERM": "xterm-256color"}), can_be_asked({"TERM": "linux"})
    (True, False)
    """
    term = environ.get("TERM", "").strip().lower()
    system, name = color_system(environ), term.partition("-")[0].partition(".")[0]
    if system is None or term.startswith("vt"):
        return False
    if term.startswith("tmux") or (term.startswith("screen") and environ.get("TMUX")):
        return not environ.get("STY") or term.startswith("tmux")
    if "STY" in environ or name in _NEVER_ASKED:
        return False
    return system != "standard" or name in _ASKED_OF_16


def question(environ: Mapping[str, str]) -> bytes:
    """What a terminal that can be asked is asked, the kind that every terminal tells at the end.

    >>> question({"TERM": "tmux-256color", "TMUX": "/tmp/tmux-1000/default,1,0"})
    b'\\x1b]11;?\\x07\\x1b[c'
    """
    shows = color_system(environ) != "standard" and pictures.can_be_asked(environ)
    return BACKGROUND + (pictures.QUESTION if shows else b"") + KIND


def parse_color(text: bytes) -> str:
    """The colour in an answer as `#rrggbb`; empty if it is none.

    >>> parse_color(b"rgb:ffff/8080/0000"), parse_color(b"?")
    ('#ff8000', '')
    """
    found = _COLOR.match(text)
    if not found:
        return ""
    shares = (int(digits, 16) / (16 ** len(digits) - 1) for digits in found.groups())
    return "#" + "".join(f"{round(share * 255):02x}" for share in shares)


class Answers:
    """Takes the terminal's answers out of what it sends; the rest is keys.

    Times are in seconds from any starting point. `color` is that of the background, `#rrggbb`, as
    soon as the terminal has told it, and `has_pictures` whether it shows any.
    """

    def __init__(self, asked: float | None = None) -> None:
        self.color = ""
        self.has_pictures = False
        self._asked = asked
        self._has_answered = False
        self._held = b""  # may be the beginning of an answer
        self._held_since = 0.0
        self._let_escape_go = False  # though an answer could have begun with it
        self._typed = b""  # before the app reads keys

    def is_expected(self, now: float) -> bool:
        """Whether the terminal has not yet said all it has to say."""
        return not (self._asked is None or self._has_answered) and now < self._asked + PATIENCE

    def last_wait(self, now: float) -> float:
        """How long an app that ends should wait for more, so that no shell takes it for typed."""
        if self._asked is None or not self.is_expected(now):
            return 0.0
        return max(self._asked + LAST_WAIT - now, 0.0)

    def admit(self, data: bytes, now: float) -> bytes:
        if self._let_escape_go and data.startswith((b"]11;", b"_G", b"[?")):
            data = _ESCAPE + data
        self._let_escape_go = False
        data, self._held = _ANSWER.sub(self._note, self._held + data), b""
        if self.is_expected(now) and (beginning := _BEGINNING.search(data)):
            self._held, self._held_since = beginning[0], now
            data = data[: beginning.start()]
        return data

    def _note(self, answer: re.Match[bytes]) -> bytes:
        if self._asked is None:
            return b""
        if answer["color"] is not None:
            self.color = parse_color(answer["color"]) or self.color
        elif answer["pictures"] is not None:
            self.has_pictures |= answer["pictures"] == pictures.YES
        else:
            self._has_answered = True
        return b""

    def tick(self, now: float) -> bytes:
        """Esc after all, after a moment without input; whatever else is held is lost later."""
        if self._held == _ESCAPE:
            self._held, self._let_escape_go = b"", True
            return _ESCAPE
        if now - self._held_since > LONGEST_ANSWER:
            self._held = b""
        return b""

    def collect(self, descriptor: int, now: float) -> None:
        """Take in what a terminal has sent by now; keys are kept for the app."""
        with suppress(OSError):  # the app will find out itself
            while select.select([descriptor], [], [], 0)[0]:
                if not (data := os.read(descriptor, 4096)):
                    break
                self._typed += self.admit(data, now)

    def take_typed(self) -> bytes:
        typed, self._typed = self._typed, b""
        return typed
