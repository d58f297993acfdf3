"""The ladder of generations: a file of the matches by which each of them was kept.

It is TOML, a table a match, added to at the end and never rewritten; it holds what was counted, and
what follows from that, such as Elo, is computed anew. It stands beside the models kept, in
`ladders/VARIANT.toml`.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import how_many
from makachess.training.options import Bar, Options, silent
from makachess.training.places import ladder_file, work_folder
from makachess.training.statistics import Counts, elo, interval
from makachess.variants.files import open_file

SHARPEST = 0.001  # a score closer to none or all of the points is drawn as this one, 1,200 Elo


@dataclass(frozen=True, slots=True)
class Rung:
    """A model that was kept, and the match that it had won."""

    model: str  # its checksum
    against: str  # that of the model before, or none
    date: date
    limit: str  # of a move
    counts: Counts


@dataclass(frozen=True, slots=True)
class Step:
    """A generation on the ladder, in Elo above the engine without a model, with 95 % limits.

    The limits are those of a sum of independent matches: the squares of their widths are added.
    """

    elo: float
    low: float
    high: float
    model: str


def load_ladder(path: Path) -> list[Rung]:
    """The rungs of a file, none if there is no file; raises MakachessError if it is damaged."""
    try:
        with open_file(path) as file:
            tables = tomllib.load(file).get("match", [])
        return [_rung(table) for table in tables]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise MakachessError(f"{path}: this is no ladder of generations: {error}") from None


def _rung(table: dict[str, Any]) -> Rung:
    a, b, c, d, e = map(int, table["pairs"])
    counts = Counts(table["wins"], table["draws"], table["losses"], (a, b, c, d, e))
    return Rung(table["model"], table["against"], table["date"], table["limit"], counts)


def append_rung(path: Path, rung: Rung) -> None:
    """Add a rung, unless it is there already; when this returns it is on disk.

    A run that ends between this and the model's being kept is repeated. Raises MakachessError.
    """
    if any((one.model, one.against) == (rung.model, rung.against) for one in load_ladder(path)):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(format_rung(rung))
        file.flush()
        os.fsync(file.fileno())


def format_rung(rung: Rung) -> str:
    """The table of a rung."""
    counts = rung.counts
    return (
        f'[[match]]\nmodel = "{rung.model}"\nagainst = "{rung.against}"\ndate = {rung.date}\n'
        f'limit = "{rung.limit}"\nwins = {counts.wins}\ndraws = {counts.draws}\n'
        f"losses = {counts.losses}\npairs = {list(counts.pairs)}\n\n"
    )


def climb(rungs: Sequence[Rung]) -> list[Step]:
    """The generations in their order, the engine without a model first.

    Each stands on the one it was matched with; an unknown model counts as none.
    """
    ground = Step(0.0, 0.0, 0.0, "none")
    steps, known = [ground], {"none": ground}
    for rung in rungs:
        under = known.get(rung.against, ground)
        low, middle, high = map(_height, sorted((*interval(rung.counts), rung.counts.score)))
        step = Step(
            under.elo + middle,
            under.elo + middle - math.hypot(middle - low, under.elo - under.low),
            under.elo + middle + math.hypot(high - middle, under.high - under.elo),
            rung.model,
        )
        steps.append(step)
        known[rung.model] = step
    return steps


def _height(score: float) -> float:
    return elo(min(max(score, SHARPEST), 1 - SHARPEST))


# --- the picture ----------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, MARGIN = 640, 360, 70, 50
GRID, INK, POINT = "#d0d7de", "#57606a", "#1f6feb"
STEPS = (10, 20, 50, 100, 200, 500, 1000)  # Elo between two lines of the grid


def ladder(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Draw the ladder of a variant's model from its file."""
    file = ladder_file(variant, options)
    rungs = load_ladder(file)
    if not rungs:
        raise MakachessError(f"{file}: no model of {variant.name} was kept yet")
    path = options.out or work_folder(variant, options) / "ladder.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(draw_ladder(variant.title, climb(rungs)), encoding="utf-8")
    return f"{how_many(len(rungs), 'generation')}: {path}"


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
