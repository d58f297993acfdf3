"""Lines of parts and how they are wrapped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.tui.screens.table import ChatPanel
from makachess.tui.text import Part, TextPanel, wrap
from textual.screen import Screen
from tui_harness import opened


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


SAID = [(Part(f"anna: word {number} " + "and so on " * 6),) for number in range(9)]
LAST = "anna: that is all"


class Panels(Screen[None]):
    """A panel for help and one for what is said, both narrow."""

    CSS = "TextPanel { height: 5; width: 20; }"

    def compose(self):
        yield TextPanel(id="help")
        yield ChatPanel(id="chat")


async def widened(name: str) -> list[str]:
    """The rows of a panel scrolled to its end, after it has become wide."""
    async with opened(Panels) as hands:
        panel = hands.screen.query_one(f"#{name}", TextPanel)
        panel.set_lines([*SAID, (Part(LAST),)])
        panel.scroll_lines(999)
        panel.styles.width = 70
        await hands.pilot.pause()
        return [panel.render_line(y).text.rstrip() for y in range(5)]


@pytest.mark.parametrize("name", ["help", "chat"])
async def test_a_panel_scrolled_to_its_end_shows_the_end_when_it_becomes_wider(name):
    assert (await widened(name))[-1] == LAST
