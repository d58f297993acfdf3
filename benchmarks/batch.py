"""Legal moves of many positions through one process: `makachess moves --batch`."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

from makachess.core import COMPILED, Position
from makachess.variants import load

MAKACHESS = Path(sys.executable).parent / "makachess"
POSITIONS = 1000
BUDGETS = {"decimaka": " (<= 2 s)"}


def fens(name: str) -> list[str]:
    """Positions of random games, the same in every run."""
    dice = random.Random(name)
    variant = load(name)
    found: list[str] = []
    while len(found) < POSITIONS:
        position = Position(variant)
        while len(found) < POSITIONS and position.outcome() is None and position.ply < 120:
            position.push(dice.choice(position.legal_moves()))
            found.append(position.fen())
    return found


def main() -> None:
    for name in ("veteran", "decimaka", "macadamia", "maka"):
        asked = fens(name)
        start = time.perf_counter()
        done = subprocess.run(
            [MAKACHESS, "moves", name, "--batch", "-"],
            input="\n".join(asked),
            capture_output=True,
            text=True,
            check=True,
        )
        seconds = time.perf_counter() - start
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer["fen"] for answer in answers] == asked
        moves = sum(len(answer["moves"]) for answer in answers)
        kernel = "compiled" if COMPILED else "uncompiled"
        print(
            f"{name:10} {len(asked)} positions, {moves} moves, {kernel}: {seconds:.2f} s"
            f"{BUDGETS.get(name, '')}"
        )


if __name__ == "__main__":
    main()
