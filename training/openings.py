"""The openings of a match: positions from a file, or random moves from the array."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from makachess.core import MakachessError, Position
from makachess.core.spec import Variant
from makachess.saves.text import FileLines, decode

ATTEMPTS = 100  # to find random moves after which the game is not over


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to begin with, None for the array, and moves from there in coordinates."""

    fen: str | None = None
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Openings:
    """Openings by number, and by which options of `makachess match` they were chosen.

    Of a file that is a digest: its name says nothing of what is in it.
    """

    find: Callable[[int], Opening]
    options: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, number: int) -> Opening:
        return self.find(number)


def load_openings(path: Path, variant: Variant) -> Openings:
    """The openings of a file by number, starting over after the last.

    A line is a FEN, or moves from the array in coordinates or SAN; blank lines and comments after
    `#` are skipped. Raises MakachessError naming the line.
    """
    openings = []
    for number, line in enumerate(FileLines(path), 1):
        words = decode(line).removeprefix("\ufeff").partition("#")[0].strip()
        if words:
            try:
                openings.append(_read_opening(variant, words))
            except MakachessError as error:
                raise MakachessError(f"{path}:{number}: {error}") from None
    if not openings:
        raise MakachessError(f"{path}: there is no opening in this file")
    said = "\n".join(" ".join((opening.fen or "", *opening.moves)) for opening in openings)
    options = {"openings": sha256(said.encode()).hexdigest()[:16]}
    return Openings(lambda number: openings[number % len(openings)], options)


def _read_opening(variant: Variant, line: str) -> Opening:
    if "/" in line.split()[0]:
        return Opening(Position(variant, line).fen())
    position = Position(variant)
    for text in line.split():
        if not text.rstrip(".").isdigit():
            position.push(position.parse(text, null=False))
    return Opening(None, tuple(map(str, position.moves)))


def random_openings(variant: Variant, plies: int, seed: int) -> Openings:
    """Openings by number, each of random legal moves from the array; a seed repeats them."""

    def opening(number: int) -> Opening:
        dice = random.Random(f"{seed}/{number}")
        for _ in range(ATTEMPTS):
            position = Position(variant)
            while position.ply < plies and position.outcome() is None:
                position.push(dice.choice(sorted(position.legal_moves(), key=str)))
            if position.outcome() is None:
                return Opening(None, tuple(map(str, position.moves)))
        told = "a random move always ends" if plies == 1 else f"{plies} random moves always end"
        raise MakachessError(f"{told} a game of {variant.name}")

    return Openings(opening, {"random-plies": str(plies)})
