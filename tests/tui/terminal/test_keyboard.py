"""Bytes of any terminal become events that the app can take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from makachess.tui.colors import Answers
from makachess.tui.terminal.keyboard import LONGEST_PASTE, Keyboard
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
    """How many functions a call calls."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
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


@pytest.mark.parametrize("letter", "cxz")
def test_a_letter_with_alt_is_a_key_that_types_nothing(letter):
    (event,) = received(b"\x1b" + letter.encode())
    assert (event.key, event.character) == (f"alt+{letter}", None)


@given(st.lists(st.binary(max_size=40), max_size=8))
@example([b"\x1b[201~", b"\x1b[200~", b"\0\xff"])
def test_any_bytes_become_events(chunks):
    for event in received(*chunks):
        if isinstance(event, events.Key):
            (event.character or "").encode()
        if isinstance(event, events.Paste):
            event.text.encode()
