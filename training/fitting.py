"""The step `fit`: the model that explains the games best."""

from __future__ import annotations

import argparse
import shlex
import sys
from datetime import date
from pathlib import Path

from makachess.core.spec import Variant
from makachess.variants.models import format_model
from rich.progress import track

from .games import load_all, read_settings
from .places import folder_of


def fit(variant: Variant, arguments: argparse.Namespace) -> None:
    """Find the model that explains all games best, and draw the losses."""
    try:
        from .factors import Factors, make_model
        from .fit import Data
        from .fit import fit as find
    except ModuleNotFoundError:
        sys.exit("this needs NumPy: make .venv/training.txt")
    from .plot import draw_curves
    from .positions import read_positions

    files = sorted(folder_of(variant).glob("games-*.bin"))
    games = list(load_all(files))
    if not games:
        sys.exit(f"{folder_of(variant)}: there are no games; play first")
    found = read_positions(variant, track(games, f"{variant.name}: positions"))
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    factors = Factors(variant)
    result = find(factors, tuned, held_out, arguments.loose)
    model = make_model(factors, result.parameters, tuned.seen(factors.places))
    (before, before_out), (after, after_out) = result.losses[0], result.losses[-1]
    losses = f"{before:.5f} -> {after:.5f}, games held out {before_out:.5f} -> {after_out:.5f}"
    notes = {
        "date": date.today().isoformat(),
        "command": shlex.join(["python", "-m", "training", *sys.argv[1:]]),
        "games": f"{len(games)}: {', '.join(map(origin, files))}",
        "positions": str(len(found)),
        "loss": losses,
        "match": "",
    }
    path: Path = arguments.new
    path.write_bytes(format_model(variant, model, notes))
    curves = dict(zip(("fitted", "held out"), zip(*result.losses, strict=True), strict=True))
    path.with_suffix(".svg").write_text(draw_curves(f"{variant.name}: loss", curves, "steps"))
    print(f"{len(found)} positions of {len(games)} games: loss {losses}\n{path}")


def origin(path: Path) -> str:
    """How the games of a file were played."""
    found = read_settings(path)
    return f"seed {found.seed}, {found.nodes} nodes a move, model {found.model}"
