"""Lines of parts and how they are wrapped; scrolled panels; the grounds of bars and choices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.tui.screens.table import ChatPanel
from makachess.tui.text import Part, TextPanel, role_style, wrap
from rich.style import Style
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
        ("immeasurable", 5, ["immea", "surab", "le"]),
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


@pytest.mark.parametrize(
    ("terminal", "bar", "choice"),
    [("dark", "color(235)", "color(236)"), ("light", "color(254)", "color(254)")],
)
async def test_bars_and_choices_have_grounds_that_fit_the_terminals(
    monkeypatch, terminal, bar, choice
):
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with opened(Panels) as hands:
        hands.pilot.app.preferences.remember(terminal=terminal)
        hands.pilot.app.use_theme("walnut")
        await hands.pilot.pause()
        panel = hands.screen.query_one("#help")
        grounds = {role: role_style(panel, role) for role in ("bar", "choice")}
        assert {role: style.bgcolor.name for role, style in grounds.items()} == {
            "bar": bar,
            "choice": choice,
        }
        assert not grounds["choice"].reverse


async def test_where_no_ground_is_known_a_choice_is_reversed_and_a_bar_plain(monkeypatch):
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("COLORFGBG", raising=False)
    async with opened(Panels) as hands:
        app, panel = hands.pilot.app, hands.screen.query_one("#help")
        assert role_style(panel, "choice") == Style(reverse=True)
        assert role_style(panel, "bar") == Style()
        app.preferences.remember(terminal="dark")
        app.use_theme("walnut")
        await hands.pilot.pause()
        app.no_color = True
        assert role_style(panel, "choice") == Style(reverse=True)
