"""What a match proves: score, Elo with an error bar, and a sequential test.

Two games from the same opening, colours changed, are one observation: their results are not
independent, and openings that favour a side cancel out. So the statistics are those of pairs, with
the five possible results 0, 1/2, ..., 2 of the first engine ("pentanomial").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

DEVIATIONS = 1.96  # of a normal distribution: 95 % lie within
ALPHA = BETA = 0.05  # the errors that the sequential test admits
REGULAR = 1e-3  # what stands for a count of zero, as in Fishtest


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each result came up: single games, and pairs by the points of the first engine."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The first engine's share of the points; a half if nothing has been played."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def observations(self) -> list[int]:
        """Counts of equally spaced scores: pairs, or single games if most have lost their pair."""
        if 4 * sum(self.pairs) >= self.games:
            return list(self.pairs)
        return [self.losses, self.draws, self.wins]


def elo(score: float) -> float:
    """The difference in rating at which a share of the points is expected.

    The logistic curve of A. E. Elo's system: 400 log10(score / (1 - score)).
    """
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The share of the points expected at a difference in rating, the inverse of `elo`."""
    return 1 / (1 + 10 ** (-difference / 400))


def interval(counts: Counts) -> tuple[float, float]:
    """Scores between which the true one lies in 95 cases of 100.

    Normal approximation for the mean of the observations, after two lost and two won ones have been
    added to them: A. Agresti and B. A. Coull, "Approximate is better than exact for interval
    estimation of binomial proportions", The American Statistician 52 (1998). That keeps it honest
    for few games, and for matches in which one engine wins all.
    """
    mean, deviation = _mean_score(counts)
    error = DEVIATIONS * deviation
    return max(0.0, mean - error), min(1.0, mean + error)


def superiority(counts: Counts) -> float:
    """The likelihood that the first engine is the stronger one, in the same approximation."""
    mean, deviation = _mean_score(counts)
    return 0.5 * (1 + math.erf((mean - 0.5) / (math.sqrt(2) * deviation)))


def _mean_score(counts: Counts) -> tuple[float, float]:
    """The mean score, with two losses and two wins more, and its standard deviation."""
    first, *others, last = counts.observations()
    seen = [first + 2, *others, last + 2]
    scores = [i / (len(seen) - 1) for i in range(len(seen))]
    mean = fmean(scores, seen)
    return mean, math.sqrt(fmean([(score - mean) ** 2 for score in scores], seen) / sum(seen))


def likelihood_ratio(counts: Counts, elo0: float, elo1: float) -> float:
    """Log-likelihood ratio of the hypotheses that the difference is elo1, against elo0.

    The generalised sequential probability ratio test: for each hypothesis the likeliest
    distribution of the observations with that mean is taken. M. Van den Bergh, "The Generalized
    Sequential Probability Ratio Test", proposition 1.1; used by Fishtest.
    """
    if not counts.games:
        return 0.0
    seen = [count or REGULAR for count in counts.observations()]
    total = sum(seen)
    shares = [count / total for count in seen]
    null = _likeliest(shares, expected_score(elo0))
    other = _likeliest(shares, expected_score(elo1))
    return total * sum(p * math.log(b / a) for p, a, b in zip(shares, null, other, strict=True))


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with a given mean under which the observed shares are the likeliest.

    It is p / (1 + x (score - mean)), with the x at which its mean is right, found by halving.
    """
    scores = [i / (len(shares) - 1) - mean for i in range(len(shares))]
    low, high = -1 / scores[-1], -1 / scores[0]
    for _ in range(100):
        x = (low + high) / 2
        slope = sum(p * s / (1 + x * s) for p, s in zip(shares, scores, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [p / (1 + x * s) for p, s in zip(shares, scores, strict=True)]


def bounds() -> tuple[float, float]:
    """Ratios at which the test ends, for elo0 and for elo1 (A. Wald, Sequential Analysis, 1947)."""
    return math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)


def verdict(counts: Counts, sprt: tuple[float, float]) -> Literal[-1, 0, 1]:
    """Which difference the test has accepted: the first, none yet, or the second."""
    low, high = bounds()
    ratio = likelihood_ratio(counts, *sprt)
    if low < ratio < high:
        return 0
    return 1 if ratio >= high else -1
