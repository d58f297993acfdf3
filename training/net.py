"""The step `net`: a small network, trained on what the tables leave unexplained.

The expected points are taken as the logistic function of the tables' score and the net's together.
Mini-batches, Adam with decoupled weight decay (D. Kingma and J. Ba, 2015; I. Loshchilov and
F. Hutter, 2019), a rate that falls to nothing, and the weights of the best pass over the held-out
games. The products with the sparse rows of positions are all that costs time. SciPy does those of a
batch 12 times as fast as JAX gathers and scatters (4.8 ms and 57 ms on one core for 8,192 positions
of 32 pieces, two views, 32 units), which is why the few lines of derivatives stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from makachess.core import MakachessError
from makachess.core.engine.evaluation import average_piece
from makachess.core.engine.model import (
    LARGEST_SUM,
    MOST_CEILING,
    Model,
    Net,
    is_mirrored,
    largest_correction,
    write_numbers,
    zone_count,
    zones_of,
)
from makachess.core.kernel.accumulator import largest_sum
from makachess.core.kernel.packed import FINENESS, MOST_WORTH
from makachess.core.pieces import array_pieces
from makachess.core.spec import Variant
from makachess.training.blocks import Block
from makachess.training.fit import choose_part, find_slope, moves_alike, sum_matrix, surprise
from makachess.training.options import Bar, Options, counted, silent
from makachess.training.places import work_folder
from makachess.training.positions import (
    Positions,
    find_games,
    read_positions,
    refuse_none,
    spread_out,
    turn,
    write_model,
)
from makachess.training.selfplay import HELD_OUT
from makachess.variants.models import load_model, open_model
from scipy.sparse import csr_array
from scipy.special import expit

# What the net sees of positions: a row of features for each view, and the factors of its weights.
#
# A feature is a type, whether its piece is the viewer's own, and the square as the viewer sees it.
# Its weights are a sum, like those of the tables: its own, and those that it shares with types that
# move alike, with the other side of the board, with its rank and with its whole type. Where a side
# has one royal, there is also a part for each of its zones. So what is rare borrows from what is
# often seen. In the file only the sums are left.


class Views:
    """Positions as the side to move sees them, and as the other does; `zones` are those of royals.

    `base` is what the tables say, in centipawns for the side to move; so are the `points`. The
    matrices of all positions would be ten times as large as what is kept of them.
    """

    def __init__(self, found: Positions, model: Model, *, held_out: bool) -> None:
        variant = found.variant
        wanted, pieces, self._start = choose_part(found, held_out=held_out)
        black = found.side[wanted] == 1
        self.size = len(black)
        self._place = found.place[pieces]
        self._mine = (found.sign[pieces] < 0) == np.repeat(black, np.diff(self._start))
        self.zones = zone_count(variant)
        self._near, self._far = _features_of(variant)
        self.features = self.zones * 2 * len(self._near)
        self._zone = self._zones_of_royals(variant)
        points = found.points[wanted]
        self.points = np.where(black, 1 - points, points)
        self.base = self._table_scores(variant, model)

    def _zones_of_royals(self, variant: Variant) -> np.ndarray:
        """By view the zone of each position's royal."""
        zone = np.zeros((2, self.size), dtype=np.int8)
        if self.zones > 1:
            squares = variant.files * variant.ranks
            royal = np.repeat([kind in variant.royals for kind in variant.pieces], squares)
            at = np.flatnonzero(royal[self._place])
            row = np.searchsorted(self._start, at, side="right") - 1
            by_place = np.tile(zones_of(variant, self.zones), len(variant.pieces))
            zone[np.where(self._mine[at], 0, 1), row] = by_place[self._place[at]]
        return zone

    def matrices(self, rows: np.ndarray) -> tuple[csr_array, csr_array]:
        """The features of some positions, in rising order, in both views: a row a position."""
        count = self._start[rows + 1] - self._start[rows]
        start = np.concatenate([[0], np.cumsum(count)], dtype=np.int32)
        pieces = np.arange(start[-1]) + np.repeat(self._start[rows] - start[:-1], count)
        place, mine = self._place[pieces], self._mine[pieces]
        near, far, ones = self._near[place], self._far[place], np.ones(len(place), np.float32)
        views = np.where(mine, near, far), np.where(mine, far, near)
        first = self._zone[:, rows].astype(np.int32) * (2 * len(self._near))
        own, other = (
            csr_array(
                (ones, seen + np.repeat(first[view], count), start),
                shape=(len(rows), self.features),
            )
            for view, seen in enumerate(views)
        )
        return own, other

    def all_rows(self) -> Iterator[np.ndarray]:
        for start in range(0, self.size, BATCH):
            yield np.arange(start, min(start + BATCH, self.size))

    def count_features(self) -> np.ndarray:
        """How often each feature is seen by the side to move, in whatever zone."""
        total = np.zeros(self.features, dtype=np.int64)
        for rows in self.all_rows():
            total += np.bincount(self.matrices(rows)[0].indices, minlength=self.features)
        return total.reshape(self.zones, -1).sum(axis=0)

    def _table_scores(self, variant: Variant, model: Model) -> np.ndarray:
        """What the tables say for the side to move: the other's as that side sees its own."""
        types = [model.types[kind] for kind in variant.pieces]
        phase = np.repeat([found.phase for found in types], variant.files * variant.ranks)
        worth = [[found.middle for found in types], [found.end for found in types], phase]
        by_feature = np.zeros((2 * len(self._near), 3), dtype=np.float32)
        by_feature[self._near] = np.array([np.ravel(part) for part in worth]).T
        by_feature[self._far] = by_feature[self._near] * [-1, -1, 1]
        by_feature = np.tile(by_feature, (self.zones, 1))
        scores = np.zeros(self.size, dtype=np.float32)
        for rows in self.all_rows():
            middle, end, left = (self.matrices(rows)[0] @ by_feature).T
            share = np.minimum(left / (model.full_phase(variant) or 1), 1)
            scores[rows] = end + share * (middle - end)
        return scores


def _features_of(variant: Variant) -> tuple[np.ndarray, np.ndarray]:
    """Place -> the feature of the viewer's own piece there, and that of the other's."""
    squares = variant.files * variant.ranks
    place = np.arange(len(variant.pieces) * squares, dtype=np.int32)
    kind, square = np.divmod(place, squares)
    seen = turn(variant)[square]
    return 2 * kind * squares + square, ((2 * kind + 1) * squares + seen).astype(np.int32)


def mirror_of(variant: Variant) -> np.ndarray:
    """Feature -> the same with left and right exchanged."""
    zones = zone_count(variant)
    shape = (zones, 2 * len(variant.pieces), variant.ranks, variant.files)
    seen = np.arange(np.prod(shape)).reshape(shape)[:, :, :, ::-1]
    return (seen if zones == 1 else seen[[2, 1, 0, 3]]).ravel()


def spread_of(variant: Variant) -> csr_array:
    """Which weights each feature is the sum of: a row a feature, a column a weight."""
    group = np.array(list(moves_alike(variant).values()))
    types, squares = len(variant.pieces), variant.files * variant.ranks
    zones = zone_count(variant)
    zone, kind, whose, square = np.indices((zones, types, 2, squares)).reshape(4, -1)
    rank, file = np.divmod(square, variant.files)
    fold = np.minimum(file, variant.files - 1 - file)
    folded = rank * variant.files + fold
    keys = [
        (kind * 2 + whose) * squares + square,
        (group[kind] * 2 + whose) * squares + folded,
        (kind * 2 + whose) * variant.ranks + rank,
        kind * 2 + whose,
    ]
    if zones > 1:
        keys.append(((zone * types + kind) * 2 + whose) * squares + square)
        keys.append((zone * types + kind) * 2 + whose)
    return sum_matrix(keys)


def usual_pieces(variant: Variant) -> int:
    return len(array_pieces(variant))


class Pools:
    """Games a few at a time, in an order of its own for each pass; `sample` are the first of them.

    `load` makes Views of some of them. A process of its own does so while the last ones are learned
    from: in a thread it would take turns with SciPy.
    """

    def __init__(
        self, games: Sequence[Any], load: Callable[[Sequence[Any]], Views], each: int
    ) -> None:
        self._games, self._load, self._each = games, load, each
        self._reader: ProcessPoolExecutor | None = None
        self.sample = load(games[:each])

    def __call__(self, dice: np.random.Generator) -> Iterator[tuple[Views, float, float]]:
        """All games once: Views, and which part of the pass they are, as shares of it."""
        if len(self._games) <= self._each:
            yield self.sample, 0.0, 1.0
            return
        order = dice.permutation(len(self._games))
        pools = [order[at : at + self._each] for at in range(0, len(order), self._each)]

        def chosen(pool: np.ndarray) -> list[Any]:
            return [self._games[at] for at in np.sort(pool)]

        if self._reader is None:
            self._reader = ProcessPoolExecutor(1, get_context("spawn"))
        coming = self._reader.submit(self._load, chosen(pools[0]))
        for number, following in enumerate([*pools[1:], None], 1):
            views = coming.result()
            if following is not None:
                coming = self._reader.submit(self._load, chosen(following))
            yield views, (number - 1) / len(pools), number / len(pools)

    def close(self) -> None:
        """End the process that loads."""
        if self._reader is not None:
            self._reader.shutdown(cancel_futures=True)
            self._reader = None


POOL = 1 << 18  # positions that are in memory together, and learned from in any order
MOST_HELD_OUT = 100_000
BATCH = 4096
RATE = 0.001  # at the beginning; it falls to nothing
LARGEST = 1.0  # part of a weight, so that sums fit into 16 bits and are fine nevertheless
PATIENCE = 4  # passes without a better held-out loss
SELDOM = 50  # features seen less often begin with what they share
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # of Adam
LAST_WIDTH = 0.1  # of the second layer, in average pieces


class Weights(NamedTuple):
    """The parameters: of the shared parts of features, the biases, and the second layer."""

    parts: np.ndarray
    bias: np.ndarray
    last: np.ndarray
    offset: np.ndarray


@dataclass(frozen=True, slots=True)
class Trained:
    """The weights found, and the losses of the fitted games and of those held out, by pass."""

    weights: Weights
    slope: float  # points' scale: the logistic function is of this times the score in pieces
    losses: tuple[tuple[float, float], ...]  # the first is that of the tables alone


def train(
    variant: Variant,
    pools: Pools,
    held_out: Views,
    piece: float,
    options: Options,
    passes: Callable[[range], Iterable[int]],
) -> Trained:
    """The net that explains best what the tables leave over; `piece` is an average one's worth.

    It is that of the pass with the least held-out loss, even if the tables alone have less: so
    there must be games held out. `passes` shows how far it is.
    """
    dice, spread, tuned = np.random.default_rng(options.seed), spread_of(variant), pools.sample
    slope = find_slope(tuned.base / piece, tuned.points)
    turned = spread[mirror_of(variant)] if is_mirrored(variant) else None
    weights = _begin(variant, tuned, spread, options, dice)
    adam = [(np.zeros_like(array), np.zeros_like(array)) for array in weights]
    best, losses = deepcopy(weights), [_losses(None, spread, tuned, held_out, piece, slope)]
    step = 0
    for number in passes(range(options.passes)):
        for data, begin, end in pools(dice):
            order = dice.permutation(data.size)
            for start in range(0, data.size, BATCH):
                step += 1
                done = (number + begin + (end - begin) * start / data.size) / options.passes
                rows = np.sort(order[start : start + BATCH])
                seen = spread if turned is None or dice.random() < 0.5 else turned
                slopes = _slopes(weights, seen, data, rows, piece, slope)
                _improve(weights, slopes, adam, step, RATE * (1 - done), options.decay)
        losses.append(_losses(weights, spread, tuned, held_out, piece, slope))
        lowest = best_pass(losses)
        if lowest == len(losses) - 1:
            best = deepcopy(weights)
        if len(losses) - 1 - lowest >= PATIENCE:
            break
    return Trained(best, slope, tuple(losses))


def best_pass(losses: Sequence[tuple[float, float]]) -> int:
    """The number of the pass with the least held-out loss; before the first there is no net."""
    return min(range(1, len(losses)), key=lambda at: losses[at][1])


def _begin(
    variant: Variant,
    data: Views,
    spread: csr_array,
    options: Options,
    dice: np.random.Generator,
) -> Weights:
    """Random weights where there is something to learn; the rest begins at nothing."""
    parts = np.zeros((spread.shape[1], options.units), dtype=np.float32)
    seen = data.count_features() >= SELDOM  # their own weights stand first
    width = 0.5 / np.sqrt(usual_pieces(variant))
    parts[: len(seen)][seen] = dice.normal(0, width, (int(seen.sum()), options.units))
    bias = np.full(options.units, 0.5, dtype=np.float32)
    last = dice.normal(0, LAST_WIDTH, 2 * options.units).astype(np.float32)
    return Weights(parts, bias, last, np.zeros(1, dtype=np.float32))


def _forward(
    weights: Weights, first: np.ndarray, own: csr_array, other: csr_array
) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """By view what all units count for, and where they would count more; what the net says.

    That is in average pieces.
    """
    units, counted, rising = len(weights.bias), [], []
    said = np.full(own.shape[0], weights.offset[0], dtype=np.float32)
    for number, view in enumerate((own, other)):
        sums = view @ first
        sums += weights.bias
        rising.append(sums < 1)
        np.clip(sums, 0, 1, out=sums)
        said += (sums * sums) @ weights.last[units * number : units * (number + 1)]
        counted.append(sums)
    return counted, rising, said


def _slopes(
    weights: Weights,
    spread: csr_array,
    data: Views,
    rows: np.ndarray,
    piece: float,
    slope: float,
) -> Weights:
    """The derivatives of the mean loss of some positions, by the weights."""
    own, other = data.matrices(rows)
    counted, rising, said = _forward(weights, spread @ weights.parts, own, other)
    share = expit(slope * (data.base[rows] / piece + said))
    pull = (slope * (share - data.points[rows]) / len(rows)).astype(np.float32)
    units = len(weights.bias)
    by_feature, bias, last = 0.0, np.zeros_like(weights.bias), np.empty_like(weights.last)
    for number, view in enumerate((own, other)):
        part = slice(units * number, units * (number + 1))
        last[part] = pull @ counted[number] ** 2
        back = counted[number]  # 0 where a unit counts for nothing
        back *= rising[number]
        back *= 2 * weights.last[part]
        back *= pull[:, None]
        by_feature = view.T @ back + by_feature
        bias += back.sum(axis=0)
    return Weights(spread.T @ by_feature, bias, last, np.array([pull.sum()], dtype=np.float32))


def _improve(
    weights: Weights,
    slopes: Weights,
    adam: list[tuple[np.ndarray, np.ndarray]],
    step: int,
    rate: float,
    decay: float,
) -> None:
    """One step of Adam; all but the biases decay."""
    unbiased = np.sqrt(1 - SECOND**step) / (1 - FIRST**step)
    for number, (array, slope, (mean, square)) in enumerate(
        zip(weights, slopes, adam, strict=True)
    ):
        mean += (1 - FIRST) * (slope - mean)
        square += (1 - SECOND) * (slope * slope - square)
        if number in (0, 2):
            array *= 1 - rate * decay
        array -= rate * unbiased * mean / (np.sqrt(square) + TINY)
        if number == 0:
            np.clip(array, -LARGEST, LARGEST, out=array)


def _losses(
    weights: Weights | None,
    spread: csr_array,
    tuned: Views,
    held_out: Views,
    piece: float,
    slope: float,
) -> tuple[float, float]:
    """The mean loss of a part of the fitted games, and of those held out."""
    first = None if weights is None else spread @ weights.parts
    found = []
    for data in (tuned, held_out):
        total, size = 0.0, min(data.size, held_out.size)
        for rows in data.all_rows():
            rows = rows[rows < size]
            said: np.ndarray | float = 0.0
            if weights is not None and first is not None:
                said = _forward(weights, first, *data.matrices(rows))[2]
            scores = slope * (data.base[rows] / piece + said)
            total += float(surprise(scores, data.points[rows]).sum())
        found.append(total / max(size, 1))
    return found[0], found[1]


def make_net(variant: Variant, weights: Weights, piece: float) -> Net:
    """The net in whole numbers: as fine as is certain not to overflow."""
    first = spread_of(variant) @ weights.parts
    ceiling = MOST_CEILING
    while True:
        net = replace(_rounded(first, weights, piece, ceiling), zones=zone_count(variant))
        squares = variant.files * variant.ranks
        fits = largest_sum(net.first, write_numbers(net.bias), squares) <= LARGEST_SUM
        if (fits and largest_correction(net) <= MOST_WORTH) or ceiling < 16:
            return net
        ceiling //= 2


def _rounded(first: np.ndarray, weights: Weights, piece: float, ceiling: int) -> Net:
    def whole(numbers: np.ndarray) -> list[int]:
        found: list[int] = np.clip(np.rint(numbers), -LARGEST_SUM, LARGEST_SUM).astype(int).tolist()
        return found

    last = whole(weights.last * piece * (1 << FINENESS) / ceiling**2)
    return Net(
        units=len(weights.bias),
        ceiling=ceiling,
        bias=tuple(whole(weights.bias * ceiling)),
        last=tuple(last),
        offset=round(float(weights.offset[0]) * piece),
        first=write_numbers(whole(first.ravel() * ceiling)),
    )


def _fitted(variant: Variant, model: Model, options: Options, blocks: Sequence[Block]) -> Views:
    return Views(read_positions(variant, blocks, options), model, held_out=False)


def net(variant: Variant, options: Options, bar: Bar = silent) -> str:
    folder = work_folder(variant, options)
    tables = options.tables or folder / "new.model"
    model = replace(load_model(tables, variant), net=None)
    blocks, notes = find_games(variant, options)
    positions = sum(block.positions for block in blocks)

    load = partial(_fitted, variant, model, options)
    pools = Pools(blocks, load, max(1, POOL * len(blocks) // max(positions, 1)))
    judges = read_positions(variant, spread_out(blocks, HELD_OUT * MOST_HELD_OUT), options)
    refuse_none(judges, variant, options)
    held_out = Views(judges, model, held_out=True)
    if not held_out.size:
        raise MakachessError("every tenth game is held out to judge the net by: play 10 or more")
    piece, told = float(average_piece(variant)), "passes"
    with closing(pools):
        trained = train(variant, pools, held_out, piece, options, partial(counted, bar, told))
    model = replace(model, net=make_net(variant, trained.weights, piece))
    notes["positions"] = str(positions)
    notes["tables"] = open_model(tables).header["checksum"]
    path, losses = options.out or folder / "net.model", trained.losses
    return write_model(path, variant, model, notes, losses[0], losses[best_pass(losses)])
