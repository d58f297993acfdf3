"""Positions a second in perft and nodes a second in search, compiled and uncompiled in one run.

Budgets: perft of the Maka array >= 20 million positions/s compiled and >= 30 times the
uncompiled; search, without a learned model, >= 2 million nodes/s on Macadamia and, where HaChu is
installed, >= 3 times its.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3  # of the comparison with HaChu
HACHU_SECONDS = 5.0  # a limit: it begins no iteration that it may not finish
PACKAGES = ("core", "play", "saves", "tui", "variants")
VARIANTS = ("chess", "veteran", "decimaka", "decimaka-revised", "devingt", "macadamia", "maka")


def measure() -> dict[str, tuple[float, float]]:
    """Variant -> perft positions a second and search nodes a second, on the kernel imported."""
    from makachess.core import COMPILED
    from makachess.variants import load, names

    figures = {}
    for name in (name for name in VARIANTS if name in names()):
        variant = load(name)
        figures[name] = (
            perft_speed(variant, COMPILED),
            search_speed(variant, 2 if COMPILED else 3),
        )
    return figures


def perft_speed(variant, compiled: bool) -> float:
    """Every leaf made and unmade, repeated for a second at least."""
    from makachess.core import Position

    position = Position(variant)
    small = variant.files * variant.ranks <= 64
    depth = (4 if small else 3) if compiled else 2
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < 1:
        count += position.perft(depth)
    return count / (time.perf_counter() - start)


def search_speed(variant, seconds: float) -> float:
    """Nodes a second of a search from the array."""
    from makachess.core import Position
    from makachess.core.engine import Engine, Limits

    found = Engine(variant, model=None).search(Position(variant), Limits(seconds=seconds))
    assert found.info is not None
    return found.info.nodes / found.info.seconds


async def hachu_speed(variant) -> float:
    """Nodes a second by HaChu's own count; raises MakachessError where it is not installed."""
    from makachess.core import Position
    from makachess.core.engine import Limits
    from makachess.play.engines import ProgramEngine

    engine = ProgramEngine(variant, "hachu")
    try:
        found = await engine.search(Position(variant), Limits(seconds=HACHU_SECONDS))
    finally:
        await engine.close()
    assert found.info is not None
    return found.info.nodes / found.info.seconds


def compare_with_hachu() -> str:
    """The best of some rounds each, by turns: what else the machine does hits both alike."""
    from makachess.core import MakachessError
    from makachess.variants import load

    variant = load("macadamia")
    ours = theirs = 0.0
    try:
        for _ in range(ROUNDS):
            theirs = max(theirs, asyncio.run(hachu_speed(variant)))
            ours = max(ours, search_speed(variant, 2))
    except MakachessError as error:
        return f"search of macadamia is not compared with HaChu's: {error}"
    return (
        f"search of macadamia {ours / 1e6:.2f}, HaChu's {theirs / 1e6:.2f}: "
        f"{ours / theirs:.1f} times as much (>= 3)"
    )


def uncompiled() -> dict[str, tuple[float, float]]:
    """The same figures from the sources as they stand, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder, "makachess")
        package.mkdir()
        for part in (*PACKAGES, "package/__init__.py"):
            (package / Path(part).name).symlink_to(ROOT / part)
        run = subprocess.run(
            [sys.executable, __file__, "--json"],
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return {name: tuple(pair) for name, pair in json.loads(run.stdout).items()}


def main() -> None:
    if "--json" in sys.argv:
        print(json.dumps(measure()))
        return
    from makachess.core import COMPILED

    if not COMPILED:
        print("the installed kernel is not compiled: both columns are uncompiled")
    fast, slow = measure(), uncompiled()
    print("millions a second       perft: compiled  uncompiled  ratio   search: compiled  ratio")
    for name, (perft, nodes) in fast.items():
        plain_perft, plain_nodes = slow[name]
        print(
            f"{name:30}{perft / 1e6:9.2f}{plain_perft / 1e6:12.3f}{perft / plain_perft:7.0f}"
            f"{nodes / 1e6:19.2f}{nodes / plain_nodes:7.0f}"
        )
    print(
        f"budgets: perft of maka {fast['maka'][0] / 1e6:.1f} (>= 20), "
        f"{fast['maka'][0] / slow['maka'][0]:.0f} times the uncompiled (>= 30); "
        f"search of macadamia {fast['macadamia'][1] / 1e6:.2f} (>= 2)"
    )
    print(compare_with_hachu())


if __name__ == "__main__":
    main()
