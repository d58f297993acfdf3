"""The file of games that positions are taken from: one JSON object a line, added to by each run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

HELD_OUT = 5  # every so manieth game is left out of the tuning, to judge it by


@dataclass(frozen=True, slots=True)
class SelfPlayGame:
    """What is kept of a game: White's points and some quiet positions."""

    number: int
    seed: int
    nodes: int
    points: float
    plies: int
    fens: tuple[str, ...]

    @property
    def is_held_out(self) -> bool:
        return self.number % HELD_OUT == 0


def load_games(path: Path) -> Iterator[SelfPlayGame]:
    """The games of a file; a last line that was cut short is passed over."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            values = json.loads(line)
        except json.JSONDecodeError:
            continue
        yield SelfPlayGame(**{**values, "fens": tuple(values["fens"])})


def append_game(path: Path, game: SelfPlayGame) -> None:
    """Add a game; it is in the file before the next one begins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torn = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" * torn + json.dumps(asdict(game)) + "\n")
