"""Bytes of any terminal become events that the app can take."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from makachess.tui.colors import Answers
from makachess.tui.terminal.flood import LONGEST_PASTE
from makachess.tui.terminal.keyboard import Keyboard
from textual import events
from textual.message import Message

LATER = 60.0
CHUNK = 4096  # bytes read at once


def received(*chunks: bytes, encoding: str = "utf-8") -> list[Message]:
    keyboard = Keyboard(encoding)
    found = [event for chunk in chunks for event in keyboard.receive(chunk, 0.0)]
    with patch("textual._parser.get_time", lambda: time.monotonic() + LATER):
        return [*found, *keyboard.tick(LATER)]


def characters(*chunks: bytes, encoding: str = "utf-8") -> list[str | None]:
    keys = [e for e in received(*chunks, encoding=encoding) if isinstance(e, events.Key)]
    return [key.character for key in keys if key.is_printable]


@pytest.mark.parametrize("data", [b"\xff", b"\xe9", b"\xc3\x28", b"\xed\xa0\x80"])
def test_bytes_that_are_no_text_are_replaced(data):
    assert "\ufffd" in characters(data + b"e")
    assert characters(data + b"e")[-1] == "e" or data.endswith(b"(")


def calls(function: Callable[[], object]) -> int:
    """How many functions a call calls, those of a collection of garbage meanwhile left out."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    gc.disable()
    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


PASTED = (b"x", b"e2e4\n", b"\x1b", b"\x1b[20", b"\x1b]11;", "王".encode())


@pytest.mark.parametrize("pasted", PASTED)
def test_a_paste_without_an_end_costs_as_much_for_each_byte_however_long_it_is(pasted):
    def read(keyboard: Keyboard, count: int) -> None:
        for _ in range(count):
            assert not list(keyboard.receive(pasted * (CHUNK // len(pasted)), 0.0))

    keyboard = Keyboard("utf-8", Answers(0.0))  # from a terminal that owes an answer
    assert not list(keyboard.receive(b"\x1b[200~", 0.0))
    parser = keyboard._parser
    with patch.object(parser, "feed", side_effect=AssertionError("pasted text goes to no parser")):
        first, later = (calls(lambda: read(keyboard, 25)) for _ in range(2))  # 100 kB each
        assert later <= first * 1.1
        [paste] = [*keyboard.tick(LATER), *keyboard.tick(2 * LATER)]  # the first ends an Esc held
    assert isinstance(paste, events.Paste)
    assert len(paste.text) <= LONGEST_PASTE


@pytest.mark.parametrize("at", range(1, 10))
def test_characters_of_several_bytes_may_arrive_in_pieces(at):
    data = "é王♞e".encode()
    assert characters(data[:at], data[at:]) == ["é", "王", "♞", "e"]


def test_a_latin_1_terminal_can_type_its_letters():
    assert characters(b"\xe9e4", encoding="iso8859-1") == ["é", "e", "4"]


@pytest.mark.parametrize(
    "report",
    [
        b"\x1b[48;9999;9999;1;1t",  # the size of the window
        b"\x1b[48;0;0;0;0t",
        b"\x1b[48;0;0;0;0t\x1b[<0;5;5M",
        b"\x1b[?2048;1$y",
        b"\x1b[99999999999u",  # a key that is no character
        b"\x1b[1;1;1114112u",
        b"\x1b[1;1;55296u",  # half a character
        b"\x1b[::;::~",
        b"\x1b[<99999999999999999;9;9M",
        b"\x1b[999999999;999999999R",
        b"\x1b" * 40,
        b"\x1b[" + b"9" * 500 + b"u",
    ],
)
def test_impossible_reports_are_dropped_and_the_next_key_counts(report):
    found = received(report, b"\r", b"e")
    assert not any(isinstance(event, events.Resize) for event in found)
    assert characters(report, b"\r", b"e")[-1] == "e"


# Keys as terminals send them, what they are, and what they type.
KEYS = [
    ("q", "q", "q"),
    ("\x11", "ctrl+q", None),
    ("\x1bz", "alt+z", None),
    ("\x1bZ", "alt+shift+z", None),
    ("\x1b\r", "alt+enter", None),
    # kitty's protocol: a key, modifiers, text
    ("\x1b[113;5u", "ctrl+q", None),
    ("\x1b[113;5;17u", "ctrl+q", None),
    ("\x1b[113;6;81u", "ctrl+shift+q", None),
    ("\x1b[97;3u", "alt+a", None),
    ("\x1b[97;4;65u", "alt+shift+a", None),
    ("\x1b[97;3;229u", "å", "å"),  # Option and a, on a Mac
    ("\x1b[101;9;101u", "super+e", None),
    ("\x1b[32;9;32u", "super+space", None),
    ("\x1b[113;69;113u", "ctrl+q", None),  # with Caps Lock
    ("\x1b[101;193;101u", "e", "e"),  # with both
    ("\x1b[101;1;101u", "e", "e"),
    ("\x1b[101u", "e", "e"),
    ("\x1b[101;2;69u", "E", "E"),
    ("\x1b[101;2u", "E", "E"),
    ("\x1b[49:33;2u", "exclamation_mark", "!"),
    ("\x1b[32;2;32u", "shift+space", " "),
    ("\x1b[13u", "enter", "\r"),
    ("\x1b[13;2u", "shift+enter", None),
    ("\x1b[27u", "escape", None),
    ("\x1b[57400;9;49u", "super+1", None),
    ("\x1b[57400;129;49u", "1", "1"),
    ("\x1b[57444;9u", "left_super", None),
    # with event types and alternate keys
    ("\x1b[113:81:113;5u", "ctrl+q", None),
    ("\x1b[113;5:2;113u", "ctrl+q", None),
    ("\x1b[1081::113;5u", "ctrl+q", None),  # on a Russian keyboard
    ("\x1b[1081::113;1;1081u", "й", "й"),
    ("\x1b[101:69;2:1;69u", "E", "E"),
    ("\x1b[1;9D", "super+left", None),
    ("\x1b[5;3~", "alt+pageup", None),
    ("\x1b[A", "up", None),
    # xterm's modifyOtherKeys
    ("\x1b[27;5;113~", "ctrl+q", None),
    ("\x1b[27;6;81~", "ctrl+shift+q", None),
    ("\x1b[27;3;101~", "alt+e", None),
    ("\x1b[27;2;69~", "E", "E"),
]


@pytest.mark.parametrize(("sent", "key", "typed"), KEYS)
def test_a_key_with_a_modifier_for_commands_is_never_text(sent, key, typed):
    (event, *more) = received(sent.encode())
    assert isinstance(event, events.Key)
    assert (event.key, event.character if event.is_printable else None, more) == (
        key,
        typed if typed and typed.isprintable() else None,
        [],
    )
    if key in ("enter", "tab", "backspace"):
        assert event.character == typed


@pytest.mark.parametrize(
    "form",
    [
        "\x1b[{code};{held}u",
        "\x1b[{code};{held};{code}u",
        "\x1b[{code}:{code};{held}:2;{code}u",
        "\x1b[27;{held};{code}~",
    ],
)
def test_no_terminal_makes_text_of_a_command(form):
    for held, char in product([3, 5, 7, 9, 17, 33, 69, 133, 255], "e4 é王/"):
        (event,) = received(form.format(code=ord(char), held=held).encode())
        assert (event.character, "+" in event.key) == (None, True), (char, held)


@pytest.mark.parametrize(
    "sent",
    [
        "\x1b[113;5:3u",  # a key let go
        "\x1b[101;1:3;101u",
        "\x1b[1;1:3A",
        "\x1b[57500;1u",  # a key without a name
        "\x1b[1;2;3;4z",
        "\x1b[99;9~",
        "\x1bO5z",
    ],
)
def test_what_is_no_key_types_nothing(sent):
    assert received(sent.encode()) == []
    assert characters(sent.encode(), b"e") == ["e"]


@given(st.lists(st.binary(max_size=40), max_size=8))
@example([b"\x1b[201~", b"\x1b[200~", b"\0\xff"])
def test_any_bytes_become_events(chunks):
    for event in received(*chunks):
        if isinstance(event, events.Key):
            (event.character or "").encode()
        if isinstance(event, events.Paste):
            event.text.encode()
