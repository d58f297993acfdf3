"""What stands on every kind of square and ground can be seen there, by the palettes (WCAG 2)."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from makachess.core.spec import COLORS
from makachess.play.settings import THEMES
from makachess.tui.colors import color_system, told_ground
from makachess.tui.preferences import palette_of
from makachess.tui.screens.home import HomeScreen
from makachess.tui.themes import (
    GROUNDS,
    OWN,
    PALETTES,
    PLAIN,
    TINTS,
    TITLES,
    Palette,
    contrast,
    palette_for,
    rich_color,
)
from makachess.variants import load
from rendering import show_in
from rich.color import ColorSystem
from tui_harness import opened

READABLE = 4.5  # text
VISIBLE = 3.0  # figures and large signs (WCAG 1.4.11)
CHECKERED, STRONGLY_CHECKERED = 1.5, 2.0
FACES = 2.7  # tiles, whose kanji are readable anyway
LINES = 2.5  # those within figures
MARKS = ("", *TINTS)
# The grounds of terminals that are called dark and light.
BETWEEN = {"dark": ("#000000", "#1e1e1e"), "light": ("#f0f0f0", "#ffffff")}
SHOWN = [
    pytest.param(palette, system, id=f"{name}-{system}")
    for system, palettes in PALETTES.items()
    for name, palette in palettes.items()
]
WRITTEN = [
    pytest.param(palette_for(name, system, ground=ground), ground, id=f"{name}-{system}-{ground}")
    for system in (*PALETTES, "standard")
    for name in TITLES
    for ground in GROUNDS
]
Colors = dict[str, str]


def squares(palette: Palette) -> Colors:
    """The grounds of all kinds of square."""
    found = {
        f"{mark} {'dark' if dark else 'light'}": palette.tint(mark, dark)
        for mark in MARKS
        for dark in (False, True)
    }
    return found | {mark: palette.attack(mark) for mark in ("won", "worth", "bears")}


def failures(inks: Colors, grounds: Colors, least: float) -> dict[tuple[str, str], float]:
    """What has less contrast than that."""
    found = {(ink, on): contrast(inks[ink], grounds[on]) for ink in inks for on in grounds}
    return {names: round(ratio, 2) for names, ratio in found.items() if ratio < least}


@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_the_terminal_has_all_colours(palette: Palette, system):
    bodies = (palette.white, palette.black, palette.white_tile[:4], palette.black_tile[:4])
    plates = (palette.white_tile.plate, palette.black_tile.plate)
    inks = [*squares(palette).values(), palette.cursor, palette.sign, palette.badge]
    for color in (*inks, *(color for colors in (*bodies, *plates) for color in colors)):
        assert len(color) == 7
        if system == "256":
            shown = rich_color(color).downgrade(ColorSystem.EIGHT_BIT)
            assert shown.get_truecolor().hex == color


@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_figures_can_be_seen_on_every_kind_of_square(palette: Palette, system):
    inks = {color: palette.body(color).ink for color in COLORS}
    assert failures(inks, squares(palette), VISIBLE) == {}
    for color, ink in inks.items():
        assert contrast(ink, palette.tile(color).edge) >= VISIBLE, "under the cursor"
    assert contrast(*inks.values()) >= READABLE


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_lines_can_be_seen_in_figures(palette: Palette, system, color):
    assert contrast(*palette.body(color)) >= LINES


@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_signs_can_be_seen_on_every_kind_of_square(palette: Palette, system):
    assert failures({"sign": palette.sign}, squares(palette), VISIBLE) == {}
    plain = {"light": palette.squares.light, "dark": palette.squares.dark}
    assert failures({"cursor": palette.cursor}, plain, VISIBLE) == {}
    assert contrast(palette.badge, palette.sign) >= READABLE


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(("palette", "system"), SHOWN)
def test_tiles_can_be_seen_and_their_letters_read(palette: Palette, system, color):
    tile = palette.tile(color)
    inks = {"ink": tile.ink, "promoted": tile.promoted}
    faces = {"face": tile.face, "light": tile.plate.light, "dark": tile.plate.dark}
    assert failures(inks, faces, READABLE) == {}
    least = VISIBLE if palette.name == "kaya" else FACES
    plain = {"light": palette.squares.light, "dark": palette.squares.dark}
    assert failures({"face": tile.face}, plain, least) == {}
    assert contrast(palette.white_tile.face, palette.black_tile.face) >= READABLE


@pytest.mark.parametrize(("palette", "ground"), WRITTEN)
def test_text_can_be_read_on_its_ground_and_on_bars(palette: Palette, ground):
    text = asdict(palette.text)
    bars = {name: text.pop(name) for name in ("bar", "choice")}
    del text["rule"]  # which is no text
    inks = {name: color for name, color in text.items() if not color.startswith("ansi_")}
    known = BETWEEN.get(ground, ("#000000", "#ffffff"))
    grounds = {name: color for name, color in bars.items() if color}
    assert failures(inks, grounds | {color: color for color in known}, READABLE) == {}
    assert grounds == {} or ground != "unknown"


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_16_colours_can_be_read_on_their_ground(ground):
    palette = PLAIN[ground]
    # On an unknown ground only check has a colour: red, which cannot be as clear on both.
    marks = {mark: palette.tint(mark, False) for mark in TINTS if ground != "unknown"}
    inks = marks | {color: palette.body(color).ink for color in COLORS}
    grounds = {"dark": "#000000", "light": "#ffffff"}
    on = {name: color for name, color in grounds.items() if ground in (name, "unknown")}
    given = {name: ink for name, ink in inks.items() if ink != OWN}
    assert failures(given, on, 4.4) == {}  # magenta on black


@pytest.mark.parametrize("ground", GROUNDS)
def test_squares_of_16_colours_are_the_terminals_own_ground(ground):
    palette = palette_for("green", "standard", ground=ground)
    assert palette.plain
    assert {*palette.squares} == {OWN}


def test_the_settings_offer_the_themes_there_are():
    assert (*TITLES,) == THEMES
    assert [{*palettes} for palettes in PALETTES.values()] == [{*THEMES}] * 2


@pytest.mark.parametrize(
    ("environ", "system"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm", "VTE_VERSION": "7200"}, "256"),
        ({"TERM": "xterm"}, "standard"),
        ({"TERM": "no-such-terminal"}, "standard"),
        ({}, "standard"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, None),
    ],
)
def test_the_colours_of_a_terminal(environ, system):
    assert color_system(environ) == system


@pytest.mark.parametrize(
    ("theme", "system", "shogi", "name"),
    [
        ("walnut", "256", False, "walnut"),
        ("walnut", "truecolor", True, "kaya"),
        ("slate", "truecolor", True, "slate"),
        ("kaya", "standard", True, "16-colours"),
        ("walnut", None, False, "16-colours"),
    ],
)
def test_the_palette_for_a_terminal(theme, system, shogi, name):
    assert palette_for(theme, system, shogi=shogi).name == name


@pytest.mark.parametrize(
    ("environ", "ground"),
    [
        ({}, "unknown"),
        ({"COLORFGBG": "default;default"}, "unknown"),
        ({"COLORFGBG": "0;15"}, "light"),
        ({"COLORFGBG": "0;default;7"}, "light"),
        ({"COLORFGBG": "15;0"}, "dark"),
        ({"TERM": "linux"}, "dark"),
    ],
)
def test_the_ground_that_a_terminal_tells(environ, ground):
    assert told_ground(environ) == ground


async def test_boards_of_shogi_games_show_kaya_where_the_theme_is_the_default():
    async with opened(HomeScreen) as hands:
        app = hands.pilot.app
        for theme, names in (("walnut", ("kaya", "walnut")), ("plum", ("plum", "plum"))):
            show_in(app, "256", theme)
            assert tuple(palette_of(app, load(game)).name for game in ("maka", "chess")) == names


def test_one_of_the_256_colours_goes_by_its_number():
    palette = palette_for("slate", "256", ground="dark")
    numbers = [rich_color(color).number for color in (*palette.squares, palette.text.accent)]
    assert numbers == [246, 241, 179]
    assert rich_color("#b28b5f").number is None
    assert rich_color("ansi_red").number == 1
