"""Every piece can be read on every kind of square, computed from the palettes (WCAG 2)."""

from __future__ import annotations

import pytest
from makachess.core.spec import COLORS
from makachess.play.settings import THEMES
from makachess.tui.colors import color_system
from makachess.tui.themes import AUTO, MARKS, PALETTES, Palette, contrast, palette_for, rich_style
from rich.color import Color, ColorSystem

READABLE, APART = 4.5, 3.0
KINDS = ("light", "dark", *MARKS)
SHOWN = [
    pytest.param(palette, system, id=f"{name}-{system}")
    for name, palettes in PALETTES.items()
    for system, palette in palettes.items()
]


def shown(color: str, system: str) -> str:
    """A colour as a terminal with these colours shows it; the 16 as xterm does."""
    if color.startswith("ansi_") or system == "truecolor":
        return color
    number = Color.parse(color).downgrade(ColorSystem.EIGHT_BIT)
    return number.get_truecolor().hex


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_pieces_can_be_read_on_every_kind_of_square(palette: Palette, system, color):
    ink = shown(palette.piece(color).ink, system)
    found = {kind: contrast(ink, shown(palette.behind(color, kind), system)) for kind in KINDS}
    assert {kind: ratio for kind, ratio in found.items() if ratio < READABLE} == {}


@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_the_sides_can_be_told_apart(palette: Palette, system):
    bodies = [palette.piece(color).plate or palette.piece(color).ink for color in COLORS]
    assert contrast(*(shown(body, system) for body in bodies)) >= APART


@pytest.mark.parametrize("color", COLORS)
def test_on_16_colours_no_ground_is_one_that_8_colours_lack(color):
    palette = PALETTES["16-colours"]["256"]
    styles = [
        rich_style(*palette.colors(kind, color, part))
        for kind in KINDS
        for part in ("piece", "tile", "engraved")
    ]
    assert any(style.reverse for style in styles)
    assert max(style.bgcolor.number for style in styles) < 8


@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_signs_can_be_read_on_every_kind_of_square(palette: Palette, system):
    for kind in KINDS:
        around = shown(palette.grounds[kind].around, system)
        assert contrast(shown(palette.ink_on(kind), system), around) >= READABLE, kind


@pytest.mark.parametrize("background", ["#000000", "#ffffff"])
@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_text_can_be_read_on_black_and_on_white(palette: Palette, system, background):
    for color in (palette.text.quiet, palette.text.accent, palette.text.alert):
        if not color.startswith("ansi_"):  # the terminal's own are chosen for its background
            assert contrast(shown(color, system), background) >= READABLE, color


@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_each_mark_has_a_colour_of_its_own(palette: Palette, system):
    if system == "truecolor" and palette.name != "16-colours":
        arounds = [shown(palette.grounds[kind].around, system) for kind in KINDS]
        assert len(set(arounds)) == len(arounds)


def test_the_settings_offer_the_themes_there_are():
    assert (AUTO, *PALETTES) == THEMES


# --- what a terminal can show -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "system"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm", "COLORTERM": "24bit"}, "truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "alacritty"}, "truecolor"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "tmux-256color"}, "256"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)"}, "256"),
        ({"TERM": "xterm", "VTE_VERSION": "7200"}, "256"),
        ({"TERM": "xterm"}, "standard"),
        ({"TERM": "linux"}, "standard"),
        ({"TERM": "no-such-terminal"}, "standard"),
        ({}, "standard"),
        ({"TERM": "dumb"}, None),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, None),
    ],
)
def test_the_colours_of_a_terminal(environ, system):
    assert color_system(environ) == system


@pytest.mark.parametrize(("described", "system"), [(-1, None), (8, "standard"), (256, "256")])
def test_the_colours_that_a_description_gives_a_terminal(monkeypatch, described, system):
    monkeypatch.setattr("makachess.tui.colors._colors_of", lambda _: described)
    assert color_system({"TERM": "vt100"}) == system


@pytest.mark.parametrize(
    ("theme", "system", "light", "name"),
    [
        ("auto", "256", False, "dark"),
        ("auto", "truecolor", True, "light"),
        ("dark", "truecolor", True, "dark"),
        ("wood", "256", False, "wood"),
        ("wood", "standard", False, "16-colours"),
        ("auto", None, False, "16-colours"),
    ],
)
def test_the_palette_for_a_terminal(theme, system, light, name):
    assert palette_for(theme, system, light=light).name == name
