"""How soon a search ends: told to by another thread, or given a millisecond over UCI."""

import statistics
import subprocess
import threading
import time

from makachess.core import COMPILED, Position
from makachess.core.engine import Engine, Limits, StopToken
from makachess.variants import load
from pty_harness import COMMAND

RUNS = 20
BUDGET = 50
MOVES = 300  # of one game against itself, over pipes
SHARE = 0.95  # of them that must be within the budget
AT_ONCE = 2


def latency(name: str) -> float:
    """Seconds from the stop to the end of the search."""
    position = Position(load(name))
    engine = Engine(position.variant)
    begun, stop, ended = threading.Event(), StopToken(), []

    def run() -> None:
        engine.search(position, Limits(), lambda info: info.depth >= 3 and begun.set(), stop)
        ended.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    time.sleep(0.1)  # well into the next depth
    told = time.perf_counter()
    stop.stop()
    thread.join()
    return ended[0] - told


def answers(go: str) -> list[float]:
    """Seconds from each `go` in the game to its `bestmove`, as an interface measures them."""
    command = [COMMAND, "engine", "--uci", "--book", "none"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    moves: list[str] = []
    seconds: list[float] = []
    with subprocess.Popen(command, **pipes) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        while len(seconds) < MOVES:
            engine.stdin.write(f"position startpos moves {' '.join(moves)}\nisready\n")
            while engine.stdout.readline() != "readyok\n":
                pass
            begun = time.perf_counter()
            engine.stdin.write(f"go {go}\n")
            while not (line := engine.stdout.readline()).startswith("bestmove"):
                pass
            seconds.append(time.perf_counter() - begun)
            move = line.split()[1]
            moves = [] if move == "0000" else [*moves, move]
        engine.stdin.write("quit\n")
    return seconds[1:]  # the first one loads the model


def main() -> None:
    print("compiled" if COMPILED else "uncompiled")
    for go in ("movetime 1", "wtime 5 btime 5", "depth 1"):
        times = sorted(1000 * each for each in answers(go))
        most = times[int(SHARE * len(times))]
        middle = statistics.median(times)
        print(
            f"go {go}: median {middle:.2f} ms, {SHARE:.0%} within {most:.2f} ms (<= {AT_ONCE} ms)"
        )
    for name in ("veteran", "decimaka", "macadamia", "maka"):
        times = [1000 * latency(name) for _ in range(RUNS)]
        middle, worst = statistics.median(times), max(times)
        print(f"{name:10} median {middle:6.2f} ms, worst {worst:6.2f} ms (<= {BUDGET} ms)")


if __name__ == "__main__":
    main()
