"""The step `ladder`: a picture of how much stronger each generation of a model is."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from html import escape

from makachess.core import MakachessError
from makachess.core.counting import how_many
from makachess.core.spec import Variant

from .ladder import Step, climb, load_ladder
from .places import ladder_file, ladder_picture

WIDTH, HEIGHT, LEFT, MARGIN = 640, 360, 70, 50
GRID, INK, POINT = "#d0d7de", "#57606a", "#1f6feb"
STEPS = (10, 20, 50, 100, 200, 500, 1000)  # Elo between two lines of the grid


def ladder(variant: Variant, _: argparse.Namespace) -> None:
    """Draw the ladder of a variant's model from its file."""
    rungs = load_ladder(ladder_file(variant))
    if not rungs:
        raise MakachessError(f"{ladder_file(variant)}: no model of {variant.name} was kept yet")
    path = ladder_picture(variant)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(draw_ladder(variant.title, climb(rungs)), encoding="utf-8")
    print(f"{how_many(len(rungs), 'generation')}: {path}")


def draw_ladder(title: str, steps: Sequence[Step]) -> str:
    """Generations from left to right, Elo upwards, with the limits between which it lies."""
    low = min(0.0, *(step.low for step in steps))
    high = max(20.0, *(step.high for step in steps))
    gap = next((gap for gap in STEPS if (high - low) / gap <= 6), STEPS[-1])
    bottom, top = gap * math.floor(low / gap), gap * math.ceil(high / gap)

    def y(value: float) -> float:
        return MARGIN + (HEIGHT - 2 * MARGIN) * (top - value) / (top - bottom)

    def x(number: int) -> float:
        return LEFT + (WIDTH - LEFT - MARGIN) * (number + 0.5) / len(steps)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">',
        _rect(0, 0, WIDTH, HEIGHT, "white"),
        _text(WIDTH / 2, 24, f"{title}: Elo above the engine without a model"),
        _text(WIDTH / 2, HEIGHT - 10, "generation"),
        "<g>",
    ]
    for value in range(bottom, top + 1, gap):
        parts.append(_rect(LEFT, y(value), WIDTH - LEFT - MARGIN, 1, GRID))
        parts.append(_text(LEFT - 8, y(value) + 4, f"{value:+d}" if value else "0", "end"))
    for number, step in enumerate(steps):
        parts.append(_rect(x(number) - 1, y(step.high), 2, y(step.low) - y(step.high), INK))
        for end in (step.low, step.high) if number else ():
            parts.append(_rect(x(number) - 6, y(end) - 1, 12, 2, INK))
        parts.append(_rect(x(number) - 5, y(step.elo) - 5, 10, 10, POINT))
        parts.append(_text(x(number) + 10, y(step.elo) + 4, f"{step.elo:+.0f}", "start"))
        parts.append(_text(x(number), HEIGHT - MARGIN + 20, str(number)))
    return "\n".join([*parts, "</g>", "</svg>\n"])


def _rect(x: float, y: float, width: float, height: float, color: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{color}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
