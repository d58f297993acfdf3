"""python -m fuzz: try random inputs on everything that reads, and print a table.

A crash is written to a file and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fuzz.running import Run, keep_crashes, run_target
from fuzz.sessions import run_sessions
from fuzz.targets import TARGETS

ROW = "{:<15} {:>9} {:>9} {:>8}"
SESSIONS = "key sessions"
SEQUENCES = 100  # of keys in a session
KEYS_SHARE = 0.1


def main() -> int:
    """Fuzz the targets named, or all."""
    options = _options()
    folder = Path(options.crashes)
    print(ROW.format("target", "inputs", "seconds", "crashes"), flush=True)
    crashed = False
    for target in TARGETS:
        if not options.only or target.name in options.only:
            count = max(int(options.count * target.share), 1)
            crashed |= _report(run_target(target, count, options.seed), folder)
    if not options.only or SESSIONS in options.only:
        sessions = max(int(options.count * KEYS_SHARE / SEQUENCES), 1)
        run = run_sessions(SESSIONS, sessions, SEQUENCES, options.seed)
        crashed |= _report(run, folder)
    return int(crashed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    known = [*(target.name for target in TARGETS), SESSIONS]
    parser.add_argument("--count", type=int, default=10_000, help="inputs of the fastest targets")
    parser.add_argument("--seed", type=int, default=1, help="the same inputs for the same seed")
    parser.add_argument("--only", action="append", choices=known, help="a target; repeatable")
    parser.add_argument("--crashes", default="build/fuzz", help="folder for what crashes")
    return parser.parse_args()


def _report(run: Run, folder: Path) -> bool:
    print(ROW.format(run.name, run.inputs, f"{run.seconds:.1f}", len(run.crashes)), flush=True)
    for place in run.crashes:
        print(f"  {place}", file=sys.stderr)
    for path in keep_crashes(run, folder):
        print(f"  written to {path}", file=sys.stderr)
    return bool(run.crashes)


if __name__ == "__main__":
    sys.exit(main())
