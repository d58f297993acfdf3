"""Simultaneous perturbation stochastic approximation (Spall, 1992), for figures of a search.

Each pair of games is played by two tunings, all figures of one moved a little up or down at random
and those of the other the opposite way; then all move towards the side that has won. So a pair says
something of every figure at once, and thousands of them average out. Steps shrink as Spall advises.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from makachess.core.engine.tuning import LIMITS, Tuning
from makachess.play.selfplay.duel import Duel

SPREAD = 0.25  # of a figure: how far it is moved in the last pairs
LEAST_SPREAD = 3.0
STEP = 0.008  # how far all go after a won pair at the end, in spreads
SHRINK, SLOW = 0.101, 0.602  # the powers by which spreads and steps shrink
SETTLING = 0.1  # share of the pairs before steps begin to shrink


@dataclass(frozen=True, slots=True)
class Plan:
    """How many pairs there are in all, and the seed of their directions."""

    start: Tuning
    pairs: int
    seed: int

    def spread(self, name: str, number: int) -> float:
        """How far a figure is moved in a pair."""
        last = max(SPREAD * self.start.values()[name], LEAST_SPREAD)
        return last * (self.pairs / number) ** SHRINK

    def step(self, number: int) -> float:
        """How far all figures go, in their spreads, for each half point that a pair was won by."""
        settling = SETTLING * self.pairs
        return STEP * ((self.pairs + settling) / (number + settling)) ** SLOW

    def signs(self, number: int) -> dict[str, int]:
        """Which way each figure is moved in a pair."""
        dice = random.Random(f"{self.seed}/{number}")
        return {name: dice.choice((-1, 1)) for name in LIMITS}

    def duel(self, figures: Mapping[str, float], number: int) -> Duel:
        """The two tunings of a pair."""
        signs = self.signs(number)
        moved = {name: self.spread(name, number) * sign for name, sign in signs.items()}
        up = {name: value + moved[name] for name, value in figures.items()}
        down = {name: value - moved[name] for name, value in figures.items()}
        return Duel(number, rounded(up), rounded(down))

    def follow(self, figures: dict[str, float], number: int, half_points: int) -> None:
        """Go towards the tuning that has won a pair; `half_points` are the first one's, 0 to 4."""
        for name, sign in self.signs(number).items():
            way = self.step(number) * self.spread(name, number) * sign * (half_points - 2)
            least, most = LIMITS[name]
            figures[name] = min(max(figures[name] + way, least), most)


def rounded(figures: Mapping[str, float]) -> Tuning:
    """The tuning next to some figures."""
    return Tuning(
        **{
            name: round(min(max(value, LIMITS[name][0]), LIMITS[name][1]))
            for name, value in figures.items()
        }
    )
