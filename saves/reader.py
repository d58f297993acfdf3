"""Reading games: from the lines of a text, or a file, to `Game` objects."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from makachess.saves.builder import MOST_EXPLAINED, GameBuilder, Reading
from makachess.saves.errors import GameFileError
from makachess.saves.game import Game
from makachess.saves.parser import visit_games
from makachess.saves.text import FileLines

MOST_FAULTS = 50
"""Faults of a file that are told one by one."""

EMPTY = "there is no game in this file"
_NONE_OF_OURS = "all games of this file are of variants that are not played here"


@dataclass(slots=True)
class Damage:
    """The damaged games of a file that were passed over: how many, and their first faults."""

    count: int = 0
    faults: list[GameFileError] = field(default_factory=list)

    def add(self, fault: GameFileError) -> None:
        self.count += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


Lines = Iterable[str | bytes]


def read_games(
    source: Lines | os.PathLike[str],
    name: str = "",
    others: Counter[str] | None = None,
    damage: Damage | None = None,
) -> Iterator[Game]:
    """Read the lines of a text, such as an open file, or the file of a path, game by game.

    Raises GameFileError at the first fault, and for a path that has no game. Harmless faults (wrong
    move numbers, no result at the end) are ignored. Games of variants that are not played here,
    such as Crazyhouse, are passed over, and counted in `others`. So are damaged games if there is a
    `damage` to count them, unless there is no other game.

    >>> [game] = read_games(['[White "Anna"]', "1. e4 {best by test} e5 2. Nf3 1-0"])
    >>> game.tags["White"], game.sans, game.result
    ('Anna', ('e4', 'e5', 'Nf3'), '1-0')
    >>> list(read_games(["1. e4 (1. d4 e5 *"], "mine.pgn"))
    Traceback (most recent call last):
    ...
    makachess.saves.errors.GameFileError: mine.pgn:1:7: the variation that begins here has no ')'
    """
    return (game for _, game in read_numbered_games(source, name, others, damage))


def read_numbered_games(
    source: Lines | os.PathLike[str],
    name: str = "",
    others: Counter[str] | None = None,
    damage: Damage | None = None,
) -> Iterator[tuple[int, Game]]:
    """The same, each with its number among all games of the text, from 1."""
    lines, name = opened(source, name)
    told = MOST_EXPLAINED if damage is None else MOST_FAULTS
    readings = visit_games(lines, GameBuilder(name, explained=told))
    found = Counter[str]() if others is None else others
    must_have_one = isinstance(lines, FileLines)
    return _generate_games(readings, name, found, damage, must_have_one=must_have_one)


def _generate_games(
    readings: Iterator[Reading],
    name: str,
    others: Counter[str],
    damage: Damage | None,
    *,
    must_have_one: bool,
) -> Iterator[tuple[int, Game]]:
    is_empty = True
    for number, reading in enumerate(readings, 1):
        if (fault := reading.damage) is not None:
            if damage is None:
                raise fault
            damage.add(fault)
        elif reading.game is not None:
            is_empty = False
            yield number, reading.game
        if reading.other:
            others[reading.other] += 1
    if is_empty and damage is not None and damage.faults:
        raise damage.faults[0]
    if is_empty and must_have_one:
        raise GameFileError(_NONE_OF_OURS if others else EMPTY, name)


def load_games(path: str | os.PathLike[str]) -> list[Game]:
    """All games of a file, which has at least one; raises GameFileError."""
    return list(read_games(FileLines(path)))


def generate_readings(source: Lines | os.PathLike[str], name: str = "") -> Iterator[Reading]:
    """The same, damaged or not: faults are part of the reading.

    Raises nothing but GameFileError for a path that cannot be read.
    """
    lines, name = opened(source, name)
    return visit_games(lines, GameBuilder(name))


def load_readings(path: str | os.PathLike[str]) -> list[Reading]:
    """What can be read of a file, damaged or not; raises GameFileError if it cannot be opened."""
    return list(generate_readings(FileLines(path)))


def read_game(
    source: Lines | os.PathLike[str], name: str = "", number: int = 1
) -> tuple[Game, str]:
    """One game (counted from 1), damaged or not, and the first fault that costs moves.

    The moves of games before it are passed over, and later games are not read. Raises GameFileError
    if there is no such game, or nothing of it can be shown.
    """
    reading = next(_from(*opened(source, name), number))
    return game_of(reading), reading.fault


def load_game(path: str | os.PathLike[str], number: int = 1) -> tuple[Game, str]:
    """One game of a file (counted from 1), and what is wrong with it; raises GameFileError."""
    return read_game(FileLines(path), number=number)


def load_alone(path: str | os.PathLike[str], number: int = 1) -> tuple[Reading, bool]:
    """One game of a file, and whether it is the only one there; raises GameFileError."""
    readings = _from(*opened(FileLines(path)), number)
    reading = next(readings)
    return reading, number == 1 and next(readings, None) is None


def game_of(reading: Reading) -> Game:
    """The game that was read; raises the GameFileError that says why there is none."""
    if reading.game is None:
        raise reading.problems[0]
    return reading.game


def _from(lines: Lines, name: str, number: int) -> Iterator[Reading]:
    """The game of a number, then an empty reading for each after it; raises GameFileError."""
    count = 0
    for count, reading in enumerate(visit_games(lines, GameBuilder(name, number)), 1):
        if count >= number > 0:
            yield reading
    if not 0 < number <= count:
        raise GameFileError(missing(number, count), name)


def missing(number: int, count: int) -> str:
    """Why a file has no game of some number."""
    return f"there is no game {number}, only {count}" if count else EMPTY


def opened(source: Lines | os.PathLike[str], name: str = "") -> tuple[Lines, str]:
    """The lines of a text or a file, and the name that its faults are told with."""
    if isinstance(source, os.PathLike):
        source = FileLines(source)
    return source, name or (source.name if isinstance(source, FileLines) else "")
