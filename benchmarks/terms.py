"""What each pruning and reduction of the search saves, and what it costs.

python benchmarks/terms.py [--games 200] [--nodes 4000] [VARIANT ...]

Each term is switched off in turn, by figures of `Tuning` under which it no longer does anything;
that of the null move cannot be, since at least a ply is always saved. For each it prints how many
nodes the positions of `makachess bench` then take to the same depths, as a ratio to those with all
terms. With `--games` the search without the term plays that many games against the whole one, with
the same nodes a move: what its score lacks to 50 % is what the term is worth.
"""

import argparse
import asyncio
import os
import tempfile
from dataclasses import replace
from pathlib import Path

from makachess.core.engine.bench import run_bench
from makachess.core.engine.model import LIMITS, Model, Tuning
from makachess.core.spec import Variant
from makachess.training.match import Match, Standings, format_score, play_match
from makachess.training.openings import random_openings
from makachess.variants import load
from makachess.variants.models import find_model, format_model

MOST = {name: most for name, (_, most) in LIMITS.items()}


def at_most(*names: str) -> Tuning:
    """The usual figures, but these as large as may be."""
    return Tuning(**{name: MOST[name] for name in names})


WITHOUT = {
    "futility": at_most("futile", "futile_ply"),
    "reverse futility": at_most("safe_ply"),
    "losing captures": at_most("losing", "losing_ply"),
    "late move pruning": at_most("quiets", "quiets_square"),
    "late move reductions": Tuning(late=0, late_tried=0, late_depth=0),
}


def nodes(variant: Variant, model: Model) -> int:
    """Of the positions of `makachess bench`."""
    return sum(row.nodes for row in run_bench([variant], choose=lambda variant: model))


def play(variant: Variant, model: Model, games: int, limit: int) -> str:
    """The score of the built-in engine with a model against itself as it is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "without.model"
        path.write_bytes(format_model(variant, model, {"date": "never"}))
        match = Match(
            engines=(f"nodes:{limit},model={path}", f"nodes:{limit}"),
            variant=variant,
            games=games,
            opening=random_openings(variant, 6, 1),
            concurrency=os.cpu_count() or 1,
            max_plies=400,
            lead=6.0,
        )
        standings = Standings()
        asyncio.run(play_match(match, standings, lambda row: standings.add([row])))
    return format_score(standings.counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", metavar="VARIANT", default=["chess", "decimaka"])
    parser.add_argument("--games", type=int, default=0, help="of a match of each term")
    parser.add_argument("--nodes", type=int, default=4000, help="for each move of a match")
    arguments = parser.parse_args()
    for variant in map(load, arguments.variants):
        usual = find_model(variant)
        assert usual is not None, f"{variant.name} has no model"
        whole = nodes(variant, usual)
        print(f"{variant.name}: {whole} nodes", flush=True)
        for term, tuning in WITHOUT.items():
            model = replace(usual, tuning=tuning)
            line = f"  without {term:21}{nodes(variant, model) / whole:6.2f} times the nodes"
            if arguments.games:
                line += f", {play(variant, model, arguments.games, arguments.nodes)}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
