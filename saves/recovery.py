"""Saving what can be read of a damaged file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from makachess.saves.builder import GameBuilder, Reading
from makachess.saves.files import FileLines
from makachess.saves.parser import visit_games
from makachess.saves.writer import format_game


@dataclass(frozen=True, slots=True)
class Recovered:
    """One game of a damaged file: its text as we write it, and what was lost of it.

    The text is empty where nothing could be saved. `losses` are sentences with file, line and
    column; `unlisted` says how many more there are.
    """

    text: str
    losses: tuple[str, ...]
    unlisted: int = 0


def recover(path: str | os.PathLike[str]) -> Iterator[Recovered]:
    """What can be saved of every game of a file, which itself is left alone.

    Moves of the main line that cannot be read are kept as a comment at the end, in the words of the
    file; a comment without an end does not swallow the next game. Raises GameFileError if the file
    cannot be opened.
    """
    name = os.fspath(path)
    for reading in visit_games(FileLines(name), GameBuilder(name), mending=True):
        yield _recovered(reading)


def _recovered(reading: Reading) -> Recovered:
    damage = [str(problem) for problem in reading.problems if not problem.harmless]
    game = reading.game
    if game is None:
        return Recovered("", (f"{damage[0]}; the game is left out",))
    if reading.rest:
        game.end.comments.append(f"Not read: {reading.rest}")
        damage[-1] += "; the moves from here on are kept as a comment"
        damage += [reading.cut] if reading.cut else []
    return Recovered(format_game(game), tuple(damage), reading.unlisted)
