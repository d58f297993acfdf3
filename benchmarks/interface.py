"""The app at the end of a line: bytes written, time to the first text, key to repaint.

All at 80x24 in 256 colours. The budget stands in brackets behind a figure that has one.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from pty_harness import Terminal, environment

RUNS = 9
GAMES = 10_000
STEPS = 60
QUIET = 0.4  # seconds without output after which a screen counts as complete
GLANCE = 0.08  # seconds without output after a cursor step; the panel waits twice as long
F9 = "\x1b[20~"
GAME = '[Variant "veteran"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n'
FIRST_SCREENS = {"veteran": 15_000, "decimaka": None, "macadamia": None, "maka": 40_000}


def start(home: str, *arguments: str) -> Terminal:
    return Terminal(*arguments, env=environment(MAKACHESS_HOME=home))


def drain(terminal: Terminal) -> int:
    """Read until the program is quiet; the bytes it has written since its start."""
    while terminal.read(QUIET):
        pass
    return terminal.received


def tell(what: str, count: int, budget: int | None = None) -> None:
    print(f"{what:34} {count:6} bytes" + (f" (<= {budget})" if budget is not None else ""))


def first_text(home: str) -> float:
    began = time.perf_counter()
    with start(home) as terminal:
        terminal.wait_for("makachess")
        return time.perf_counter() - began


def measure_bytes(home: str) -> None:
    with start(home) as terminal:
        terminal.wait_for("Quit")
        tell("home", drain(terminal), 8_000)
        tell("a step in a list", after(terminal, "down"), 500)
        tell("settings", after(terminal, F9), 8_000)
        tell("settings, a step", after(terminal, "down"), 500)
        tell("settings, a change", after(terminal, "right"), 500)
        tell("settings, left", after(terminal, "escape"), 8_000)
    for variant, budget in FIRST_SCREENS.items():
        with start(home, "play", variant, "--side", "both") as terminal:
            terminal.wait_for("White to move")
            tell(f"{variant}, first screen", drain(terminal), budget)
            step, panel = step_and_panel(terminal)
            tell(f"{variant}, cursor step", step, 500)
            tell(f"{variant}, piece panel after it", panel, 2_000)
    with start(home, "play", "veteran", "--side", "both") as terminal:
        terminal.wait_for("White to move")
        drain(terminal)
        tell("a key of a typed move", after(terminal, "e"))
        tell("the next one", after(terminal, "2"))
        after(terminal, "escape")
        tell("list of commands", after(terminal, ":"), 8_000)
        tell("list of commands, a step", after(terminal, "down"), 500)
        tell("list of commands, a letter", after(terminal, "f"), 1_500)
        tell("list of commands, closed", after(terminal, "escape"))
        tell("a move, typed", after(terminal, "e2e4", "enter"), 1_500)
        tell("help", after(terminal, "f1"))
        before = terminal.received
        terminal.read(3.0)
        tell("three seconds of nothing", terminal.received - before, 0)


def measure_learning(home: str) -> None:
    """Rules and pieces, lessons, puzzles."""
    with start(home) as terminal:
        terminal.wait_for("Quit")
        drain(terminal)
        before = terminal.received
        terminal.press("r", "enter")
        terminal.wait_for("The orthodox game")
        tell("rules and pieces", drain(terminal) - before, 8_000)
        before = terminal.received
        terminal.press("l")
        terminal.wait_for("> Lady")
        letter = terminal.received - before
        tell("rules and pieces, a letter", letter, 1_500)
        terminal.wait_for("It is contagious")
        tell("rules and pieces, the first page", drain(terminal) - before - letter, 8_000)
        step, page = step_and_panel(terminal)
        tell("rules and pieces, a step", step, 500)
        tell("rules and pieces, the page after it", page, 2_000)
        tell("rules and pieces, a board's step", after(terminal, "tab", "up"), 500)
        after(terminal, "escape")
        tell("lessons", after(terminal, "l", "enter"), 8_000)
        tell("a lesson", after(terminal, "enter"), 8_000)
        tell("a lesson, cursor step", after(terminal, "down"), 500)
        tell("a lesson, solved", after(terminal, "Vd5", "enter"), 1_500)
        after(terminal, "escape", "escape")
        tell("puzzles", after(terminal, "p", "enter"), 8_000)
        tell("a puzzle", after(terminal, "enter"), 8_000)


def measure_library(home: str) -> None:
    """The list of many games, nearly all of them one file under many names."""
    games = Path(home, "games")
    games.mkdir(exist_ok=True)
    tags = '[White "{}"]\n[Black "Berta"]\n[Date "2020.01.01"]\n[Result "1-0"]\n'
    (games / "rare.pgn").write_text(tags.format("Zenobia") + "\n1. d4 1-0\n")
    (games / "0.pgn").write_text(tags.format("Anna") + "\n1. e4 e5 1-0\n")
    for number in range(1, GAMES - 1):
        os.link(games / "0.pgn", games / f"{number}.pgn")
    with start(home) as terminal:
        terminal.wait_for("Quit")
        terminal.press("s")
        before = drain(terminal)
        began = time.perf_counter()
        terminal.press("enter")
        terminal.wait_for(f"{GAMES:,} games")
        seconds = time.perf_counter() - began
        tell(f"library of {GAMES:,} games", drain(terminal) - before, 8_000)
        tell("library, a step", after(terminal, "down"), 500)
        tell("library, a key of the filter", after(terminal, "z"), 1_500)
    print(f"library of {GAMES:,} games opens in {seconds:.2f} s (<= 0.5 s)")


def measure_replay(home: str) -> None:
    (Path(home) / "game.pgn").write_text(GAME)
    with start(home, "replay", str(Path(home) / "game.pgn")) as terminal:
        terminal.wait_for("ply 0 of 8")
        tell("replay, first screen", drain(terminal), 15_000)
        steps = [after(terminal, "right") for _ in range(8)]
        tell("replay, the largest of 8 steps", max(steps), 500)
        after(terminal, "home")
        tell("replay, a variation begun", after(terminal, "d2d4", "enter"), 1_500)
        tell("replay, a comment", after(terminal, ";", "better", "enter"), 1_500)
    with start(home, "play", "veteran", "--side", "both") as terminal:
        terminal.wait_for("White to move")
        terminal.press("e2e4", "enter")
        terminal.wait_for("Black to move")
        drain(terminal)
        tell("looking back by a move", after(terminal, "<"), 500)


def after(terminal: Terminal, *keys: str) -> int:
    before = terminal.received
    terminal.press(*keys)
    return drain(terminal) - before


def step_and_panel(terminal: Terminal) -> tuple[int, int]:
    """Bytes of a cursor step, and of what is written once the cursor has rested."""
    before = terminal.received
    terminal.press("down")
    terminal.read(QUIET)
    while terminal.read(GLANCE):
        pass
    step = terminal.received - before
    return step, drain(terminal) - before - step


def key_to_repaint(home: str) -> list[float]:
    """Seconds from a cursor key to its repaint while the opponent thinks."""
    times = []
    with start(home, "play", "maka", "--level", "10", "--time", "600+0") as terminal:
        terminal.wait_for("White to move")
        drain(terminal)
        terminal.press("a6a7", "enter")
        terminal.wait_for("thinking")
        terminal.read(QUIET)
        for step in range(STEPS):
            place = terminal.locate(r"\[")
            began = time.perf_counter()
            terminal.press("left" if step % 2 else "right")
            terminal.wait_until(lambda p=place: terminal.locate(r"\[") not in (p, None), "cursor")
            times.append(time.perf_counter() - began)
            time.sleep(0.02)
    return sorted(times)


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        measure_bytes(home)
        measure_replay(home)
        measure_learning(home)
        with tempfile.TemporaryDirectory() as many:
            measure_library(many)
        times = [first_text(home) for _ in range(RUNS)]
        middle, worst = statistics.median(times), max(times)
        print(f"first text: median {middle:.3f} s (<= 0.6 s), worst {worst:.3f} s")
        keys = key_to_repaint(home)
        middle, p95, worst = (1000 * keys[int(n * (len(keys) - 1))] for n in (0.5, 0.95, 1))
        print("key to repaint while the opponent thinks:", end=" ")
        print(
            f"median {middle:.0f} ms, 95th percentile {p95:.0f} ms (<= 30 ms), "
            f"worst {worst:.0f} ms (<= 100 ms)"
        )


if __name__ == "__main__":
    main()
