"""Two installed makachess side by side: processor time for the same work, in turns.

    python benchmarks/environments.py PYTHON_A PYTHON_B

Each argument is the python of an environment with makachess. They work in turns, so what else the
machine does hits both alike, and processor time counts, not the time of the wall. Searches are made
without learned models, which two versions need not share.
"""

import json
import statistics
import subprocess
import sys
import time

ROUNDS = 5
# Variant: depth, and how often.
PERFTS = {
    "chess": (5, 1),
    "veteran": (5, 1),
    "decimaka": (4, 1),
    "macadamia": (3, 50),
    "maka": (3, 15),
}
NODES = {"chess": 500_000, "decimaka": 500_000, "macadamia": 500_000, "maka": 300_000}
PLAYOUT_PLIES = 20_000


def seconds(work) -> float:
    """Processor seconds that some work takes, once it has been done before."""
    work()
    start = time.process_time()
    work()
    return time.process_time() - start


def playout(position) -> None:
    """Ask for the moves and make one, as a program does that uses the library."""
    for ply in range(PLAYOUT_PLIES):
        moves = position.legal_moves()
        if not moves or position.ply > 100:
            while position.ply:
                position.pop()
        else:
            position.push(moves[ply % len(moves)])


def measure() -> dict[str, float]:
    """Row -> processor seconds, on the makachess of this interpreter."""
    from makachess.core import Position
    from makachess.core.engine import Engine, Limits
    from makachess.variants import load

    rows = {}
    for name, (depth, times) in PERFTS.items():
        position = Position(load(name))
        rows[f"perft {name}"] = seconds(
            lambda p=position, d=depth, n=times: [p.perft(d) for _ in range(n)]
        )
    for name, nodes in NODES.items():
        position, engine, limits = (
            Position(load(name)),
            Engine(load(name), model=None),
            Limits(nodes=nodes),
        )

        def search(engine=engine, position=position, limits=limits) -> None:
            engine.new_game()
            engine.search(position, limits)

        rows[f"search {name}"] = seconds(search)
    position = Position(load("chess"))
    rows["playout chess"] = seconds(lambda: playout(position))
    return rows


def main() -> None:
    if sys.argv[1:] == ["--json"]:
        print(json.dumps(measure()))
        return
    if len(sys.argv) != 3:
        print("not run: python benchmarks/environments.py PYTHON_A PYTHON_B")
        return
    found: list[list[dict[str, float]]] = [[], []]
    for _ in range(ROUNDS):
        for python, rounds in zip(sys.argv[1:], found, strict=True):
            command = [python, __file__, "--json"]
            run = subprocess.run(command, capture_output=True, text=True, check=True)
            rounds.append(json.loads(run.stdout))
    print(f"{'seconds, medians':24}{'A':>8}{'B':>8}{'A / B':>8}{'lowest':>8}{'highest':>8}")
    for row in found[0][0]:
        a, b = ([rows[row] for rows in rounds] for rounds in found)
        ratios = [x / y for x, y in zip(a, b, strict=True)]
        figures = statistics.median(a), statistics.median(b), statistics.median(ratios)
        print(f"{row:24}" + "".join(f"{x:8.3f}" for x in (*figures, min(ratios), max(ratios))))


if __name__ == "__main__":
    main()
