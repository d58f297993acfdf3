"""Games from files on disk, read by `reader`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from makachess.saves.builder import MOST_EXPLAINED, GameBuilder, Reading
from makachess.saves.errors import GameFileError
from makachess.saves.files import FileLines
from makachess.saves.game import Game
from makachess.saves.parser import visit_games
from makachess.saves.reader import generate_readings, read_games

MOST_FAULTS = 50
"""So many faults of a file are told one by one."""

_EMPTY = "there is no game in this file"
_OTHER = "this is not a game file: there is no tag in it, and no move"


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong with a file: its first faults, and how many there are beyond them."""

    faults: tuple[GameFileError, ...]
    more: int


def load_games(path: str | os.PathLike[str]) -> list[Game]:
    """All games of a file, which has at least one; raises GameFileError."""
    return list(generate_games(path))


def generate_games(path: str | os.PathLike[str]) -> Iterator[Game]:
    """The same one after the other, for files that are large."""
    name = os.fspath(path)
    empty = True
    for game in read_games(FileLines(name), name):
        empty = False
        yield game
    if empty:
        raise GameFileError(_EMPTY, name)


def load_readings(path: str | os.PathLike[str]) -> list[Reading]:
    """What can be read of a file, damaged or not; raises GameFileError if it cannot be opened."""
    name = os.fspath(path)
    return list(generate_readings(FileLines(name), name))


def load_game(path: str | os.PathLike[str], number: int = 1) -> tuple[Game, str]:
    """One game of a file (counted from 1), and what is wrong with it; raises GameFileError."""
    name = os.fspath(path)
    return read_game(FileLines(name), name, number)


def read_game(lines: Iterable[str | bytes], name: str = "", number: int = 1) -> tuple[Game, str]:
    """One game of a text (counted from 1), damaged or not, and the first fault that costs moves.

    The moves of games before it are passed over, and later games are not read. Raises GameFileError
    if there is no such game, or nothing of it can be shown.
    """
    reading = next(_from(lines, name, number))
    return game_of(reading), reading.fault


def load_alone(path: str | os.PathLike[str], number: int = 1) -> tuple[Reading, bool]:
    """One game of a file, and whether it is the only one there; raises GameFileError."""
    name = os.fspath(path)
    readings = _from(FileLines(name), name, number)
    reading = next(readings)
    return reading, number == 1 and next(readings, None) is None


def game_of(reading: Reading) -> Game:
    """The game that was read; raises the GameFileError that says why there is none."""
    if reading.game is None:
        raise reading.problems[0]
    return reading.game


def examine(path: str | os.PathLike[str], most: int = MOST_FAULTS) -> Report:
    """What is wrong with a file, harmless faults included; no more of them are kept than asked."""
    faults: list[GameFileError] = []
    count = 0
    for found, unlisted in _faults(os.fspath(path), explained=most):
        faults += found[: most - len(faults)]
        count += len(found) + unlisted
    return Report(tuple(faults), count - len(faults))


def validate(path: str | os.PathLike[str]) -> Iterator[GameFileError]:
    """The faults of every game of a file, harmless ones included, in the order of its text."""
    for found, _ in _faults(os.fspath(path)):
        yield from found


def _faults(
    name: str, explained: int = MOST_EXPLAINED
) -> Iterator[tuple[tuple[GameFileError, ...], int]]:
    """The faults of each game of a file, and how many are not listed."""
    empty = True
    builder = GameBuilder(name, explained=explained)
    try:
        for reading in visit_games(FileLines(name), builder):
            if reading.fault and not builder.is_game_file:
                builder.is_game_file = _is_game_file(name)
                if not builder.is_game_file:
                    yield (GameFileError(_OTHER, name),), 0
                    return
            empty = False
            yield reading.problems, reading.unlisted
    except GameFileError as error:
        yield (error,), 0
        return
    if empty:
        yield (GameFileError(_EMPTY, name),), 0


def _is_game_file(name: str) -> bool:
    """Whether there is a tag anywhere in a file, or what looks like a move."""
    builder = GameBuilder(name, explained=0)
    return any(builder.is_game_file for _ in visit_games(FileLines(name), builder))


def _from(lines: Iterable[str | bytes], name: str, number: int) -> Iterator[Reading]:
    """The game of a number, then an empty reading for each after it; raises GameFileError."""
    count = 0
    for count, reading in enumerate(visit_games(lines, GameBuilder(name, number)), 1):
        if count >= number > 0:
            yield reading
    if not 0 < number <= count:
        raise GameFileError(missing(number, count), name)


def missing(number: int, count: int) -> str:
    """Why a file has no game of some number."""
    return f"there is no game {number}, only {count}" if count else _EMPTY
