"""Whether what was tuned wins: the same engine with the file's values and with the estimates."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.engine import Engine
from makachess.core.spec import Variant
from makachess.play.match.openings import random_openings
from makachess.play.match.statistics import Counts

from .model import untuned
from .selfplay import OPENING_PLIES, play_game


def play_match(variant: Variant, games: int, nodes: int, seed: int) -> Iterator[Counts]:
    """The standing after each pair of games, from one opening with colours changed."""
    mine, theirs = Engine(variant, hash_mb=2), Engine(untuned(variant), hash_mb=2)
    opening = random_openings(variant, OPENING_PLIES, seed)
    counts = Counts()
    for number in range(games // 2):
        moves = opening(number).moves
        first, _ = play_game((mine, theirs), moves, nodes)
        second, _ = play_game((theirs, mine), moves, nodes)
        counts += _pair(first, 1 - second)
        yield counts


def _pair(first: float, second: float) -> Counts:
    """Two games as counts, by the points of the tuned engine."""
    results = [first, second]
    pairs = [0, 0, 0, 0, 0]
    pairs[round(2 * (first + second))] = 1
    return Counts(
        wins=results.count(1.0),
        draws=results.count(0.5),
        losses=results.count(0.0),
        pairs=(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
    )
