"""The ladder of generations: a file of the matches by which each of them was kept.

It is TOML, a table a match, added to at the end and never rewritten; it holds what was counted, and
what follows from that, such as Elo, is computed anew. It stands beside the tools, in
`training/ladders/VARIANT.toml`, since `variants/*.toml` are variants and are installed.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.play.match.statistics import Counts, elo, interval

SHARPEST = 0.001  # a score closer to none or all of the points is drawn as this one, 1,200 Elo


@dataclass(frozen=True, slots=True)
class Rung:
    """A model that was kept, and the match that it had won."""

    model: str  # its checksum
    against: str  # that of the model before, or none
    date: date
    limit: str  # of a move
    counts: Counts


@dataclass(frozen=True, slots=True)
class Step:
    """A generation on the ladder, in Elo above the engine without a model, with 95 % limits.

    The limits are those of a sum of independent matches: the squares of their widths are added.
    """

    elo: float
    low: float
    high: float
    model: str


def load_ladder(path: Path) -> list[Rung]:
    """The rungs of a file, none if there is no file; raises MakachessError if it is damaged."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("match", [])
        return [_rung(table) for table in tables]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise MakachessError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise MakachessError(f"{path}: this is no ladder of generations: {error}") from None


def _rung(table: dict[str, Any]) -> Rung:
    a, b, c, d, e = map(int, table["pairs"])
    counts = Counts(table["wins"], table["draws"], table["losses"], (a, b, c, d, e))
    return Rung(table["model"], table["against"], table["date"], table["limit"], counts)


def append_rung(path: Path, rung: Rung) -> None:
    """Add a rung, unless it is there already; when this returns it is on disk.

    A run that ends between this and the model's being kept is repeated. Raises MakachessError.
    """
    if any((one.model, one.against) == (rung.model, rung.against) for one in load_ladder(path)):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(format_rung(rung))
        file.flush()
        os.fsync(file.fileno())


def format_rung(rung: Rung) -> str:
    """The table of a rung."""
    counts = rung.counts
    return (
        f'[[match]]\nmodel = "{rung.model}"\nagainst = "{rung.against}"\ndate = {rung.date}\n'
        f'limit = "{rung.limit}"\nwins = {counts.wins}\ndraws = {counts.draws}\n'
        f"losses = {counts.losses}\npairs = {list(counts.pairs)}\n\n"
    )


def climb(rungs: Sequence[Rung]) -> list[Step]:
    """The generations in their order, the engine without a model first.

    Each stands on the one it was matched with; a model that nobody knows counts as no model.
    """
    ground = Step(0.0, 0.0, 0.0, "none")
    steps, known = [ground], {"none": ground}
    for rung in rungs:
        under = known.get(rung.against, ground)
        low, middle, high = map(_height, sorted((*interval(rung.counts), rung.counts.score)))
        step = Step(
            under.elo + middle,
            under.elo + middle - _together(middle - low, under.elo - under.low),
            under.elo + middle + _together(high - middle, under.high - under.elo),
            rung.model,
        )
        steps.append(step)
        known[rung.model] = step
    return steps


def _height(score: float) -> float:
    return elo(min(max(score, SHARPEST), 1 - SHARPEST))


def _together(first: float, second: float) -> float:
    return (first**2 + second**2) ** 0.5
