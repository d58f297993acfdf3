"""The ladder of generations: a file of the matches by which each of them was kept.

It is TOML, a table a match, added to at the end and never rewritten, beside the models kept, in
`ladders/VARIANT.toml`.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from makachess.core import MakachessError
from makachess.training.statistics import Counts
from makachess.variants.files import open_file


@dataclass(frozen=True, slots=True)
class Rung:
    """A model that was kept, and the match that it had won."""

    model: str  # its checksum
    against: str  # that of the model before, or none
    date: date
    limit: str  # of a move
    counts: Counts


def load_ladder(path: Path) -> list[Rung]:
    """The rungs of a file, none if there is no file; raises MakachessError if it is damaged."""
    try:
        with open_file(path) as file:
            tables = tomllib.load(file).get("match", [])
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
