"""The app at the end of a line: bytes written, time to the first text, key to repaint.

Budgets at 80x24 in 256 colours: home 8 kB, a game's first screen 15 kB on 8x8 and 40 kB on 19x19,
a cursor step 0.5 kB, a move 1.5 kB, nothing while nothing happens; first text 0.6 s; a key while
the opponent thinks 30 ms (95th percentile), 100 ms at worst.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from pty_harness import Terminal, environment

RUNS = 9
STEPS = 60
QUIET = 0.4  # seconds without output after which a screen counts as complete


def start(home: str, *arguments: str) -> Terminal:
    return Terminal(*arguments, env=environment(MAKACHESS_HOME=home))


def drain(terminal: Terminal) -> int:
    """Read until the program is quiet; the bytes it has written since its start."""
    while terminal.read(QUIET):
        pass
    return terminal.received


def first_text(home: str) -> float:
    began = time.perf_counter()
    with start(home) as terminal:
        terminal.wait_for("makachess")
        return time.perf_counter() - began


def measure_bytes(home: str) -> None:
    with start(home) as terminal:
        terminal.wait_for("Quit")
        print(f"{'home':34} {drain(terminal):6} bytes")
    for variant in ("veteran", "decimaka", "macadamia", "maka"):
        with start(home, "play", variant, "--side", "both") as terminal:
            terminal.wait_for("White to move")
            print(f"{variant + ', first screen':34} {drain(terminal):6} bytes")
            print(f"{variant + ', cursor step and panel':34} {after(terminal, 'right'):6} bytes")
    with start(home, "play", "veteran", "--side", "both") as terminal:
        terminal.wait_for("White to move")
        drain(terminal)
        print(f"{'a move, typed':34} {after(terminal, 'e2e4', 'enter'):6} bytes")
        print(f"{'help':34} {after(terminal, 'f1'):6} bytes")
        before = terminal.received
        terminal.read(3.0)
        print(f"{'three seconds of nothing':34} {terminal.received - before:6} bytes")


def after(terminal: Terminal, *keys: str) -> int:
    before = terminal.received
    terminal.press(*keys)
    return drain(terminal) - before


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
        times = [first_text(home) for _ in range(RUNS)]
        print(f"first text: median {statistics.median(times):.3f} s, worst {max(times):.3f} s")
        keys = key_to_repaint(home)
        middle, p95, worst = (1000 * keys[int(n * (len(keys) - 1))] for n in (0.5, 0.95, 1))
        print("key to repaint while the opponent thinks:", end=" ")
        print(f"median {middle:.0f} ms, 95th percentile {p95:.0f} ms, worst {worst:.0f} ms")


if __name__ == "__main__":
    main()
