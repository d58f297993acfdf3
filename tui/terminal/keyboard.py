"""From what the terminal sends, held to what a person can send, to Textual's events."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from makachess.tui.colors import Answers
from makachess.tui.textual_private import XTermParser
from textual import events
from textual.message import Message
from textual.messages import InBandWindowResize

START, END = "\x1b[200~", "\x1b[201~"  # around a bracketed paste
LONGEST_PASTE = 4096  # characters that count
KEYS_AT_ONCE = 1024  # characters; a key may be several
KEYS_A_SECOND = 500  # characters: a key held down sends about 100, a wheel 300
PAUSE = 0.2  # seconds without input that end a flood
PASTE_PAUSE = 2.0  # and a paste whose end was lost


class Keys(NamedTuple):
    """Characters and sequences of keys, as the terminal sent them."""

    text: str


class Pasted(NamedTuple):
    """The beginning of a pasted text."""

    text: str


class FloodGate:
    """Tells pastes from keys and bounds both; times are in seconds from any starting point."""

    def __init__(self) -> None:
        self._paste: str | None = None  # what has been pasted so far
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
            self._paste, text = "", text.removeprefix(START[1:])
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
            self._paste = "" if ends else None
            return
        self._paste = (self._paste + text)[:LONGEST_PASTE]
        if ends:
            yield Pasted(self._paste)
            self._paste = None

    def _keys(self, text: str) -> Iterator[Keys]:
        kept = "" if self._flooded else text[: int(self._room)]
        self._flooded |= len(kept) < len(text)
        self._room -= len(kept)
        if kept:
            self._after_escape = kept.endswith(START[0])
            yield Keys(kept)


def _split_mark(text: str, mark: str) -> tuple[str, str]:
    """The text, and what at its end may be the beginning of a mark (but not a mere Esc key)."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if text.endswith(mark[:length]) and (length > 1 or mark == END):
            return text[:-length], text[-length:]
    return text, ""


class Keyboard:
    """Decodes bytes; what is no text in the terminal's encoding becomes a replacement character."""

    def __init__(self, encoding: str, answers: Answers | None = None) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._answers = answers or Answers()
        self._gate = FloodGate()
        self._parser = XTermParser()

    def receive(self, data: bytes, now: float) -> Iterator[Message]:
        """The events of the next bytes; `now` is in seconds."""
        text = self._decoder.decode(self._answers.admit(data, now))
        yield from self._events(self._gate.admit(text, now))

    def tick(self, now: float) -> Iterator[Message]:
        """The events that only waited for whether more would come."""
        if escape := self._answers.tick(now):
            yield from self._events(self._gate.admit(self._decoder.decode(escape), now))
        yield from self._events(self._gate.tick(now))
        yield from map(_as_meant, filter(_is_sound, self._parser.tick()))

    def _events(self, pieces: Iterable[Keys | Pasted]) -> Iterator[Message]:
        for piece in pieces:
            if isinstance(piece, Pasted):
                yield events.Paste(piece.text.replace("\0", ""))
            else:
                yield from self._key_events(piece.text)

    def _key_events(self, text: str) -> Iterator[Message]:
        for char in text:
            try:
                found = list(self._parser.feed(char))
            except (ArithmeticError, LookupError, ValueError):
                # A report with impossible numbers, such as a key of no character; that one is lost.
                self._parser, found = XTermParser(), []
            if any(isinstance(event, events.Resize) for event in found):
                self._parser = XTermParser()  # which has believed it
            yield from map(_as_meant, filter(_is_sound, found))


def _as_meant(event: Message) -> Message:
    """An event; a key held with Alt is a command and types nothing, which Textual leaves open."""
    if isinstance(event, events.Key) and event.key.startswith("alt+"):
        return events.Key(event.key, None)
    return event


def _is_sound(event: Message) -> bool:
    """Whether the app may see an event: no half character, and no size of a window.

    The size is asked of the system; anybody's text can contain what looks like a report of it.
    """
    if isinstance(event, events.Key) and event.character:
        return not any("\ud800" <= char <= "\udfff" for char in event.character)
    return not isinstance(event, (events.Resize, InBandWindowResize))
