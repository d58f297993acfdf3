"""Trains the net on what the tables leave unexplained.

The expected points are taken as the logistic function of the tables' score and the net's together.
Mini-batches, Adam with decoupled weight decay (D. Kingma and J. Ba, 2015; I. Loshchilov and
F. Hutter, 2019), a rate that falls to a tenth, and the weights of the best pass over the held-out
games. The products with the sparse rows of positions are all that costs time. SciPy does those of a
batch 12 times as fast as JAX gathers and scatters (4.8 ms and 57 ms on one core for 8,192 positions
of 32 men, two views, 32 units), which is why the few lines of derivatives stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from makachess.core.engine.model import (
    LARGEST_SUM,
    MOST_CEILING,
    Net,
    is_mirrored,
    largest_correction,
    write_numbers,
)
from makachess.core.kernel.accumulator import largest_sum
from makachess.core.kernel.packed import FINENESS, MOST_WORTH
from makachess.core.spec import Variant
from scipy import sparse

from .features import Views, mirror_of, spread_of, usual_men
from .logistic import find_slope, logistic, surprise

BATCH = 4096
PATIENCE = 4  # passes without a better held-out loss
SELDOM = 50  # features seen less often begin with what they share
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # of Adam
LAST_WIDTH = 0.1  # of the second layer, in average men


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a net is trained."""

    units: int = 64
    passes: int = 20
    rate: float = 0.001
    decay: float = 1.0
    seed: int = 1


@dataclass(slots=True)
class Weights:
    """The parameters: of the shared parts of features, the biases, and the second layer."""

    parts: np.ndarray
    bias: np.ndarray
    last: np.ndarray
    offset: np.ndarray

    def arrays(self) -> list[np.ndarray]:
        """All of them."""
        return [self.parts, self.bias, self.last, self.offset]

    def copy(self) -> Weights:
        """Weights that stay as these are now."""
        return Weights(*(array.copy() for array in self.arrays()))


@dataclass(frozen=True, slots=True)
class Trained:
    """The weights found, and the losses of the fitted games and of those held out, by pass."""

    weights: Weights
    slope: float  # points' scale: the logistic function is of so many times the score in men
    losses: tuple[tuple[float, float], ...]  # the first is that of the tables alone


def train(
    variant: Variant,
    tuned: Views,
    held_out: Views,
    man: float,
    recipe: Recipe,
    passes: Callable[[range], Iterable[int]],
) -> Trained:
    """The net that explains best what the tables leave over; `man` is an average man.

    It is that of the pass with the least held-out loss, even if the tables alone have less: so
    there must be games held out. `passes` shows how far it is.
    """
    dice, spread = np.random.default_rng(recipe.seed), spread_of(variant)
    slope = find_slope(tuned.base / man, tuned.points)
    turned = spread[mirror_of(variant)] if is_mirrored(variant) else None
    weights = _begin(variant, tuned, spread, recipe, dice)
    adam = [(np.zeros_like(array), np.zeros_like(array)) for array in weights.arrays()]
    best, losses, step = weights.copy(), [_losses(None, spread, tuned, held_out, man, slope)], 0
    steps = recipe.passes * -(-tuned.size // BATCH)
    for _ in passes(range(recipe.passes)):
        order = dice.permutation(tuned.size)
        for start in range(0, tuned.size, BATCH):
            step += 1
            rate = recipe.rate * (1 - 0.9 * step / steps)
            rows = np.sort(order[start : start + BATCH])
            seen = spread if turned is None or dice.random() < 0.5 else turned
            slopes = _slopes(weights, seen, tuned, rows, man, slope)
            _improve(weights, slopes, adam, step, rate, recipe.decay)
        losses.append(_losses(weights, spread, tuned, held_out, man, slope))
        lowest = best_pass(losses)
        if lowest == len(losses) - 1:
            best = weights.copy()
        if len(losses) - 1 - lowest >= PATIENCE:
            break
    return Trained(best, slope, tuple(losses))


def best_pass(losses: Sequence[tuple[float, float]]) -> int:
    """The number of the pass with the least held-out loss; before the first there is no net."""
    return min(range(1, len(losses)), key=lambda at: losses[at][1])


def _begin(
    variant: Variant,
    data: Views,
    spread: sparse.csr_matrix,
    recipe: Recipe,
    dice: np.random.Generator,
) -> Weights:
    """Random weights where there is something to learn; the rest begins at nothing."""
    parts = np.zeros((spread.shape[1], recipe.units), dtype=np.float32)
    seen = np.bincount(data.own.indices, minlength=spread.shape[0]) >= SELDOM
    width = 0.5 / np.sqrt(usual_men(variant))
    parts[: spread.shape[0]][seen] = dice.normal(0, width, (int(seen.sum()), recipe.units))
    bias = np.full(recipe.units, 0.5, dtype=np.float32)
    last = dice.normal(0, LAST_WIDTH, 2 * recipe.units).astype(np.float32)
    return Weights(parts, bias, last, np.zeros(1, dtype=np.float32))


def _forward(
    weights: Weights, first: np.ndarray, own: sparse.csr_matrix, other: sparse.csr_matrix
) -> tuple[np.ndarray, np.ndarray]:
    """The sums of all units in both views, and what the net says, in average men."""
    sums = np.concatenate([own @ first, other @ first], axis=1)
    sums += np.tile(weights.bias, 2)
    return sums, np.clip(sums, 0, 1) ** 2 @ weights.last + weights.offset[0]


def _slopes(
    weights: Weights,
    spread: sparse.csr_matrix,
    data: Views,
    rows: np.ndarray,
    man: float,
    slope: float,
) -> list[np.ndarray]:
    """The derivatives of the mean loss of some positions."""
    own, other = data.own[rows], data.other[rows]
    sums, said = _forward(weights, spread @ weights.parts, own, other)
    share = logistic(slope * (data.base[rows] / man + said))
    pull = (slope * (share - data.points[rows]) / len(rows)).astype(np.float32)
    inside = (sums > 0) & (sums < 1)
    counted = np.clip(sums, 0, 1)
    back = pull[:, None] * weights.last * (2 * inside * counted)
    units = len(weights.bias)
    by_feature = own.T @ back[:, :units] + other.T @ back[:, units:]
    bias = back.sum(axis=0)
    return [
        spread.T @ by_feature,
        bias[:units] + bias[units:],
        pull @ counted**2,
        np.array([pull.sum()], dtype=np.float32),
    ]


def _improve(
    weights: Weights,
    slopes: list[np.ndarray],
    adam: list[tuple[np.ndarray, np.ndarray]],
    step: int,
    rate: float,
    decay: float,
) -> None:
    """One step of Adam; all but the biases decay."""
    unbiased = np.sqrt(1 - SECOND**step) / (1 - FIRST**step)
    for number, (array, slope, (mean, square)) in enumerate(
        zip(weights.arrays(), slopes, adam, strict=True)
    ):
        mean += (1 - FIRST) * (slope - mean)
        square += (1 - SECOND) * (slope * slope - square)
        if number in (0, 2):
            array *= 1 - rate * decay
        array -= rate * unbiased * mean / (np.sqrt(square) + TINY)


def _losses(
    weights: Weights | None,
    spread: sparse.csr_matrix,
    tuned: Views,
    held_out: Views,
    man: float,
    slope: float,
) -> tuple[float, float]:
    """The mean loss of a part of the fitted games, and of those held out."""
    first = None if weights is None else spread @ weights.parts
    found = []
    for data in (tuned, held_out):
        rows = slice(0, max(held_out.size, 1))
        said: np.ndarray | float = 0.0
        if weights is not None and first is not None:
            said = _forward(weights, first, data.own[rows], data.other[rows])[1]
        scores, points = slope * (data.base[rows] / man + said), data.points[rows]
        found.append(float(surprise(scores, points).mean()) if len(points) else 0.0)
    return found[0], found[1]


# --- whole numbers ------------------------------------------------------------------------------


def make_net(variant: Variant, weights: Weights, man: float) -> Net:
    """The net in whole numbers: as fine as is certain not to overflow."""
    first = spread_of(variant) @ weights.parts
    ceiling = MOST_CEILING
    while True:
        net = _rounded(first, weights, man, ceiling)
        squares = variant.files * variant.ranks
        fits = largest_sum(net.first, write_numbers(net.bias), squares) <= LARGEST_SUM
        if (fits and largest_correction(net) <= MOST_WORTH) or ceiling < 16:
            return net
        ceiling //= 2


def _rounded(first: np.ndarray, weights: Weights, man: float, ceiling: int) -> Net:
    def whole(numbers: np.ndarray) -> list[int]:
        found: list[int] = np.clip(np.rint(numbers), -LARGEST_SUM, LARGEST_SUM).astype(int).tolist()
        return found

    last = whole(weights.last * man * (1 << FINENESS) / ceiling**2)
    return Net(
        units=len(weights.bias),
        ceiling=ceiling,
        bias=tuple(whole(weights.bias * ceiling)),
        last=tuple(last),
        offset=round(float(weights.offset[0]) * man),
        first=write_numbers(whole(first.ravel() * ceiling)),
    )
