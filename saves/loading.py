"""Games from files on disk, read by `reader`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from makachess.saves.errors import GameFileError
from makachess.saves.game import Game
from makachess.saves.reader import Reading, generate_readings, read_games

_EMPTY = "there is no game in this file"


def load_games(path: str | os.PathLike[str]) -> list[Game]:
    """All games of a file, which has at least one; raises GameFileError."""
    name = os.fspath(path)
    games = list(read_games(_lines(name), name))
    if not games:
        raise GameFileError(_EMPTY, name)
    return games


def load_readings(path: str | os.PathLike[str]) -> list[Reading]:
    """What can be read of a file, damaged or not; raises GameFileError if it cannot be opened."""
    name = os.fspath(path)
    return list(generate_readings(_lines(name), name))


def load_game(path: str | os.PathLike[str], number: int = 1) -> tuple[Game, str]:
    """One game of a file (counted from 1), and what is wrong with it; raises GameFileError."""
    name = os.fspath(path)
    return read_game(_lines(name), name, number)


def read_game(lines: Iterable[str | bytes], name: str = "", number: int = 1) -> tuple[Game, str]:
    """One game of a text (counted from 1), damaged or not, and the first fault that costs moves.

    Later games are not read. Raises GameFileError if there is no such game, or nothing of it can be
    shown.
    """
    readings = list(islice(generate_readings(lines, name), max(number, 0)))
    game = game_among(readings, number, name)
    return game, readings[-1].fault


def game_among(readings: Sequence[Reading], number: int, name: str) -> Game:
    """The game of a number (from 1) among a file's readings; raises GameFileError."""
    if not 1 <= number <= len(readings):
        raise GameFileError(_missing(number, len(readings)), name)
    reading = readings[number - 1]
    if reading.game is None:
        raise reading.problems[0]
    return reading.game


def validate(path: str | os.PathLike[str]) -> Iterator[GameFileError]:
    """Everything wrong with a file, harmless faults included, in the order of its text."""
    name = os.fspath(path)
    empty = True
    try:
        for reading in generate_readings(_lines(name), name):
            empty = False
            yield from reading.problems
    except GameFileError as error:
        yield error
        return
    if empty:
        yield GameFileError(_EMPTY, name)


def _missing(number: int, count: int) -> str:
    """Why a file has no game of some number."""
    return f"there is no game {number}, only {count}" if count else _EMPTY


def _lines(name: str) -> Iterator[bytes]:
    """The lines of a file; raises GameFileError if it cannot be read."""
    try:
        with open(name, "rb") as file:
            yield from file
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise GameFileError(f"the file cannot be read: {reason}", name) from error
