"""Lines of parts and how they are wrapped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.tui.text import Part, wrap


def wrapped(text: str, width: int) -> list[str]:
    return ["".join(part.text for part in line) for line in wrap([Part(text)], width)]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two", 10, ["one two"]),
        ("one two three", 8, ["one two ", "three"]),
        ("  one two three", 9, ["  one two ", "  three"]),
        ("immeasurable", 5, ["immeasurable"]),
    ],
)
def test_lines_break_at_spaces_and_keep_their_indent(text, width, lines):
    assert wrapped(text, width) == lines


def test_what_stands_behind_a_key_goes_on_below_itself():
    line = [Part("^Z ^Y", "key"), Part(" take back, make again")]
    rows = ["".join(part.text for part in row) for row in wrap(line, 16)]
    assert rows == ["^Z ^Y take back, ", "      make again"]


@given(st.lists(st.text("abc ", max_size=20), max_size=4), st.integers(1, 30))
def test_wrapping_loses_nothing_but_spaces(texts, width):
    line = [Part(text) for text in texts]
    rows = [part.text for row in wrap(line, width) for part in row]
    assert "".join(rows).replace(" ", "") == "".join(texts).replace(" ", "")
