"""The step `net`: a net that corrects the tables of a model."""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant
from makachess.variants.models import format_model, load_model, open_model
from rich.progress import track

from .fitting import origin
from .games import load_all
from .places import folder_of


def net(variant: Variant, arguments: argparse.Namespace) -> None:
    """Train a net on what the tables of a model leave over, and draw the losses."""
    try:
        from .features import Views
        from .net import Recipe, make_net, train
    except ModuleNotFoundError:
        sys.exit("this needs NumPy and SciPy: make .venv/training.txt")
    from .plot import draw_curves
    from .positions import read_positions

    tables: Path = arguments.tables or folder_of(variant) / "new.model"
    model = replace(load_model(tables, variant), net=None)
    files = sorted(folder_of(variant).glob("games-*.bin"))
    games = list(load_all(files))
    if not games:
        sys.exit(f"{folder_of(variant)}: there are no games; play first")
    found = read_positions(variant, track(games, f"{variant.name}: positions"))
    tuned, held_out = (Views(found, model, held_out=out) for out in (False, True))
    recipe = Recipe(
        arguments.units, arguments.passes, arguments.rate, arguments.decay, arguments.seed
    )
    man, told = float(average_man(variant)), f"{variant.name}: passes"
    trained = train(variant, tuned, held_out, man, recipe, lambda passes: track(passes, told))
    model = replace(model, net=make_net(variant, trained.weights, man))
    (before, before_out), (after, _) = trained.losses[0], trained.losses[-1]
    best = min(out for _, out in trained.losses)
    losses = f"{before:.5f} -> {after:.5f}, games held out {before_out:.5f} -> {best:.5f}"
    notes = {
        "date": date.today().isoformat(),
        "command": shlex.join(["python", "-m", "training", *sys.argv[1:]]),
        "games": f"{len(games)}: {', '.join(map(origin, files))}",
        "positions": str(len(found)),
        "tables": open_model(tables).header["checksum"],
        "loss": losses,
        "match": "",
    }
    path: Path = arguments.new
    path.write_bytes(format_model(variant, model, notes))
    curves = dict(zip(("fitted", "held out"), zip(*trained.losses, strict=True), strict=True))
    path.with_suffix(".svg").write_text(draw_curves(f"{variant.name}: net", curves, "passes"))
    print(f"{len(found)} positions of {len(games)} games: loss {losses}\n{path}")
