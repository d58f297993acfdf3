"""The step `fit`: the tables that explain the games best."""

from __future__ import annotations

import argparse
from dataclasses import replace

from makachess.core import MakachessError
from makachess.core.spec import Variant
from makachess.variants.models import choose_model_file

from .positions import Target


def fit(variant: Variant, arguments: argparse.Namespace) -> None:
    """Find the tables that explain all games best, from the present ones on; draw the losses."""
    try:
        from .factors import Factors, make_model
        from .fit import Data
        from .fit import fit as find
    except ModuleNotFoundError:
        raise MakachessError("this needs NumPy and SciPy: make .venv/training.txt") from None
    from .learned import find_positions, write_model

    found, notes = find_positions(variant, Target(arguments.result, arguments.later))
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    file = choose_model_file(arguments.model, variant)
    present = file and file.model(variant)
    factors = Factors(variant, present)
    result = find(factors, tuned, held_out, arguments.loose)
    model = make_model(factors, result.parameters, tuned.seen())
    if present is not None:
        model = replace(model, tuning=present.tuning)
    write_model(arguments.new, variant, model, notes, result.losses, "steps")
