"""The step `net`: a net that corrects the tables of a model."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.engine.evaluation import average_man
from makachess.core.spec import Variant
from makachess.variants.models import load_model, open_model

from .places import folder_of
from .positions import Target
from .progress import counted


def net(variant: Variant, arguments: argparse.Namespace) -> None:
    """Train a net on what the tables of a model leave over, and draw the losses."""
    try:
        from .features import Views
        from .net import Recipe, best_pass, make_net, train
    except ModuleNotFoundError:
        raise MakachessError("this needs NumPy and SciPy: make .venv/training.txt") from None
    from .learned import find_positions, write_model

    tables: Path = arguments.tables or folder_of(variant) / "new.model"
    model = replace(load_model(tables, variant), net=None)
    found, notes = find_positions(variant, Target(arguments.result, arguments.later))
    tuned, held_out = (Views(found, model, held_out=out) for out in (False, True))
    if not held_out.size:
        raise MakachessError("every tenth game is held out to judge the net by: play 10 or more")
    recipe = Recipe(
        arguments.units, arguments.passes, arguments.rate, arguments.decay, arguments.seed
    )
    man, told = float(average_man(variant)), f"{variant.name}: passes"
    trained = train(variant, tuned, held_out, man, recipe, lambda passes: counted(told, passes))
    model = replace(model, net=make_net(variant, trained.weights, man))
    notes["tables"] = open_model(tables).header["checksum"]
    losses = trained.losses
    write_model(arguments.new, variant, model, notes, losses, "passes", best_pass(losses))
