"""From what the terminal sends, held to what a person can send, to Textual's events."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

from makachess.tui.colors import Answers
from makachess.tui.terminal.flood import LONGEST_PASTE, FloodGate, Keys, Pasted
from makachess.tui.text import TooLong
from makachess.tui.textual_private import FUNCTIONAL_KEYS, OpenParser
from textual import events
from textual.keys import Keys as Names
from textual.message import Message
from textual.messages import InBandWindowResize

# kitty's protocol, what other terminals take from it, and xterm's modifyOtherKeys.
_KEY = re.compile(r"\x1b\[(?P<key>[\d:]*)(?:;(?P<held>[\d:]*))?(?:;(?P<text>[\d:]*))?([u~A-HPQRS])")
_NO_KEY = re.compile(r"\x1b(?:\[\d[\d;:]*|O\d+)[@-~]")  # a whole sequence that says something else
_OTHER_KEYS = 27  # xterm's number for a key whose character comes third
_SHIFT, _ALT = 1, 2
_COMMANDS = ("alt", "ctrl", "super", "hyper", "meta")  # with Shift before them, bit by bit
_RELEASED = 3
_PRIVATE = range(0xE000, 0xF900)  # kitty's numbers of keys that no character has
_TYPED = {"enter": "\r", "tab": "\t", "backspace": "\x7f"}


class KeyParser(OpenParser):
    """A parser to which a key with Ctrl, Alt, Super, Hyper or Meta is a command and never text."""

    def read_key(self, sequence: str, *, alt: bool) -> Iterable[events.Key]:
        """The keys of a sequence, after Esc if `alt`; none as long as it is not known."""
        if (match := _KEY.fullmatch(sequence)) is not None:
            found = list(self._extended(match["key"], match["held"], match["text"], match[4]))
        else:
            found = list(super().read_key(sequence, alt=False))
            if len(sequence) == 2 and found and found[0].is_printable:  # what a Mac's Option types
                found = [_as_command(self._name(sequence[1]), "alt")]
        if not found and _NO_KEY.fullmatch(sequence) and not _is_report(sequence):
            return [events.Key(Names.Ignore, sequence)]
        return [_as_command(key.key, "alt") for key in found] if alt else found

    def _extended(
        self, key: str, held: str | None, text: str | None, end: str
    ) -> Iterator[events.Key]:
        """The keys of a sequence that names one, the modifiers held with it, and what it types."""
        codes = _numbers(key) or [1]
        modifiers, event, *_ = [*_numbers(held), 1, 1] if held else [1, 1]
        bits = max(modifiers - 1, 0)
        if end == "~" and codes == [_OTHER_KEYS] and text:
            codes, text, end = _numbers(text), None, "u"
        shift = ["shift"] if bits & _SHIFT else []
        commands = [name for bit, name in enumerate(_COMMANDS, 1) if bits & 1 << bit]
        typed = "".join(map(chr, _numbers(text)))
        if event == _RELEASED:
            yield events.Key(Names.Ignore, None)
        elif named := FUNCTIONAL_KEYS.get(f"{codes[0]}{end}"):
            names = [] if named.startswith(("left_", "right_", "iso_")) else shift + commands
            character = None if commands else typed or (None if names else _TYPED.get(named))
            yield events.Key("+".join((*sorted(names), named)), character)
        elif end != "u" or codes[0] in _PRIVATE or not codes[0]:
            yield events.Key(Names.Ignore, None)
        elif not commands or (commands == ["alt"] and _is_composed(typed, codes)):
            for char in typed or _shifted(codes, bool(shift)):
                name = self._name(char)
                yield events.Key(f"shift+{name}" if shift and char.isspace() else name, char)
        else:
            char = chr(codes[-1] if len(codes) == 3 and codes[0] > 127 else codes[0])
            yield _as_command(self._name(char.lower()), *shift, *commands)

    def _name(self, character: str) -> str:
        """What Textual calls the key of a character."""
        return next(iter(super().read_key(character, alt=False))).key


def _numbers(text: str | None) -> list[int]:
    """Numbers divided by colons; what is left out is 0."""
    return [int(part or 0) for part in text.split(":")] if text else []


def _shifted(codes: list[int], shift: bool) -> str:
    """The character of a key that has its own, with Shift a second, and on other keyboards one."""
    if shift and len(codes) > 1 and codes[1]:
        return chr(codes[1])
    return chr(codes[0]).upper() if shift else chr(codes[0])


def _is_composed(typed: str, codes: list[int]) -> bool:
    """Whether Alt has made another character, as it does on a Mac."""
    return bool(typed) and typed.casefold() not in [chr(code).casefold() for code in codes]


def _as_command(key: str, *modifiers: str) -> events.Key:
    """A key with modifiers, which types nothing; those of its own name are kept."""
    *own, name = key.split("+")
    if len(name) == 1 and name.isupper():
        own, name = [*own, "shift"], name.lower()
    return events.Key("+".join((*sorted({*own, *modifiers}), name)), None)


def _is_report(sequence: str) -> bool:
    """Whether a sequence tells of the mouse, the cursor or the window."""
    return sequence[-1] in "mMRt"


class Keyboard:
    """Decodes bytes; what is no text in the terminal's encoding becomes a replacement character."""

    def __init__(self, encoding: str, answers: Answers | None = None) -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._answers = answers or Answers()
        self._gate = FloodGate()
        self._parser = KeyParser()

    def receive(self, data: bytes, now: float) -> Iterator[Message]:
        """The events of the next bytes; `now` is in seconds."""
        text = self._decoder.decode(self._answers.admit(data, now))
        yield from self._events(self._gate.admit(text, now))

    def tick(self, now: float) -> Iterator[Message]:
        """The events that only waited for whether more would come."""
        if escape := self._answers.tick(now):
            yield from self._events(self._gate.admit(self._decoder.decode(escape), now))
        yield from self._events(self._gate.tick(now))
        yield from filter(_is_sound, self._parser.tick())

    def _events(self, pieces: Iterable[Keys | Pasted]) -> Iterator[Message]:
        for piece in pieces:
            if isinstance(piece, Pasted) and piece.length > LONGEST_PASTE:
                yield TooLong(piece.length, LONGEST_PASTE)
            elif isinstance(piece, Pasted):
                yield events.Paste(piece.text.replace("\0", ""))
            else:
                yield from self._key_events(piece.text)

    def _key_events(self, text: str) -> Iterator[Message]:
        for char in text:
            try:
                found = list(self._parser.feed(char))
            except (ArithmeticError, LookupError, ValueError):
                # A report with impossible numbers, such as a key of no character; that one is lost.
                self._parser, found = KeyParser(), []
            if any(isinstance(event, events.Resize) for event in found):
                self._parser = KeyParser()  # which has believed it
            yield from filter(_is_sound, found)


def _is_sound(event: Message) -> bool:
    """Whether the app may see an event: no half character, and no size of a window.

    The size is asked of the system; anybody's text can contain what looks like a report of it.
    """
    if isinstance(event, events.Key) and event.character:
        return not any("\ud800" <= char <= "\udfff" for char in event.character)
    return not isinstance(event, (events.Resize, InBandWindowResize))
