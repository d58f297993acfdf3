"""Peak resident memory of the app on Maka while its opponent thinks.

Counted are the app and all processes it has started, as the opponent is one where the kernel is not
compiled. Linux alone tells that (VmHWM in /proc).
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pty_harness import Terminal, environment

BUDGET = 250  # MB
THINKING = 8  # seconds a move, in which the transposition table fills
MOVES = ("a6a7", "c6c7")


def family(pid: int) -> Iterator[int]:
    """A process and all that come from it."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from family(int(child))


def peak(pid: int) -> float:
    """The most MB that a process ever had in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def measure(home: str) -> tuple[float, int]:
    """The sum of all peaks in MB, and how many processes there are."""
    minutes = f"{THINKING * 30 / 60:g}+0"
    arguments = ("play", "maka", "--level", "10", "--book", "none", "--time", minutes)
    with Terminal(*arguments, env=environment(MAKACHESS_HOME=home)) as terminal:
        for move in MOVES:
            terminal.wait_for("White to move")
            terminal.press(move, "enter")
            terminal.wait_for("thinking")
            terminal.wait_gone("thinking")
        processes = list(family(terminal.pid))
        return sum(map(peak, processes)), len(processes)


def main() -> None:
    if not Path("/proc/self/status").exists():
        print("this system does not tell (there is no /proc)")
        return
    with tempfile.TemporaryDirectory() as home:
        megabytes, processes = measure(home)
    count = "one process" if processes == 1 else f"{processes} processes"
    print(f"maka after {len(MOVES)} moves: {megabytes:.0f} MB (<= {BUDGET}) in {count}")


if __name__ == "__main__":
    main()
