"""How soon a search ends, over UCI and told to by another thread; and flags in very fast games.

    python benchmarks/stopping.py [--games N] [--load N]

The games are of 1 s + 0.01 s a move against itself, beside busy processes, with one thread and
with two. A clock runs from `go` to `bestmove`, as an interface sees it.
"""

import argparse
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from makachess.core import COMPILED, Position
from makachess.core.engine import Engine, Limits, StopToken
from makachess.core.protocols.uci import push_uci
from makachess.variants import load
from pty_harness import COMMAND

RUNS = 20
BUDGET = 50
MOVES = 300  # of one game against itself, over pipes
SHARE = 0.95  # of them that must be within the budget
AT_ONCE = 2
BASE, INCREMENT = 1.0, 0.01
OPENING, MOST_PLIES = 4, 300


def latency(name: str) -> float:
    """Seconds from the stop to the end of the search."""
    position = Position(load(name))
    engine = Engine(position.variant)
    begun, stop, ended = threading.Event(), StopToken(), []

    def run() -> None:
        engine.search(position, Limits(), lambda info: info.depth < 3 or begun.set(), stop)
        ended.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    time.sleep(0.1)  # well into the next depth
    told = time.perf_counter()
    stop.stop()
    thread.join()
    return ended[0] - told


class Player:
    """Our engine over UCI, in chess."""

    def __init__(self, threads: int = 1) -> None:
        command = [COMMAND, "engine", "--uci", "--book", "none"]
        self._process = subprocess.Popen(
            command, bufsize=1, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.ask(f"setoption name Threads value {threads}\nisready", "readyok")

    def ask(self, text: str, answer: str) -> str:
        """Send a text; the line that begins with the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{text}\n")
        while not (line := self._process.stdout.readline()).startswith(answer):
            assert line, "the engine has ended"
        return line

    def move(self, moves: list[str], go: str) -> tuple[str, float]:
        """Its move after others, and the seconds from `go` to the answer."""
        self.ask(f"position startpos moves {' '.join(moves)}\nisready", "readyok")
        begun = time.perf_counter()
        line = self.ask(f"go {go}", "bestmove")
        return line.split()[1], time.perf_counter() - begun

    def end(self) -> None:
        self._process.communicate("quit\n")


def answers(go: str) -> list[float]:
    """Seconds that each move of the game takes."""
    player, moves, seconds = Player(), list[str](), list[float]()
    while len(seconds) < MOVES:
        move, took = player.move(moves, go)
        seconds.append(took)
        moves = [] if move == "0000" else [*moves, move]
    player.end()
    return seconds


def least_left(players: list[Player], dice: random.Random) -> float:
    """The least that either clock showed in a game; below 0 where a flag fell, which ends it."""
    position, moves = Position(load("chess")), list[str]()
    while position.ply < OPENING:
        position.push(dice.choice(position.legal_moves()))
        moves.append(str(position.moves[-1]))
    for player in players:
        player.ask("ucinewgame\nisready", "readyok")
    clocks, least = [BASE, BASE], BASE
    while position.outcome() is None and position.ply < MOST_PLIES and least >= 0:
        mine = position.ply % 2
        told = " ".join(f"{c}time {int(1000 * s)}" for c, s in zip("wb", clocks, strict=True))
        inc = int(1000 * INCREMENT)
        move, took = players[mine].move(moves, f"{told} winc {inc} binc {inc}")
        clocks[mine] -= took
        least = min(least, clocks[mine])
        clocks[mine] += INCREMENT
        push_uci(position, move)
        moves.append(move)
    return least


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Processes that take all the time they get."""
    running = [subprocess.Popen([sys.executable, "-c", "while 1: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="of each number of threads")
    parser.add_argument("--load", type=int, default=4, help="busy processes beside them")
    options = parser.parse_args()
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
    for threads in (1, 2):
        players = [Player(threads), Player(threads)]
        with busy(options.load):
            left = [least_left(players, random.Random(n)) for n in range(options.games)]
        for player in players:
            player.end()
        print(
            f"1+0.01 beside a load of {options.load}, {threads} threads: "
            f"{sum(each < 0 for each in left)} flags in {len(left)} games (0); least left: "
            f"median {1000 * statistics.median(left):.0f}, worst {1000 * min(left):.0f} ms"
        )


if __name__ == "__main__":
    main()
