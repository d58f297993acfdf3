"""From the bytes of a terminal to Textual's events, whatever the bytes are."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from makachess.tui.background import Answers
from makachess.tui.terminal.flood import FloodGate, Keys, Pasted
from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message
from textual.messages import InBandWindowResize


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
