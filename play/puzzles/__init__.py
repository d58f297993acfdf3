"""The puzzles: positions with one right move, mined from games and proved, one TOML file a game.

The head of each file says what its keys mean.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from makachess.play.training.exercise import Exercise, Goal, Step
from makachess.variants.sources import builtin_names

KIND = "puzzles"  # their name in the progress
MATE, ROYAL, GAIN, TRICK = "mate", "royal", "gain", "promotion"
THEMES = {
    MATE: "Checkmate",
    ROYAL: "The last royal",
    GAIN: "Win material",
    TRICK: "Promotion decides",
}


@lru_cache(maxsize=16)
def load_puzzles(game: str) -> tuple[Exercise, ...]:
    """The puzzles of a built-in game."""
    text = resources.files(__name__).joinpath(f"{game}.toml").read_text(encoding="utf-8")
    return tuple(_puzzle(game, row) for row in tomllib.loads(text)["position"])


def games_with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles."""
    here = {entry.name for entry in resources.files(__name__).iterdir()}
    return tuple(name for name in builtin_names() if f"{name}.toml" in here)


def _puzzle(game: str, row: Mapping[str, Any]) -> Exercise:
    fen = row["fen"]
    side = "White" if fen.split()[1] == "w" else "Black"
    task = f"{side} to move: {_aim(row)}."
    step = Step(task, Goal(moves=tuple(row["moves"])), praise=row["shows"])
    themes = (row["kind"], *([TRICK] if "trick" in row else []))
    number = hashlib.sha256(fen.encode()).hexdigest()[:8]
    return Exercise(number, _aim(row).capitalize(), game, fen, (step,), themes=themes)


def _aim(row: Mapping[str, Any]) -> str:
    if row["kind"] == GAIN:
        return "win material"
    what = "mate" if row["kind"] == MATE else "take the last royal"
    return f"{what} in {row['n']}"
