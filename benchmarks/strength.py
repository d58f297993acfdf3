"""How strong level 10 is beside other engines, and each level beside the one below: the contests.

    python benchmarks/strength.py [--before "OLD/.venv/bin/makachess engine"] CONTEST ...

Each contest is a `makachess match`, whose games are added to a file in build/strength: it can be
interrupted, and goes on where it stopped. Levels against each other are limited by nodes alone, so
that it does not matter what else the machine does. Without arguments the contests are listed.
"""

import argparse
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from makachess.core.engine import LEVELS
from makachess.variants import names
from pty_harness import COMMAND

FOLDER = Path(__file__).resolve().parents[1] / "build" / "strength"
BEFORE = "before"  # stands for the older program that `--before` names
CLOCK = "--time 0.1"
BOTH_AHEAD = "--lead 6"  # with itself, a game is won if both see six average pieces


class Contest(NamedTuple):
    """Two engines, a game, and the score that the first one is to reach."""

    variant: str
    engines: tuple[str, str]
    goal: float
    options: str = CLOCK
    games: int = 100

    def command(self, file: Path, before: str) -> list[str]:
        engines = [before if engine == BEFORE else engine for engine in self.engines]
        command = [COMMAND, "match", *engines, "--variant", self.variant, *self.options.split()]
        command += ["--games", str(self.games), "--save", str(file)]
        if "cores=" not in self.engines[0]:
            command += ["--concurrency", str(os.cpu_count() or 1)]
        return [*command, "--resume"] if file.exists() else command


PROGRAMS = {
    "macadamia-hachu": ("macadamia", "hachu", 0.9),
    "chu-hachu": ("chu", "hachu", 0.98),
    "chess-fairymax": ("chess", "fairymax", 0.93),
    "chess-gnuchess": ("chess", "gnuchess --uci", 0.85),
    "chess-phalanx": ("chess", "phalanx", 0.88),
    "chess-toga": ("chess", "toga2", 0.8),
    "chess-fairy-stockfish": ("chess", "fairy-stockfish", 0.38),
    "chess-fairy-stockfish-3000": ("chess", "nodes:3000 fairy-stockfish", 0.75),
    "chess-fairy-stockfish-10000": ("chess", "nodes:10000 fairy-stockfish", 0.6),
    "chess-fairy-stockfish-30000": ("chess", "nodes:30000 fairy-stockfish", 0.4),
    "grand-fairy-stockfish": ("grand", "fairy-stockfish", 0.28),
    "grand-fairy-stockfish-3000": ("grand", "nodes:3000 fairy-stockfish", 0.75),
    "grand-fairy-stockfish-10000": ("grand", "nodes:10000 fairy-stockfish", 0.6),
    "grand-fairy-stockfish-30000": ("grand", "nodes:30000 fairy-stockfish", 0.5),
}

GOALS_BEFORE = {"chess": 0.7, "grand": 0.7, "macadamia": 0.6}


def contests() -> Iterator[tuple[str, Contest]]:
    for name, (variant, program, goal) in PROGRAMS.items():
        yield name, Contest(variant, ("level:10", program), goal, f"{CLOCK} --forgive")
    for variant in (*names(), "grand"):
        goal = GOALS_BEFORE.get(variant, 0.64)
        yield (
            f"{variant}-before",
            Contest(variant, ("level:10", BEFORE), goal, f"{CLOCK} {BOTH_AHEAD}"),
        )
    for variant, goal in (("chess", 0.58), ("veteran", 0.6)):
        engines = ("level:10,cores=2", "level:10,cores=1")
        yield (
            f"{variant}-cores",
            Contest(variant, engines, goal, f"--time 0.05 {BOTH_AHEAD}", games=200),
        )
    for variant in names():
        for level in range(2, max(LEVELS) + 1):
            engines = (f"level:{level}", f"level:{level - 1}")
            yield (
                f"{variant}-{level}",
                Contest(variant, engines, 0.65, f"--max-plies 600 {BOTH_AHEAD}"),
            )


def main() -> None:
    known = dict(contests())
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("contests", nargs="*", metavar="CONTEST", help="those to be played")
    parser.add_argument("--before", metavar="COMMAND", default=BEFORE, help="an older makachess")
    asked = parser.parse_args()
    if unknown := [name for name in asked.contests if name not in known]:
        parser.error(f"{unknown[0]!r} is not a contest (there are: {', '.join(known)})")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in asked.contests or known:
        contest = known[name]
        command = contest.command(FOLDER / f"{name}.pgn", asked.before)
        print(f"{name}, goal {contest.goal:.0%}: {shlex.join(command)}", flush=True)
        if asked.contests:
            subprocess.run(command, check=False)


if __name__ == "__main__":
    main()
