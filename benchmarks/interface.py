"""The app at the end of a line: bytes written, and milliseconds from key to repaint.

Every screen at 80x24 and 200x60 in 256 colours, those of a host's tables also in 16 and 16 million,
each figure beyond its budget marked with `!`. In the same run the start of cli-chess, where it is
installed or named by `--cli-chess`.

With `--budgets` only the bytes at 80x24 in 256 colours are measured, at several terminals at once.
What is beyond its budget is measured again: a busy machine may cut a step in two. The exit status
is 1 if it is so every time.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import tour
from host_process import JOIN, HostProcess, lay_tables
from pty_harness import COMMAND, Terminal, environment
from visits import FILTER, REST, SCREEN, Cost, Visit, burst, costs

SCREENS = Path(__file__).parent.parent / "tests" / "every_screen.py"
SIZES = ((80, 24), (200, 60))
COLOURS = {
    "16": {"TERM": "xterm"},
    "256": {"TERM": "xterm-256color"},
    "16 million": {"COLORTERM": "truecolor"},
}
STARTS = 5  # of each program
TRIES = 3  # until a budget counts as exceeded
AT_ONCE = 6  # terminals, which wait nearly all of the time
TOURS: tuple[tuple[Sequence[Visit], Sequence[str]], ...] = (  # and how the program is started
    (tour.AT_HOME, ()),
    *((tour.in_game(variant), ("play", variant, "--side", "both")) for variant in tour.BOARDS),
    (tour.IN_REPLAY, ("replay", "replayed.pgn")),
    (tour.AT_TABLES, JOIN),
)
GAMES = 10_000  # in the large library
THINKING = 60  # steps of the cursor while the opponent thinks
IDLE = 3.0  # seconds
MARK = "!"
WIDTHS = (8, 7, 7, 8, 8)  # of the columns of bytes
KEYS_95, KEYS_WORST = 0.030, 0.100  # seconds from key to repaint
HEAD = (
    f"{'':27}{'open':>8}{'of':>7}{'step':>7}{'rest':>7}{'filter':>8}{'close':>8}"
    f"{'ms':>8}{'95 %':>6}{'worst':>7}"
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--cli-chess", default=shutil.which("cli-chess"), metavar="COMMAND")
    arguments.add_argument("--budgets", action="store_true")
    options = arguments.parse_args()
    other = options.cli_chess
    if options.budgets:
        raise SystemExit(not keeps_its_budgets())
    tell_what_is_missing()
    for width, height in SIZES:
        growth = width * height / (80 * 24)
        screens = (cost for one in TOURS for cost in through(*one, width, height))
        print_table(f"{width}x{height}", screens, growth)
        for colours in ("16", "16 million"):
            screens = through(tour.AT_TABLES, JOIN, width, height, colours)
            print_table(f"{width}x{height}, tables in {colours} colours", screens, growth)
    with tempfile.TemporaryDirectory() as home:
        programs = {"makachess": ([COMMAND], "Quit")}
        if other:
            programs["cli-chess"] = (shlex.split(other), "Offline Games")
        else:
            print("\ncli-chess is not installed, nor named by --cli-chess: no comparison")
        tell_starts_and_rest(programs, home)
        tell_keys_while_thinking(home)
    with tempfile.TemporaryDirectory() as home:
        tell_large_library(home)


def tell_what_is_missing() -> None:
    """Name the screens that the tests know and nothing here visits."""
    known = re.findall(r'^    "(.+)": ', SCREENS.read_text(), re.MULTILINE)
    visited = {visit.screen for visits, _ in TOURS for visit in visits}
    for name in sorted(set(known) - visited):
        print(f"NOT VISITED: {name}")


def keeps_its_budgets() -> bool:
    """Whether each screen at 80x24 in 256 colours keeps its budgets in one of some tries."""
    (first, *others), _ = TOURS[0]  # by far the longest: in parts, each from the first screen on
    parts = [((first, *others[at::AT_ONCE]), ()) for at in range(AT_ONCE)]
    beyond: set[str] = set()
    for number in range(TRIES):
        with ThreadPoolExecutor(AT_ONCE) as pool:
            each = pool.map(lambda one: list(through(*one, 80, 24)), (*parts, *TOURS[1:]))
            found = print_table("80x24 in 256 colours", (cost for some in each for cost in some))
        over = {name for name, cost in found.items() if is_beyond(cost)}
        beyond = beyond & over if number else over
        if not beyond:
            return True
    print(f"\nbeyond their budgets {TRIES} times: {', '.join(sorted(beyond))}")
    return False


def through(
    visits: Sequence[Visit],
    arguments: Sequence[str],
    width: int,
    height: int,
    colours: str = "256",
) -> Iterator[Cost]:
    """What each screen of a tour costs in a window of some size and number of colours."""
    with tempfile.TemporaryDirectory() as home:
        (games := Path(home, "games")).mkdir()
        for name, text in tour.GAMES.items():
            (games / name).write_text(text)
        Path(home, "replayed.pgn").write_text(tour.REPLAYED)
        around = {tour.AT_HOME[0]: played_elsewhere, tour.AT_TABLES[0]: hosted}
        with (
            around.get(visits[0], nullcontext)(home),
            start(home, *arguments, width=width, height=height, **COLOURS[colours]) as terminal,
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


def start(home: str, *arguments: str, width: int = 80, height: int = 24, **looks: str) -> Terminal:
    env = environment(MAKACHESS_HOME=home, **looks)
    return Terminal(*arguments, width=width, height=height, env=env, cwd=home)


def tell_starts_and_rest(programs: dict[str, tuple[list[str], str]], home: str) -> None:
    """Seconds until a text is seen, in turns; and bytes while nothing happens."""
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    idle: dict[str, int] = {}
    for _ in range(STARTS):
        for name, (command, text) in programs.items():
            began = time.perf_counter()
            surroundings = environment(HOME=home, MAKACHESS_HOME=home)
            with Terminal(command=command, env=surroundings) as terminal:
                terminal.wait_for(text)
                seconds[name].append(time.perf_counter() - began)
                if name not in idle:
                    idle[name] = bytes_at_rest(terminal)
    print()
    for name, taken in seconds.items():
        middle, worst = statistics.median(taken), max(taken)
        print(
            f"{name:10} first text after {middle:.3f} s, at worst {worst:.3f} s (<= 0.6 s); "
            f"{idle[name]} bytes in {IDLE:.0f} s of nothing (<= 0)"
        )


def bytes_at_rest(terminal: Terminal) -> int:
    burst(terminal)
    before, end = terminal.received, time.monotonic() + IDLE
    while (left := end - time.monotonic()) > 0:
        terminal.read(left)
    return terminal.received - before


def print_table(title: str, costs: Iterable[Cost], growth: float = 1.0) -> dict[str, Cost]:
    """Print costs as they come, and return them by name; see `bytes_of` for `growth`."""
    found = {}
    print(f"\n{title}\n{HEAD}")
    for cost in costs:
        found[cost.visit.name] = cost
        cells = [
            _cell(count, budget, width)
            for (count, budget), width in zip(bytes_of(cost, growth), WIDTHS, strict=True)
        ]
        cells.insert(1, f"{round(cost.visit.budget * growth):7}")
        if cost.steps:
            middle, most, worst = delays(step.first for step in cost.steps)
            late = MARK if most > KEYS_95 or worst > KEYS_WORST else ""
            cells.append(f"{1e3 * middle:8.0f}{1e3 * most:6.0f}{1e3 * worst:6.0f}{late}")
        print(f"{cost.visit.name:27}{''.join(cells)}", flush=True)
    return found


def _cell(count: int | None, budget: int | None, width: int) -> str:
    if count is None:
        return " " * width
    return f"{count}{MARK if budget is not None and count > budget else ''}".rjust(width)


def bytes_of(cost: Cost, growth: float = 1.0) -> list[tuple[int | None, int | None]]:
    """The bytes of opening, a step, a rest, a filtering key and closing, each with its budget.

    In a window that is larger by a factor only opening and closing have one, larger by it as well.
    """
    visit, is_large = cost.visit, growth != 1.0
    opening = round(visit.budget * growth)
    return [
        (cost.opened.count, opening),
        (cost.step, None if is_large else visit.step_budget),
        (cost.rest, None if is_large else REST),
        (cost.typed, None if is_large else FILTER),
        (cost.closed, opening),
    ]


def is_beyond(cost: Cost) -> bool:
    """Whether any of the bytes are more than their budget."""
    return any(count and budget and count > budget for count, budget in bytes_of(cost))


def delays(seconds: Iterable[float]) -> tuple[float, float, float]:
    """Within how many seconds half of the keys were answered, 95 in 100, and all."""
    found = sorted(seconds)
    return statistics.median(found), found[int(0.95 * (len(found) - 1))], found[-1]


def tell_keys_while_thinking(home: str) -> None:
    """Milliseconds from a cursor key to its repaint while the opponent thinks."""
    slow = ("--level", "10", "--time", "600+0", "--book", "none")
    with start(home, "play", "maka", *slow) as terminal:
        terminal.wait_for("White to move")
        burst(terminal)
        terminal.press("a6a7", "enter")
        terminal.wait_for("thinking")
        terminal.read(1.0)
        times = [step_while_thinking(terminal, at) for at in range(THINKING)]
    middle, most, worst = delays(times)
    print(
        f"key to repaint while the opponent thinks: median {1e3 * middle:.0f} ms, "
        f"95 % within {1e3 * most:.0f} ms (<= {1e3 * KEYS_95:.0f} ms), "
        f"worst {1e3 * worst:.0f} ms (<= {1e3 * KEYS_WORST:.0f} ms)"
    )


def step_while_thinking(terminal: Terminal, at: int) -> float:
    place = terminal.cursor()
    began = time.perf_counter()
    terminal.press("left" if at % 2 else "right")
    terminal.wait_until(lambda: terminal.cursor() not in (place, None), "cursor")
    time.sleep(0.02)
    return time.perf_counter() - began - 0.02


def tell_large_library(home: str) -> None:
    """A list of many games, nearly all of them one file under many names."""
    games = Path(home, "games")
    games.mkdir()
    tags = '[White "{}"]\n[Black "Berta"]\n[Date "2020.01.01"]\n[Result "1-0"]\n\n{} 1-0\n'
    (games / "rare.pgn").write_text(tags.format("Zenobia", "1. d4"))
    (games / "0.pgn").write_text(tags.format("Anna", "1. e4 e5"))
    for number in range(1, GAMES - 1):
        os.link(games / "0.pgn", games / f"{number}.pgn")
    with start(home) as terminal:
        terminal.wait_for("Quit")
        terminal.press("s")
        burst(terminal)
        before, began = terminal.received, time.perf_counter()
        terminal.press("enter")
        terminal.wait_for(f"{GAMES:,} games")
        seconds = time.perf_counter() - began
        burst(terminal)
        count = terminal.received - before
        letter = burst(terminal, "z").count
    print(
        f"library of {GAMES:,} games: {seconds:.2f} s (<= 0.5 s), {count} bytes (<= {SCREEN}), "
        f"a key of the search {letter} (<= {FILTER})"
    )


if __name__ == "__main__":
    main()
