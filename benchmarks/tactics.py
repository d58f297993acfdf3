"""Tactical positions that level 10 solves (budget: 95 % with 5 s each).

python benchmarks/tactics.py [--seconds 0.25] [VARIANT ...]

The positions are those of play/puzzles; `makachess train puzzles` finds such. Without arguments all
get a quarter of a second, which takes four minutes at most and can only be too strict;
`--seconds 5` measures what the budget is about. Level 10, here without learned models, ends earlier
when it has a proven mate.
"""

import argparse
import time
import tomllib
from pathlib import Path
from typing import Any

from makachess.core import COMPILED, Position
from makachess.core.engine import BestMove, Engine, choose
from makachess.variants import load

DATA = Path(__file__).resolve().parents[1] / "play" / "puzzles"
LEVEL = 10
BUDGET = 0.95


def run(name: str, seconds: float) -> tuple[int, int]:
    """Print how many positions of a variant are solved, and the others; returns both counts."""
    variant = load(name)
    rows = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))["position"]
    start, missed = time.perf_counter(), []
    for row in rows:
        # A new engine has learnt nothing from other positions.
        found = choose(
            Engine(variant, model=None), Position(variant, row["fen"]), LEVEL, seconds=seconds
        )
        if str(found.move) not in row["moves"]:
            missed.append((row, found))
    solved, took = len(rows) - len(missed), time.perf_counter() - start
    print(f"{name:17}{score(solved, len(rows))}, {took:.1f} s", flush=True)
    for row, found in missed:
        tell(row, found)
    return solved, len(rows)


def tell(row: dict[str, Any], found: BestMove) -> None:
    """Print a position that was not solved."""
    line = " ".join(map(str, found.info.pv)) if found.info else str(found.move)
    print(f"    {row['fen']}")
    print(f"    {' or '.join(row['moves'])} is right ({row['shows']})")
    print(f"    played: {line} ({found.info.score if found.info else '?'})", flush=True)


def score(solved: int, total: int) -> str:
    return f"{solved:3} of {total:3} solved, {solved / total:6.1%}"


def main() -> None:
    names = sorted(path.stem for path in DATA.glob("*.toml"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all of them")
    parser.add_argument("--seconds", type=float, default=0.25, help="a position (default 0.25)")
    asked = parser.parse_args()
    if unknown := set(asked.variants) - set(names):
        parser.error(f"no positions of {', '.join(unknown)} (there are: {', '.join(names)})")
    kernel = "compiled" if COMPILED else "uncompiled"
    print(f"level {LEVEL}, {asked.seconds:g} s a position at most, {kernel}", flush=True)
    counts = [run(name, asked.seconds) for name in asked.variants or names]
    solved, total = (sum(column) for column in zip(*counts, strict=True))
    print(f"{'all':17}{score(solved, total)} (>= {BUDGET:.0%} with 5 s a position)")


if __name__ == "__main__":
    main()
