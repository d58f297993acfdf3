"""Glicko-2 with the numbers of lichess (http://www.glicko.net/glicko/glicko2.pdf)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, pi, sqrt

SCALE = 173.7178
TAU = 0.75  # how much the volatility may change
PERIODS = 0.21436  # of rating in a day
RATINGS, DEVIATIONS, VOLATILITIES = (400.0, 4000.0), (45.0, 500.0), (0.01, 0.1)
PROVISIONAL = 110.0  # the deviation above which a rating says little


@dataclass(frozen=True, slots=True)
class Rating:
    value: float = 1500.0
    deviation: float = 500.0
    volatility: float = 0.09

    def __str__(self) -> str:
        return f"{self.value:.0f}" + "?" * (self.deviation > PROVISIONAL)


def rate(
    player: Rating, games: Sequence[tuple[Rating, float]], days: float = 0, tau: float = TAU
) -> Rating:
    """The rating after games against opponents, of each of which the player has scored 0 to 1.

    `days` are those since it was last changed, in which it has become less certain.
    """
    mu, sigma = (player.value - 1500) / SCALE, player.volatility
    phi = hypot(player.deviation / SCALE, sigma * sqrt(days * PERIODS))
    precision = surprise = 0.0
    for opponent, score in games:
        g = 1 / sqrt(1 + 3 * (opponent.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (opponent.value - 1500) / SCALE)))
        precision += g**2 * expected * (1 - expected)
        surprise += g * (score - expected)
    sigma = _volatility(sigma, phi, 1 / precision, surprise / precision, tau)
    phi = 1 / sqrt(1 / hypot(phi, sigma) ** 2 + precision)
    return Rating(
        _within(1500 + SCALE * (mu + phi**2 * surprise), RATINGS),
        _within(SCALE * phi, DEVIATIONS),
        _within(sigma, VOLATILITIES),
    )


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the root is looked for by the Illinois algorithm."""

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - begin) / tau**2

    begin = low = log(sigma**2)
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = begin - tau
        while f(high) < 0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1])
