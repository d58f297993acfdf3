"""What comes in is bounded: pastes by their size, keys by how fast they come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from makachess.saves.parser import MOST_TEXT

START, END = "\x1b[200~", "\x1b[201~"  # around a bracketed paste
LONGEST_PASTE = MOST_TEXT  # characters: what is read of one game in a file
KEYS_AT_ONCE = 1024  # characters; a key may be several
KEYS_A_SECOND = 500  # characters: a key held down sends about 100, a wheel 300
_MOTION = re.compile(r"\x1b\[<3[2-5];\d+;\d+M")  # of the mouse, counted as one: 125 in a second
PAUSE = 0.2  # seconds without input that end a flood
PASTE_PAUSE = 2.0  # and a paste whose end was lost


class Keys(NamedTuple):
    """Characters and sequences of keys, as the terminal sent them."""

    text: str


class Pasted(NamedTuple):
    """A pasted text and its length; of one longer than the longest the text is empty."""

    text: str
    length: int


class FloodGate:
    """Tells pastes from keys and bounds both; times are in seconds from any starting point."""

    def __init__(self) -> None:
        self._paste: list[str] | None = None  # what has been pasted so far
        self._pasted = 0  # characters of it
        self._held = ""  # may be the beginning of a mark, whose rest has not come
        self._after_escape = False
        self._room = float(KEYS_AT_ONCE)
        self._flooded = False
        self._last = 0.0

    def admit(self, text: str, now: float) -> Iterator[Keys | Pasted]:
        """What counts of the next text to arrive."""
        self._note_time(now)
        text, self._held = self._held + text, ""
        if self._after_escape and self._paste is None and text.startswith(START[1:]):
            self._paste, text = [], text.removeprefix(START[1:])
        while text:
            mark = START if self._paste is None else END
            before, found, text = text.partition(mark)
            if not found:
                before, self._held = _split_mark(before, mark)
            yield from self._collect(before, ends=bool(found))

    def tick(self, now: float) -> Iterator[Keys | Pasted]:
        """What no longer waits for its rest, after a time without input."""
        if self._paste is None:
            held, self._held = self._held, ""
            yield from self._keys(held)
        elif now - self._last > PASTE_PAUSE:
            self._held = ""
            yield from self._collect("", ends=True)

    def _note_time(self, now: float) -> None:
        waited, self._last = now - self._last, now
        self._room = min(self._room + waited * KEYS_A_SECOND, KEYS_AT_ONCE)
        if waited > PAUSE:
            self._flooded = False

    def _collect(self, text: str, *, ends: bool) -> Iterator[Keys | Pasted]:
        """Text up to a mark, which `ends` it, or as far as it has come."""
        if self._paste is None:
            yield from self._keys(text)
            self._paste = [] if ends else None
            return
        self._pasted += len(text)
        if self._pasted <= LONGEST_PASTE:
            self._paste.append(text)
        else:
            self._paste.clear()
        if ends:
            yield Pasted("".join(self._paste), self._pasted)
            self._paste, self._pasted = None, 0

    def _keys(self, text: str) -> Iterator[Keys]:
        free = sum(len(report) - 1 for report in _MOTION.findall(text))
        kept = "" if self._flooded else text[: int(self._room) + free]
        self._flooded |= len(kept) < len(text)
        self._room -= max(len(kept) - free, 0)
        if kept:
            self._after_escape = kept.endswith(START[0])
            yield Keys(kept)


def _split_mark(text: str, mark: str) -> tuple[str, str]:
    """The text, and what at its end may be the beginning of a mark (but not a mere Esc key)."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if text.endswith(mark[:length]) and (length > 1 or mark == END):
            return text[:-length], text[-length:]
    return text, ""
