"""Figures in rows, each beyond its budget marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from screens.meter import delays
from screens.visit import FILTER, REST, Cost

MARK = "!"
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
        visit, plain = cost.visit, growth == 1.0
        budget = round(visit.budget * growth)
        cells = [
            _cell(cost.opened.count, budget, 8),
            f"{budget:7}",
            _cell(cost.step, visit.step_budget if plain else None, 7),
            _cell(cost.rest, REST if plain else None, 7),
            _cell(cost.typed, FILTER if plain else None, 8),
            _cell(cost.closed, budget, 8),
        ]
        print(f"{visit.name:27}{''.join(cells)}{_delays(cost)}", flush=True)
    return found


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
