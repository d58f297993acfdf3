"""What is wrong with a file of games, and what can be saved of one that is damaged."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from makachess.saves.builder import GameBuilder, Reading
from makachess.saves.errors import GameFileError
from makachess.saves.parser import visit_games
from makachess.saves.reader import EMPTY, MOST_FAULTS
from makachess.saves.text import FileLines
from makachess.saves.writer import format_game

MOST_DAMAGED = 10_000
"""Damaged games of a file after which its examination ends."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong with a file: its first faults, and how many there are beyond them.

    `line` is where the examination ended, 0 for the end of the file. `others` counts the games of
    variants that are not played here.
    """

    faults: tuple[GameFileError, ...]
    more: int
    line: int = 0
    others: Counter[str] = field(default_factory=Counter)


def examine(path: str | os.PathLike[str], most: int = MOST_FAULTS) -> Report:
    """What is wrong with a file, harmless faults included; no more of them are kept than asked."""
    name = os.fspath(path)
    faults: list[GameFileError] = []
    more = 0
    others: Counter[str] = Counter()
    lines, builder = FileLines(name), GameBuilder(name, explained=most, told=most)
    for reading in _examined(lines, builder):
        if reading.other:
            others[reading.other] += 1
            continue
        faults += reading.problems
        more += reading.unlisted
        if builder.damaged == MOST_DAMAGED:
            return Report(tuple(faults), more, lines.number, others)
    return Report(tuple(faults), more, others=others)


def validate(path: str | os.PathLike[str]) -> Iterator[GameFileError]:
    """The faults of every game of a file, harmless ones included, in the order of its text."""
    name = os.fspath(path)
    for reading in _examined(FileLines(name), GameBuilder(name)):
        yield from reading.problems


def _examined(lines: FileLines, builder: GameBuilder) -> Iterator[Reading]:
    """The games of a file that have faults; one without a game for those of the file itself."""
    is_empty = True
    try:
        for reading in visit_games(lines, builder):
            is_empty = False
            if reading.problems or reading.unlisted:
                yield reading
    except GameFileError as error:
        yield Reading(None, (error,))
        return
    if is_empty:
        yield Reading(None, (GameFileError(EMPTY, builder.name),))


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
