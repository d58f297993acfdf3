"""What can be read of damaged files, as it is written anew."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from makachess.saves.builder import GameBuilder, Reading
from makachess.saves.parser import visit_games
from makachess.saves.text import FileLines
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


_KEPT = "; the moves from here on are kept as a comment"


def recover(path: str | os.PathLike[str]) -> Iterator[Recovered]:
    """What can be saved of every game of a file, which itself is left alone.

    Moves that cannot be read are kept as a comment where their line ends, in the words of the file;
    a comment without an end does not swallow the next game. Raises GameFileError if the file cannot
    be opened.
    """
    name = os.fspath(path)
    for reading in visit_games(FileLines(name), GameBuilder(name), mending=True):
        yield _recovered(reading)


def _recovered(reading: Reading) -> Recovered:
    kept = {(lost.line, lost.column) for lost in reading.lost}
    damage = [
        f"{problem}{_KEPT if (problem.line, problem.column) in kept else ''}"
        for problem in reading.problems
        if not problem.harmless
    ]
    game = reading.game
    if game is None:
        return Recovered("", (f"{(damage or reading.problems)[0]}; the game is left out",))
    for lost in reading.lost:
        lost.node.comments.append(f"Not read: {lost.text}")
    if reading.cut and reading.cut not in damage:
        damage.append(reading.cut)
    return Recovered(format_game(game, for_others=True), tuple(damage), reading.unlisted)
