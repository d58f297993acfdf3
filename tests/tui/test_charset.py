"""What terminals that cannot show a character show in its place."""

from __future__ import annotations

import re
from pathlib import Path

import makachess.tui.charset
import pytest
from makachess.tui.board import piece_sets
from makachess.tui.charset import can_show, fit_char
from makachess.variants import load

# What the console's own font has: code page 437, whose control characters are signs in it.
CONTROLS = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
SOURCES = Path(makachess.tui.charset.__file__).parent


def has_glyph(char: str) -> bool:
    try:
        return char in CONTROLS or bool(char.encode("cp437"))
    except UnicodeEncodeError:
        return False


@pytest.fixture
def console(monkeypatch):
    monkeypatch.setenv("TERM", "linux")


def test_the_linux_console_is_sent_only_signs_that_its_font_has(console):
    used = {char for path in SOURCES.rglob("*.py") for char in path.read_text() if ord(char) > 127}
    used -= set(re.findall(r"[▘▝▖▞▛▗▚▜▙▟]", "".join(used)))  # bodies, which it draws in ASCII
    assert len(used) > 20
    assert {char: fit_char(char) for char in used if not all(map(has_glyph, fit_char(char)))} == {}


def test_the_linux_console_shows_letters_for_figurines_and_leaves_names_alone(console):
    assert [fit_char(char) for char in "♔♞王…–▂▇"] == ["K", "n", "??", "~", "-", "_", "█"]
    assert [fit_char(char) for char in "éčł•·█"] == list("éčł•·█")
    assert not can_show("♞")
    for game in ("chess", "maka"):
        assert [pieces.name for pieces in piece_sets(load(game))] == ["letters", "ascii"]


def test_other_terminals_show_them(monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    assert [fit_char(char) for char in "♞王…▂"] == list("♞王…▂")
