"""Figures in rows, each beyond its budget marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from screens.meter import delays
from screens.visit import FILTER, REST, Cost

MARK = "!"
WIDTHS = (8, 7, 7, 8, 8)  # of the columns of bytes
KEYS_95, KEYS_WORST = 0.030, 0.100  # seconds from key to repaint
HEAD = (
    f"{'':27}{'open':>8}{'of':>7}{'step':>7}{'rest':>7}{'filter':>8}{'close':>8}"
    f"{'ms':>8}{'95 %':>6}{'worst':>7}"
)


def print_table(title: str, costs: Iterable[Cost], growth: float = 1.0) -> dict[str, Cost]:
    """Print costs as they come, and return them by name.

    In a window larger by a factor, what opens may cost more by it.
    """
    found = {}
    print(f"\n{title}\n{HEAD}")
    for cost in costs:
        found[cost.visit.name] = cost
        cells = [
            _cell(count, budget, width)
            for (count, budget), width in zip(bytes_of(cost, growth), WIDTHS, strict=True)
        ]
        cells.insert(1, f"{round(cost.visit.budget * growth):7}")
        print(f"{cost.visit.name:27}{''.join(cells)}{_delays(cost)}", flush=True)
    return found


def bytes_of(cost: Cost, growth: float = 1.0) -> list[tuple[int | None, int | None]]:
    """The bytes of opening, a step, a rest, a filtering key and closing, each with its budget.

    Only what opens and closes has one in a window that is larger by a factor.
    """
    visit = cost.visit
    large = growth != 1.0
    opening = round(visit.budget * growth)
    return [
        (cost.opened.count, opening),
        (cost.step, None if large else visit.step_budget),
        (cost.rest, None if large else REST),
        (cost.typed, None if large else FILTER),
        (cost.closed, opening),
    ]


def is_beyond(cost: Cost, growth: float = 1.0) -> bool:
    """Whether any of the bytes are more than their budget."""
    return any(count and budget and count > budget for count, budget in bytes_of(cost, growth))


def print_comparison(
    ours: Mapping[str, Cost], theirs: Mapping[str, Cost], names: Mapping[str, str]
) -> None:
    """What the same things cost in two programs, and the ratio."""
    print(f"\n{'80x24, bytes':27}{'makachess':>11}{'cli-chess':>11}{'ratio':>8}")
    for name, own in names.items():
        rows = [(name, ours[own].opened.count, theirs[name].opened.count)]
        if (mine := ours[own].step) is not None and (peer := theirs[name].step) is not None:
            rows.append((f"{name}, a step", mine, peer))
        for what, mine, peer in rows:
            print(f"{what:27}{mine:11}{peer:11}{mine / peer:8.2f}")


def _cell(count: int | None, budget: int | None, width: int) -> str:
    if count is None:
        return " " * width
    return f"{count}{MARK if budget is not None and count > budget else ''}".rjust(width)


def _delays(cost: Cost) -> str:
    """Milliseconds from key to repaint."""
    if not cost.steps:
        return ""
    found = delays(step.first for step in cost.steps)
    late = MARK if found.most > KEYS_95 or found.worst > KEYS_WORST else ""
    return f"{1e3 * found.middle:8.0f}{1e3 * found.most:6.0f}{1e3 * found.worst:6.0f}{late}"
