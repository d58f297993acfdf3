"""From positions to factors: a logistic regression with a prior.

The expected points are taken as the logistic function of the score in average men, and the factors
as those under which what happened is likeliest, each held near 0 by a Gaussian prior (L2). The loss
is convex, so where the search for the least one begins makes no difference.

What an average man is worth in points is found first, without learning, and then held: otherwise
all that is seen often would shrink or grow together, and what is seldom seen would not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from makachess.core.engine.evaluation import average_man, piece_values
from makachess.core.engine.model import usual_phase
from makachess.core.men import array_men
from makachess.core.spec import Variant
from scipy.sparse import csr_array

from .factors import Factors
from .games import HELD_OUT
from .logistic import find_slope, logistic, surprise
from .positions import Positions

STEPS = 60
MEMORY = 8  # steps that L-BFGS remembers


class Data:
    """Positions as arrays: men by place, White's as 1 and Black's as -1; phases and points."""

    def __init__(self, found: Positions, *, held_out: bool) -> None:
        game = np.frombuffer(found.game, dtype=np.int32)
        wanted = (game % HELD_OUT == 0) == held_out
        number = np.cumsum(wanted) - 1
        row = np.frombuffer(found.row, dtype=np.int32)
        men = wanted[row]
        self.points = np.frombuffer(found.points, dtype=np.float32)[wanted].astype(float)
        self.size = len(self.points)
        place = np.frombuffer(found.place, dtype=np.int32)[men]
        sign = np.frombuffer(found.sign, dtype=np.int8)[men].astype(float)
        ends = np.cumsum(np.bincount(number[row[men]], minlength=self.size))
        places = len(found.variant.pieces) * found.variant.files * found.variant.ranks
        starts = np.concatenate([[0], ends])
        self.men = csr_array((sign, place, starts), shape=(self.size, places))
        self.apart = 2 * _middle_game(found.variant, self.men) - 1

    def scores(self, worth: np.ndarray) -> np.ndarray:
        """White's centipawns in each position; `worth` is what places have in common and apart."""
        common, apart = (self.men @ worth.T).T
        return common + self.apart * apart

    def by_place(self, pull: np.ndarray) -> np.ndarray:
        """The transpose of `scores`: what pulls at positions, by places in common and apart."""
        return (self.men.T @ np.stack([pull, pull * self.apart], axis=1)).T

    def seen(self) -> np.ndarray:
        """How many men were on each place."""
        return np.bincount(self.men.indices, minlength=self.men.shape[1])


def _middle_game(variant: Variant, men: csr_array) -> np.ndarray:
    """How much of each position is middle game, from 0 to 1, as the engine counts it."""
    phases = usual_phase(variant, piece_values(variant))
    by_place = np.repeat([phases[kind] for kind in variant.pieces], variant.files * variant.ranks)
    full = sum(phases[kind] for kind, _ in array_men(variant).values())
    return np.minimum(abs(men) @ by_place / max(full, 1), 1.0)


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters found, and the losses of the fitted games and of those held out, by step."""

    parameters: np.ndarray
    losses: tuple[tuple[float, float], ...]  # the first is that of the start


def fit(factors: Factors, tuned: Data, held_out: Data, looseness: float = 1.0) -> Fit:
    """The likeliest parameters under a prior of so many times its usual width."""
    man: float = average_man(factors.variant)
    man /= find_slope(tuned.scores(factors.start) / man, tuned.points)  # before all learning
    widths = looseness * factors.widths

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        scores = tuned.scores(factors.start + factors.spread(parameters)) / man
        pull = (logistic(scores) - tuned.points) / man
        prior = parameters / widths**2
        value = surprise(scores, tuned.points).sum()
        value += 0.5 * (parameters * prior).sum()
        return value / tuned.size, (factors.gather(tuned.by_place(pull)) + prior) / tuned.size

    losses: list[tuple[float, float]] = []
    known = (tuned, held_out)

    def note(parameters: np.ndarray) -> None:
        worth = factors.start + factors.spread(parameters)
        means = (_mean_loss(data.scores(worth) / man, data) for data in known)
        losses.append((next(means), next(means)))

    found = minimise(loss, np.zeros(2 * factors.half), widths, note)
    return Fit(found, tuple(losses))


def _mean_loss(scores: np.ndarray, data: Data) -> float:
    if not data.size:
        return 0.0
    return float(surprise(scores, data.points).mean())


def minimise(
    loss: Callable[[np.ndarray], tuple[float, np.ndarray]],
    start: np.ndarray,
    widths: np.ndarray,
    note: Callable[[np.ndarray], None],
) -> np.ndarray:
    """Where a smooth convex function is least: L-BFGS, in units of the widths.

    J. Nocedal and S. Wright, Numerical Optimization, algorithm 7.5. `note` hears of each step.
    """
    at = start / widths
    value, slope = _scaled(loss, at, widths)
    steps: list[tuple[np.ndarray, np.ndarray]] = []
    note(widths * at)
    for _ in range(STEPS):
        direction = _newton_like(slope, steps)
        length, change = 1.0, float(direction @ slope)
        while length > 1e-6:
            new, (new_value, new_slope) = at + length * direction, (0.0, slope)
            new_value, new_slope = _scaled(loss, new, widths)
            if new_value <= value + 1e-4 * length * change:
                break
            length /= 2
        else:
            break
        if float((new - at) @ (new_slope - slope)) > 0:
            steps = [*steps[1 - MEMORY :], (new - at, new_slope - slope)]
        done = value - new_value < 1e-7 * abs(value)
        at, value, slope = new, new_value, new_slope
        note(widths * at)
        if done:
            break
    return widths * at


def _scaled(
    loss: Callable[[np.ndarray], tuple[float, np.ndarray]], at: np.ndarray, widths: np.ndarray
) -> tuple[float, np.ndarray]:
    value, slope = loss(widths * at)
    return value, widths * slope


def _newton_like(slope: np.ndarray, steps: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """The direction in which the function falls, by what the last steps tell of its curvature."""
    direction, shares = -slope, []
    for step, change in reversed(steps):
        share = float(step @ direction) / float(step @ change)
        shares.append(share)
        direction = direction - share * change
    if steps:
        step, change = steps[-1]
        direction = direction * (float(step @ change) / float(change @ change))
    for (step, change), share in zip(steps, reversed(shares), strict=True):
        back = float(change @ direction) / float(step @ change)
        direction = direction + (share - back) * step
    return direction
