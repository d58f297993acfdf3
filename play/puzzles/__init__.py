"""The puzzles: positions with one right move, mined from games and proved, one TOML file a game.

The head of each file says what its keys mean. Where a puzzle has a line, the opponent's replies are
played, and the moves after them are to be found as well.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

from makachess.play.exercises import WIN, Exercise, Goal, Step
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
    themes = (row["kind"], *([TRICK] if "trick" in row else []))
    number = hashlib.sha256(fen.encode()).hexdigest()[:8]
    title = _aim(row).capitalize()
    return Exercise(number, title, game, fen, tuple(_generate_steps(row)), themes=themes)


def _generate_steps(row: Mapping[str, Any]) -> Iterator[Step]:
    """The key move, and those that follow it; how a game is ended by the last one is all the same.

    What the puzzle shows is said at the end, since it may tell what is still to be found.
    """
    side = "White" if row["fen"].split()[1] == "w" else "Black"
    line: Sequence[str] = row.get("line", ())
    keys = [tuple(row["moves"]), *((move,) for move in line[1::2])]
    for done, moves in enumerate(keys):
        task, fails = f"{side} to move: {_aim(row, done)}.", _failure(row, done)
        if done == len(line) // 2:
            ends = bool(done) and row["kind"] != GAIN
            goal = Goal(ends=WIN) if ends else Goal(moves=moves)
            yield Step(task, goal, praise=row["shows"], fails=fails)
        else:
            yield Step(task, Goal(moves=moves), reply=line[2 * done], fails=fails)


def _aim(row: Mapping[str, Any], done: int = 0) -> str:
    """What is to be done when some moves of it have been made."""
    if row["kind"] == GAIN:
        return "go on to win material" if done else "win material"
    what = "mate" if row["kind"] == MATE else "take the last royal"
    return f"{what} in {row['n'] - done}"


def _failure(row: Mapping[str, Any], done: int) -> str:
    """What the proof of a puzzle says of every move but the right one."""
    return "another move wins more" if row["kind"] == GAIN else f"it does not {_aim(row, done)}"
