"""Tints differ, and in the theme for the colour-blind no kind of colour vision confuses them.

Kinds of colour vision are simulated by the matrices for complete dichromacy of G. M. Machado, M. M.
Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), applied to linear
RGB. Differences are distances in CIELAB (1976), of which 2.3 is just noticeable.
"""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
from makachess.core.spec import COLORS
from makachess.tui.themes import PALETTES, TINTS, TITLES, Palette
from rich.color import Color

Vector = tuple[float, float, float]
MACHADO = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))  # of sRGB
WHITE = (0.9505, 1.0, 1.089)
READABLE, VISIBLE = 4.5, 3.0
CHECKERED = 10.0  # light and dark squares
DIFFERENT = 18.0  # tints from each other and from plain squares
SAFE = {"truecolor": 34.0, "256": 27.0}  # the same to all kinds of colour vision
NOTICED = 17.0  # a hint from attackers, to all kinds of colour vision
EDGE = 27.0  # the edge of a tile from those


def times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def seen(color: str, vision: str) -> Vector:
    """A colour as a person sees it, in XYZ."""
    values = (value / 255 for value in Color.parse(color).get_truecolor())
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    r, g, b = (min(max(v, 0.0), 1.0) for v in times(MACHADO[vision], (red, green, blue)))
    return times(XYZ, (r, g, b))


def contrast(one: Vector, other: Vector) -> float:
    darker, lighter = sorted((one[1], other[1]))
    return (lighter + 0.05) / (darker + 0.05)


def lab(xyz: Vector) -> Vector:
    shares = (value / white for value, white in zip(xyz, WHITE, strict=True))
    x, y, z = (s ** (1 / 3) if s > 216 / 24389 else (24389 / 27 * s + 16) / 116 for s in shares)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def grounds(palette: Palette) -> dict[str, str]:
    """The grounds of all kinds of square, those marked by kind and brightness."""
    return {
        f"{mark} {'dark' if dark else 'light'}": palette.tint(mark, dark)
        for mark in ("", *TINTS)
        for dark in (False, True)
    }


def closest(colors: dict[str, str], vision: str) -> dict[tuple[str, str], float]:
    """How far colours of different kinds are from each other, by their names."""
    seen_so = {name: lab(seen(color, vision)) for name, color in colors.items()}
    return {
        (one, other): round(dist(seen_so[one], seen_so[other]), 1)
        for one, other in combinations(colors, 2)
        if one.split(" ")[0] != other.split(" ")[0]
    }


@pytest.mark.parametrize("system", PALETTES)
@pytest.mark.parametrize("theme", TITLES)
def test_tints_differ_from_each_other_and_from_plain_squares(theme, system):
    palette = PALETTES[system][theme]
    attacks = {"won": palette.won, "worth": palette.worth, "bears": palette.bears}
    hints = {"hint": palette.hint.light}
    plain = {name: color for name, color in grounds(palette).items() if name.startswith(" ")}
    for colors in (grounds(palette), plain | attacks | hints):
        alike = {pair: d for pair, d in closest(colors, "normal").items() if d < DIFFERENT}
        assert alike == {}
    light, dark = (lab(seen(color, "normal")) for color in palette.squares)
    assert dist(light, dark) >= CHECKERED


@pytest.mark.parametrize("vision", MACHADO)
@pytest.mark.parametrize("system", PALETTES)
def test_no_kind_of_colour_vision_confuses_the_sides(system, vision):
    palette = PALETTES[system]["colour-blind"]
    inks = {color: seen(palette.body(color).ink, vision) for color in COLORS}
    assert contrast(*inks.values()) >= READABLE
    for kind, ground in grounds(palette).items():
        for color, ink in inks.items():
            assert contrast(ink, seen(ground, vision)) >= VISIBLE, (kind, color)


@pytest.mark.parametrize("vision", MACHADO)
@pytest.mark.parametrize("system", PALETTES)
def test_no_kind_of_colour_vision_confuses_marks(system, vision):
    palette = PALETTES[system]["colour-blind"]
    colors, safe = grounds(palette), SAFE[system]
    assert {pair: d for pair, d in closest(colors, vision).items() if d < safe} == {}
    for tile in (palette.white_tile, palette.black_tile):
        colors = grounds(palette) | {"edge": tile.edge, "face": tile.face}
        edges = {pair: d for pair, d in closest(colors, vision).items() if "edge" in pair}
        assert {pair: d for pair, d in edges.items() if d < EDGE} == {}
    attacks = {"": palette.squares.light, "won": palette.won, "worth": palette.worth}
    assert min(closest(attacks, vision).values()) >= safe
    hint = {"hint": palette.hint.light, "bears": palette.bears}
    assert min(closest(hint, vision).values()) >= NOTICED
    light, dark = (lab(seen(color, vision)) for color in palette.squares)
    assert dist(light, dark) >= CHECKERED
