"""In the theme for the colour-blind, no kind of colour vision confuses sides or marks.

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
from makachess.tui.themes import MARKS, PALETTES
from rich.color import Color, ColorSystem

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
READABLE, APART, DIFFERENT, CHECKERED = 4.5, 3.0, 15.0, 7.5
SYSTEMS = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT}


def times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def seen(color: str, system: str, vision: str) -> Vector:
    """A colour as a terminal shows it and a person sees it, in XYZ."""
    shown = Color.parse(color).downgrade(SYSTEMS[system]).get_truecolor()
    values = (value / 255 for value in shown)
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


@pytest.mark.parametrize("vision", MACHADO)
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_kind_of_colour_vision_confuses_the_sides(system, vision):
    palette = PALETTES["colour-blind"][system]
    inks = {color: seen(palette.piece(color).ink, system, vision) for color in COLORS}
    assert contrast(*inks.values()) >= APART
    for kind in ("light", "dark", *MARKS):
        for color, ink in inks.items():
            behind = seen(palette.behind(color, kind), system, vision)
            assert contrast(ink, behind) >= READABLE, (kind, color)


@pytest.mark.parametrize("vision", MACHADO)
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_kind_of_colour_vision_confuses_marks(system, vision):
    grounds = PALETTES["colour-blind"][system].grounds
    around = {kind: lab(seen(grounds[kind].around, system, vision)) for kind in grounds}
    assert dist(around["light"], around["dark"]) >= CHECKERED
    alike = {
        (one, other): round(dist(around[one], around[other]), 1)
        for one, other in combinations(around, 2)
        if {one, other} != {"light", "dark"} and dist(around[one], around[other]) < DIFFERENT
    }
    assert alike == {}


def test_white_stays_white_and_red_is_darker_to_those_who_miss_it():
    for vision in MACHADO:
        assert lab(seen("#ffffff", "truecolor", vision)) == pytest.approx((100, 0, 0), abs=0.2)
    red = {vision: seen("#ff0000", "truecolor", vision)[1] for vision in MACHADO}
    assert red["protanopia"] < 0.6 * red["normal"]
