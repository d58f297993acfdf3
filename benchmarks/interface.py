"""The app at the end of a line: bytes written, and milliseconds from key to repaint.

Every screen at 80x24 in 256 colours, at several terminals at once; each figure beyond its budget is
marked with `!`, and measured again: a busy machine may cut a step in two. The exit status is 1 if
it is so every time.
"""

from __future__ import annotations

import re
import statistics
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import tour
from host_process import JOIN, HostProcess, lay_tables
from pty_harness import Terminal, environment
from visits import FILTER, REST, Cost, Visit, burst, costs

SCREENS = Path(__file__).parent.parent / "tests" / "every_screen.py"
TRIES = 3  # until a budget counts as exceeded
AT_ONCE = 6  # terminals, which wait nearly all of the time
TOURS: tuple[tuple[Sequence[Visit], Sequence[str]], ...] = (  # and how the program is started
    (tour.AT_HOME, ()),
    *((tour.in_game(variant), ("play", variant, "--side", "both")) for variant in tour.BOARDS),
    (tour.IN_REPLAY, ("replay", "replayed.pgn")),
    (tour.AT_TABLES, JOIN),
)
MARK = "!"
WIDTHS = (8, 7, 7, 8, 8)  # of the columns of bytes
HEAD = (
    f"{'':27}{'open':>8}{'of':>7}{'step':>7}{'rest':>7}{'filter':>8}{'close':>8}"
    f"{'ms':>8}{'95 %':>6}{'worst':>7}"
)


def tell_what_is_missing() -> None:
    """Name the screens that the tests know and nothing here visits."""
    known = re.findall(r'^    "(.+)": ', SCREENS.read_text(), re.MULTILINE)
    visited = {visit.screen for visits, _ in TOURS for visit in visits}
    for name in sorted(set(known) - visited):
        print(f"NOT VISITED: {name}")


def keeps_its_budgets() -> bool:
    """Whether each screen keeps its budgets in one of some tries."""
    (first, *others), _ = TOURS[0]  # by far the longest: in parts, each from the first screen on
    parts = [((first, *others[at::AT_ONCE]), ()) for at in range(AT_ONCE)]
    beyond: set[str] = set()
    for number in range(TRIES):
        with ThreadPoolExecutor(AT_ONCE) as pool:
            each = pool.map(lambda one: list(through(*one)), (*parts, *TOURS[1:]))
            found = print_table(cost for some in each for cost in some)
        over = {name for name, cost in found.items() if is_beyond(cost)}
        beyond = beyond & over if number else over
        if not beyond:
            return True
    print(f"\nbeyond their budgets {TRIES} times: {', '.join(sorted(beyond))}")
    return False


def through(visits: Sequence[Visit], arguments: Sequence[str]) -> Iterator[Cost]:
    """What each screen of a tour costs."""
    with tempfile.TemporaryDirectory() as home:
        (games := Path(home, "games")).mkdir()
        for name, text in tour.GAMES.items():
            (games / name).write_text(text)
        Path(home, "replayed.pgn").write_text(tour.REPLAYED)
        around = {tour.AT_HOME[0]: played_elsewhere, tour.AT_TABLES[0]: hosted}
        with (
            around.get(visits[0], nullcontext)(home),
            start(home, *arguments) as terminal,
        ):
            yield from costs(terminal, visits)


@contextmanager
def played_elsewhere(home: str) -> Iterator[None]:
    """A game that another process has open."""
    with start(home, "play", tour.ELSEWHERE, "--side", "both") as terminal:
        terminal.wait_for("White to move")
        terminal.press("b2b3", "enter")
        terminal.wait_for("Black to move")
        burst(terminal)
        yield


@contextmanager
def hosted(home: str) -> Iterator[None]:
    """A host of tables, and some tables."""
    host = HostProcess(Path(home))
    try:
        host.wait_until_it_listens()
        lay_tables(host.socket)
        yield
    finally:
        host.end()


def start(home: str, *arguments: str) -> Terminal:
    env = environment(MAKACHESS_HOME=home, TERM="xterm-256color")
    return Terminal(*arguments, width=80, height=24, env=env, cwd=home)


def print_table(costs: Iterable[Cost]) -> dict[str, Cost]:
    """Print costs as they come, and return them by name."""
    found = {}
    print(f"\n{HEAD}")
    for cost in costs:
        found[cost.visit.name] = cost
        cells = [
            _cell(count, budget, width)
            for (count, budget), width in zip(bytes_of(cost), WIDTHS, strict=True)
        ]
        cells.insert(1, f"{cost.visit.budget:7}")
        if cost.steps:
            middle, most, worst = delays(step.first for step in cost.steps)
            cells.append(f"{1e3 * middle:8.0f}{1e3 * most:6.0f}{1e3 * worst:6.0f}")
        print(f"{cost.visit.name:27}{''.join(cells)}", flush=True)
    return found


def _cell(count: int | None, budget: int, width: int) -> str:
    if count is None:
        return " " * width
    return f"{count}{MARK if count > budget else ''}".rjust(width)


def bytes_of(cost: Cost) -> list[tuple[int | None, int]]:
    """The bytes of opening, a step, a rest, a filtering key and closing, each with its budget."""
    visit = cost.visit
    return [
        (cost.opened.count, visit.budget),
        (cost.step, visit.step_budget),
        (cost.rest, REST),
        (cost.typed, FILTER),
        (cost.closed, visit.budget),
    ]


def is_beyond(cost: Cost) -> bool:
    """Whether any of the bytes are more than their budget."""
    return any(count and count > budget for count, budget in bytes_of(cost))


def delays(seconds: Iterable[float]) -> tuple[float, float, float]:
    """Within how many seconds half of the keys were answered, 95 in 100, and all."""
    found = sorted(seconds)
    return statistics.median(found), found[int(0.95 * (len(found) - 1))], found[-1]


if __name__ == "__main__":
    tell_what_is_missing()
    raise SystemExit(not keeps_its_budgets())
