"""What `fit` and `net` share: the positions of all games, and a model with its notes and curves."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.saves.storage import replace_text
from makachess.variants import rules_digest
from makachess.variants.models import format_model

from .games import load_all, read_settings
from .places import folder_of
from .plot import draw_curves
from .positions import Positions, Target, read_positions
from .progress import counted


def find_positions(variant: Variant, target: Target) -> tuple[Positions, dict[str, str]]:
    """The positions of all games of a variant, and notes about them; raises MakachessError."""
    files = sorted(folder_of(variant).glob("games-*.bin"))
    for path in files:
        _check_rules(path, variant)
    games = list(load_all(files))
    if not games:
        raise MakachessError(f"{folder_of(variant)}: there are no games; play first")
    found = read_positions(variant, counted(f"{variant.name}: positions", games), target)
    if not len(found):
        raise MakachessError(f"{folder_of(variant)}: no position is quiet; play more games")
    return found, {
        "date": date.today().isoformat(),
        "command": shlex.join(["python", "-m", "training", *sys.argv[1:]]),
        "games": f"{len(games)}: {', '.join(map(_origin, files))}",
        "positions": str(len(found)),
    }


def _check_rules(path: Path, variant: Variant) -> None:
    """Refuse games of other rules: their moves mean nothing here. Raises MakachessError."""
    found, movement = read_settings(path), rules_digest(variant).movement
    if found.variant != variant.name:
        raise MakachessError(f"{path} has games of {found.variant}, and not of {variant.name}")
    if found.rules != movement:
        raise MakachessError(f"{path} has games of {variant.name} by other rules; move it away")


def _origin(path: Path) -> str:
    """How the games of a file were played."""
    found = read_settings(path)
    return f"seed {found.seed}, {found.nodes} nodes a move, model {found.model}"


def write_model(
    path: Path,
    variant: Variant,
    model: Model,
    notes: Mapping[str, str],
    losses: Sequence[tuple[float, float]],
    unit: str,
    which: int = -1,
) -> None:
    """Write what was found, and draw the losses of the fitted games and of those held out.

    `losses` are by steps or passes, as `unit` says, and `which` is the one the model is of.
    """
    (before, before_out), (after, after_out) = losses[0], losses[which]
    told = f"{before:.5f} -> {after:.5f}, games held out {before_out:.5f} -> {after_out:.5f}"
    replace_text(path, format_model(variant, model, {**notes, "loss": told, "match": ""}))
    curves = dict(zip(("fitted", "held out"), zip(*losses, strict=True), strict=True))
    path.with_suffix(".svg").write_text(draw_curves(f"{variant.name}: loss", curves, unit))
    print(f"{notes['positions']} positions: loss {told}\n{path}")
