"""The openings of a match: positions from a file, or random moves from the array."""

from __future__ import annotations

import random
from dataclasses import dataclass
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
class FileOpenings:
    """Openings by number, starting over after the last."""

    openings: tuple[Opening, ...]

    @property
    def options(self) -> dict[str, str]:
        """How `makachess match` chose them: a digest, since a file's name says nothing."""
        said = "\n".join(" ".join((o.fen or "", *o.moves)) for o in self.openings)
        return {"openings": sha256(said.encode()).hexdigest()[:16]}

    def __call__(self, number: int) -> Opening:
        return self.openings[number % len(self.openings)]


@dataclass(frozen=True, slots=True)
class RandomOpenings:
    """Openings by number, each of random legal moves from the array; a seed repeats them."""

    variant: Variant
    plies: int
    seed: int

    @property
    def options(self) -> dict[str, str]:
        """How `makachess match` chose them; its seed decides more than this."""
        return {"random-plies": str(self.plies)}

    def __call__(self, number: int) -> Opening:
        dice, plies = random.Random(f"{self.seed}/{number}"), self.plies
        for _ in range(ATTEMPTS):
            position = Position(self.variant)
            while position.ply < plies and position.outcome() is None:
                position.push(dice.choice(sorted(position.legal_moves(), key=str)))
            if position.outcome() is None:
                return Opening(None, tuple(map(str, position.moves)))
        told = "a random move always ends" if plies == 1 else f"{plies} random moves always end"
        raise MakachessError(f"{told} a game of {self.variant.name}")


def load_openings(path: Path, variant: Variant) -> FileOpenings:
    """The openings of a file.

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
    return FileOpenings(tuple(openings))


def _read_opening(variant: Variant, line: str) -> Opening:
    if "/" in line.split()[0]:
        return Opening(Position(variant, line).fen())
    position = Position(variant)
    for text in line.split():
        if not text.rstrip(".").isdigit():
            position.push(position.parse(text, null=False))
    return Opening(None, tuple(map(str, position.moves)))
