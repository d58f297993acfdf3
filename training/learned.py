"""What `fit` and `net` share: the positions of all games, and a model with its notes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.saves.storage import replace_text
from makachess.training.games import load_games
from makachess.training.options import Bar, Options, counted
from makachess.training.places import work_folder
from makachess.training.positions import Positions, read_positions
from makachess.training.results import read_settings
from makachess.training.selfplay import PlayedGame
from makachess.variants import rules_digest
from makachess.variants.models import format_model


def find_positions(
    variant: Variant, options: Options, bar: Bar
) -> tuple[Positions, dict[str, str]]:
    """The positions of all games of a variant, and notes about them; raises MakachessError."""
    folder, games, origins = work_folder(variant, options), list[PlayedGame](), list[str]()
    for path in sorted(folder.glob("games-*.jsonl")):
        settings = read_settings(path)
        if settings.get("variant") != variant.name:
            told = f"{settings.get('variant')}, and not of {variant.name}"
            raise MakachessError(f"{path} has games of {told}")
        if settings.get("rules") != rules_digest(variant).movement:
            told = f"{variant.name} by other rules; move it away"  # its moves mean nothing here
            raise MakachessError(f"{path} has games of {told}")
        games += load_games(path)
        origins.append("seed {seed}, {nodes} nodes a move, model {model}".format_map(settings))
    if not games:
        raise MakachessError(f"{folder}: there are no games; play first")
    found = read_positions(variant, counted(bar, "positions", games), options)
    if not len(found):
        raise MakachessError(f"{folder}: no position is quiet; play more games")
    return found, {
        "date": date.today().isoformat(),
        "command": options.command,
        "games": f"{len(games)}: {', '.join(origins)}",
        "positions": str(len(found)),
    }


def write_model(
    path: Path,
    variant: Variant,
    model: Model,
    notes: Mapping[str, str],
    before: tuple[float, float],
    after: tuple[float, float],
) -> str:
    """Write what was found, with the losses of the fitted games and of those held out."""
    (fitted, out), (fitted_now, out_now) = before, after
    told = f"{fitted:.5f} -> {fitted_now:.5f}, games held out {out:.5f} -> {out_now:.5f}"
    replace_text(path, format_model(variant, model, {**notes, "loss": told, "match": ""}))
    return f"{notes['positions']} positions: loss {told}\n{path}"
