"""The evaluation graph in characters: White's advantage rises from the middle, Black's hangs down.

Each row has eight steps. Hanging bars use the same blocks as rising ones with the colours reversed,
since no characters fill a cell from above in eighths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from makachess.core.engine.review import Verdict

STEPS = 8
BLOCKS = " ▁▂▃▄▅▆▇█"
SIGNS = {Verdict.INACCURACY: ".", Verdict.MISTAKE: "?", Verdict.BLUNDER: "X"}


class GraphCell(NamedTuple):
    """One character of the graph; hanging ones are Black's."""

    char: str = " "
    hanging: bool = False
    reverse: bool = False


def spread_plies(count: int, width: int) -> list[range]:
    """The plies (from 1) that each column stands for; a ply may fill several columns."""
    return [
        range(1 + c * count // width, 1 + max((c + 1) * count // width, c * count // width + 1))
        for c in range(width if count else 0)
    ]


def mean_points(points: Mapping[int, float], plies: Iterable[int]) -> float | None:
    """The mean of White's expected points, None if none are known yet."""
    known = [points[ply] for ply in plies if ply in points]
    return sum(known) / len(known) if known else None


def draw_bar(points: float | None, half: int, *, plain: bool = False) -> list[GraphCell]:
    """One column from top to bottom, `half` rows above the middle and as many below it."""
    if points is None:
        return [GraphCell()] * (2 * half)
    units = round((2 * points - 1) * half * STEPS)
    rise = [_fill(units, row) for row in range(half)]
    hang = [_fill(-units, row) for row in range(half)]
    if units == 0:
        rise[0] = 1  # a level game shows as a line
    rising, hanging = (_rising_plain, _hanging_plain) if plain else (_rising, _hanging)
    return [*map(rising, reversed(rise)), *map(hanging, hang)]


def draw_bars(
    points: Mapping[int, float], columns: Iterable[range], half: int, *, plain: bool = False
) -> list[list[GraphCell]]:
    """The whole graph, a bar for each column of plies."""
    return [draw_bar(mean_points(points, plies), half, plain=plain) for plies in columns]


def _fill(units: int, row: int) -> int:
    """How many steps of a row are filled, rows counted from the middle."""
    return min(max(units - row * STEPS, 0), STEPS)


def _rising(fill: int) -> GraphCell:
    return GraphCell(BLOCKS[fill])


def _hanging(fill: int) -> GraphCell:
    if fill in (0, STEPS):
        return GraphCell(BLOCKS[fill], hanging=True)
    return GraphCell(BLOCKS[STEPS - fill], hanging=True, reverse=True)


def _rising_plain(fill: int) -> GraphCell:
    return GraphCell("#" if 2 * fill > STEPS else "_" if fill else " ")


def _hanging_plain(fill: int) -> GraphCell:
    return GraphCell("#" if 2 * fill > STEPS else "'" if fill else " ", hanging=True)


def worst_fault(faults: Mapping[int, Verdict], plies: Iterable[int]) -> Verdict | None:
    """The worst of the faults at some plies."""
    return max((faults[ply] for ply in plies if ply in faults), default=None)
