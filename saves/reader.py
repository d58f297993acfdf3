"""Reading games: from text to `Game` objects, with every fault by line and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from makachess.saves.builder import GameBuilder, Reading
from makachess.saves.game import Game
from makachess.saves.parser import visit_games


def generate_readings(lines: Iterable[str | bytes], name: str = "") -> Iterator[Reading]:
    """Read a text game by game; never raises, faults are part of the reading."""
    return visit_games(lines, GameBuilder(name))


def read_games(lines: Iterable[str | bytes], name: str = "") -> Iterator[Game]:
    """Read a text, such as an open file, game by game; raises GameFileError at the first fault.

    Harmless faults (wrong move numbers, no result at the end) are ignored.

    >>> [game] = read_games(['[White "Anna"]', "1. e4 {best by test} e5 2. Nf3 1-0"])
    >>> game.tags["White"], game.sans, game.result
    ('Anna', ('e4', 'e5', 'Nf3'), '1-0')
    >>> list(read_games(["1. e4 (1. d4 e5 *"], "mine.pgn"))
    Traceback (most recent call last):
    ...
    makachess.saves.errors.GameFileError: mine.pgn:1:7: the variation that begins here has no ')'
    """
    return _generate_games(generate_readings(lines, name))


def _generate_games(readings: Iterator[Reading]) -> Iterator[Game]:
    for reading in readings:
        for problem in reading.problems:
            if not problem.harmless:
                raise problem
        if reading.game is not None:
            yield reading.game
