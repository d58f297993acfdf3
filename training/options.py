"""What the steps of training are asked for, and how they tell how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, TypeVar

from makachess.core.cores import usable_cores

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Options:
    """What a step is asked for; each step looks at those that concern it.

    Where several defaults are usual, `USUAL` has those of a step.
    """

    games: int = 1000  # in all; a match ends sooner once it is decided
    matches: int = 400  # games of each match, at most, where a whole generation is learned
    nodes: int = 400  # a move; a position of a book
    seconds: float | None = None  # a move of a match, instead of nodes
    seed: int = 1
    processes: int = field(default_factory=usable_cores)
    model: str = ""  # the present one: a file, `none`, or empty for that by which games are played
    new: Path | None = None  # the model to be verified
    out: Path | None = None  # where what is made goes, instead of the usual file
    result: float = 0.15  # the share of the result in what is learned
    later: float = 0.0  # that of later scores
    loose: float = 1.0  # how far to go from the start
    tables: Path | None = None  # the model that gets a net
    start: Path | None = None  # a model with the net to go on with
    units: int = 32
    passes: int = 20
    decay: float = 6.0
    sprt: tuple[float, float] = (0.0, 20.0)  # differences in Elo
    keep: bool = False
    positions: int = 3000  # of a book, at most
    plies: int = 24
    margin: float = 0.1  # average pieces
    rows: int = 24  # puzzles
    work: Path | None = None  # where games and attempts are, instead of the data folder
    into: Path | None = None  # where what is kept goes, instead of the player's own folders
    command: str = "makachess train"  # noted in what is made


USUAL = {
    "all": Options(games=4000, positions=1000),
    "play": Options(),
    "fit": Options(),
    "net": Options(),
    "verify": Options(nodes=3000),
    "book": Options(nodes=50_000),
    "puzzles": Options(games=40),
}


Advance: TypeAlias = Callable[..., object]
"""Tells how far a step is: called with how many are done, and what there is to say about it."""
Bar: TypeAlias = Callable[[str, int], AbstractContextManager[Advance]]
"""What shows how far a step is: called with what is counted, and how many there are in all."""


@contextmanager
def silent(what: str, total: int) -> Iterator[Advance]:
    yield lambda done, note="": None


def counted(bar: Bar, what: str, items: Sequence[T]) -> Iterator[T]:
    """Items one by one, with a bar that tells how many have been dealt with."""
    with bar(what, len(items)) as advance:
        for done, item in enumerate(items, 1):
            yield item
            advance(done)
