"""What several threads in one search bring: nodes/s beside processes, and time to a depth.

Nodes are those of two threads in one search, and of two processes at the same time with one thread
each, without learned models. Both are taken in turns, several times, because machines are seldom
calm: the medians count.
"""

import json
import statistics
import subprocess
import sys
import time

from makachess.core import COMPILED, Position
from makachess.core.cores import usable_cores
from makachess.core.engine import Engine, Limits
from makachess.variants import load

CORES = 2
ROUNDS = 5
LEAST = 0.9  # of the nodes/s of as many processes
NODES = {"chess": 3_000_000, "veteran": 3_000_000, "macadamia": 2_000_000, "maka": 1_000_000}
DEPTHS = {"chess": 17, "veteran": 16, "decimaka": 12, "macadamia": 11}  # some seconds each
PLIES = (0, 8, 16)  # of a game at few nodes, at which positions are searched
FEW = Limits(nodes=2_000)


def nodes_per_second(name: str, cores: int) -> float:
    """Nodes/s of a search that ends after a number of nodes a thread."""
    position, nodes = Position(load(name)), NODES[name] * cores
    engine = Engine(position.variant, hash_mb=16, model=None)
    started = time.perf_counter()
    engine.search(position, Limits(nodes=nodes, cores=cores))
    return nodes / (time.perf_counter() - started)


def processes_per_second(name: str, count: int) -> float:
    """The same of several processes at once, together."""
    command = [sys.executable, __file__, name]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(count)]
    return sum(json.loads(process.communicate()[0]) for process in running)


def print_speed() -> None:
    """Nodes/s of threads beside processes."""
    print(f"nodes/s of {CORES} threads in one search, of {CORES} processes; medians of {ROUNDS}")
    for name in NODES:
        rounds = [
            (nodes_per_second(name, CORES), processes_per_second(name, CORES))
            for _ in range(ROUNDS)
        ]
        threads, processes = (statistics.median(column) for column in zip(*rounds, strict=True))
        ratio = statistics.median(mine / theirs for mine, theirs in rounds)
        print(f"{name:10} {threads:10.0f} {processes:10.0f}   {ratio:.2f} (>= {LEAST})", flush=True)


def positions(name: str) -> list[Position]:
    """Positions of a game that the engine plays against itself."""
    position = Position(load(name))
    engine = Engine(position.variant, hash_mb=1, model=None)
    found = []
    for ply in range(max(PLIES) + 1):
        if ply in PLIES:
            found.append(position.copy())
        move = engine.search(position, FEW).move
        assert move is not None
        position.push(move)
    return found


def seconds_to(position: Position, depth: int, cores: int) -> float:
    """How long a fresh engine takes to search to a depth."""
    engine = Engine(position.variant, hash_mb=16, model=None)
    started = time.perf_counter()
    engine.search(position, Limits(depth=depth, cores=cores))
    return time.perf_counter() - started


def print_depths() -> None:
    """How much sooner several threads reach a depth."""
    print(f"seconds to a depth with 1 and {CORES} threads, and the ratio")
    ratios = []
    for name, depth in DEPTHS.items():
        for ply, position in zip(PLIES, positions(name), strict=True):
            one, several = (seconds_to(position, depth, cores) for cores in (1, CORES))
            ratios.append(one / several)
            text = f"{one:7.2f} {several:7.2f}   {ratios[-1]:.2f}"
            print(f"{name:10} depth {depth:2} after ply {ply:2} {text}", flush=True)
    print(f"{'together':28} {statistics.geometric_mean(ratios):24.2f}")


def main() -> None:
    print(f"{'compiled' if COMPILED else 'uncompiled'}, {usable_cores()} cores")
    print_speed()
    print_depths()


if __name__ == "__main__":
    if sys.argv[1:]:
        print(json.dumps(nodes_per_second(sys.argv[1], 1)))
    else:
        main()
