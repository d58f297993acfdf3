"""Parameters from results: Texel's tuning, done as a regression with a prior.

P. Oesterlund's method for the engine Texel takes the share of the points that a position is worth
as sigmoid(k * evaluation), and looks for the evaluation that agrees best with how games ended. Here
the evaluation is linear in its parameters, so that the likelihood has one maximum, which Newton's
method finds in a few steps. A Gaussian prior holds each parameter near its estimate: a type hardly
seen stays there, one seen in every game goes where the results say. The prior is widened step by
step for as long as the error of games that were held out goes down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .model import Row

OBSERVATIONS = 3.0  # positions of a game share its result: together they count so many
LOOSER = (0.125, 0.25, 0.5, 1.0)  # widths of the prior, in the widths of the model
STEPS = 12  # of Newton's method at most
LEAST_VALUE, LEAST_WEIGHT = 10.0, 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """A position: its factors, White's points in the game it is from, and what it counts."""

    row: Row
    points: float
    weight: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters found, and mean squared errors: of the tuned games, and of those held out."""

    parameters: tuple[float, ...]
    slope: float  # the sigmoid's, for one centipawn
    looseness: float
    before: tuple[float, float]
    after: tuple[float, float]


def fit(
    tuned: Sequence[Sample],
    held_out: Sequence[Sample],
    start: Sequence[float],
    widths: Sequence[float],
    types: int,
) -> Fit:
    """The best parameters; the first `types` of them are values of men, which stay positive."""
    slope = fit_slope(tuned, start)
    least = [LEAST_VALUE] * types + [LEAST_WEIGHT] * (len(start) - types)
    before = (squared_error(tuned, start, slope), squared_error(held_out, start, slope))
    best = Fit(tuple(start), slope, 0.0, before, before)
    for looseness in LOOSER:
        prior = Prior(start, [looseness * width for width in widths], least)
        found = _maximum(tuned, best.parameters, slope, prior)
        after = (squared_error(tuned, found, slope), squared_error(held_out, found, slope))
        if after[1] >= best.after[1]:
            break
        best = Fit(tuple(found), slope, looseness, before, after)
    return best


@dataclass(frozen=True, slots=True)
class Prior:
    """Where parameters are expected, how far from there they may well be, and their least."""

    centre: Sequence[float]
    widths: Sequence[float]
    least: Sequence[float]


def evaluate(row: Row, parameters: Sequence[float]) -> float:
    """Centipawns, White's point of view."""
    return sum(parameters[index] * factor for index, factor in row)


def expected(score: float) -> float:
    """The logistic function, its argument bounded so that it never overflows."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, score))))


def squared_error(samples: Sequence[Sample], parameters: Sequence[float], slope: float) -> float:
    """The mean squared difference between points and expectation, games weighted alike."""
    total = sum(sample.weight for sample in samples)
    errors = (
        sample.weight * (sample.points - expected(slope * evaluate(sample.row, parameters))) ** 2
        for sample in samples
    )
    return sum(errors) / total if total else 0.0


def fit_slope(samples: Sequence[Sample], parameters: Sequence[float]) -> float:
    """The slope of the sigmoid that suits given parameters best, by Newton's method."""
    scores = [evaluate(sample.row, parameters) for sample in samples]
    slope = 0.0
    for _ in range(STEPS):
        gradient = curvature = 0.0
        for sample, score in zip(samples, scores, strict=True):
            share = expected(slope * score)
            gradient += sample.weight * (share - sample.points) * score
            curvature += sample.weight * share * (1 - share) * score * score
        slope -= gradient / curvature if curvature else 0.0
    return slope


def _maximum(
    samples: Sequence[Sample], start: Sequence[float], slope: float, prior: Prior
) -> list[float]:
    """The most likely parameters, by Newton's method from where an earlier search has ended."""
    found = list(start)
    for _ in range(STEPS):
        gradient, curvature = _derivatives(samples, found, slope, prior)
        step = solve(curvature, gradient)
        found = [max(x - s, low) for x, s, low in zip(found, step, prior.least, strict=True)]
        if max(map(abs, step)) < 0.1:
            break
    return found


def _derivatives(
    samples: Sequence[Sample], parameters: Sequence[float], slope: float, prior: Prior
) -> tuple[list[float], list[list[float]]]:
    """Of the negative logarithm of the likelihood, the prior's part included."""
    size = len(parameters)
    gradient = [
        (x - x0) / width**2
        for x, x0, width in zip(parameters, prior.centre, prior.widths, strict=True)
    ]
    curvature = [[0.0] * size for _ in range(size)]
    for index, width in enumerate(prior.widths):
        curvature[index][index] = 1 / width**2
    for sample in samples:
        share = expected(slope * evaluate(sample.row, parameters))
        pull = sample.weight * slope * (share - sample.points)
        bend = sample.weight * slope * slope * share * (1 - share)
        for index, factor in sample.row:
            gradient[index] += pull * factor
            line, bent = curvature[index], bend * factor
            for other, factor_too in sample.row:
                line[other] += bent * factor_too
    return gradient, curvature


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a positive definite system of linear equations, by Gaussian elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            if factor:
                rows[below] = [
                    low - factor * up for low, up in zip(rows[below], rows[pivot], strict=True)
                ]
    found = [0.0] * size
    for index in reversed(range(size)):
        known = sum(rows[index][k] * found[k] for k in range(index + 1, size))
        found[index] = (rows[index][size] - known) / rows[index][index]
    return found
