"""Pairs of games between two tunings of the search, each a function of its order."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from makachess.core.engine import Engine
from makachess.core.engine.tuning import Tuning
from makachess.play.selfplay.game import Series, new_engine, openings_of, play_out

_own = threading.local()  # two engines for each thread that plays


@dataclass(frozen=True, slots=True)
class Duel:
    """A pair of games of a series to be played: its number, and who plays."""

    number: int
    one: Tuning
    other: Tuning


def play_duel(series: Series, duel: Duel) -> tuple[int, int]:
    """The number of a pair, and the half points of the first of two tunings, from 0 to 4.

    Both games begin with the same opening, with colours changed.
    """
    one, other = _engines(series)
    one.tuning, other.tuning = duel.one, duel.other
    for opening, fair in openings_of(series, duel.number):
        game = play_out(series, duel.number, opening, (one, other), fair=fair)
        if game is None:
            continue
        back = play_out(series, duel.number, opening, (other, one), fair=False)
        assert back is not None  # it need not be fair
        return duel.number, round(2 * (game.points + 1 - back.points))
    raise AssertionError("the last opening need not be fair")


def _engines(series: Series) -> tuple[Engine, Engine]:
    """The engines of this thread, made anew for another model."""
    key = series.checksum, series.variant
    if getattr(_own, "key", None) != key:
        _own.engines = new_engine(series), new_engine(series)
        _own.key = key
    engines: tuple[Engine, Engine] = _own.engines
    return engines
