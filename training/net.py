"""The step `net`: a small network, trained on what the tables leave unexplained.

The expected points are taken as the logistic function of the tables' score and the net's together.
Mini-batches, Adam with decoupled weight decay (D. Kingma and J. Ba, 2015; I. Loshchilov and
F. Hutter, 2019), a rate that falls to nothing, and the weights of the best pass over the held-out
games. The products with the sparse rows of positions cost the most time. SciPy does them five times
as fast as JAX gathers and scatters, which is why the few lines of derivatives stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
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
    read_numbers,
    set_of,
    write_numbers,
    zone_count,
    zones_of,
)
from makachess.core.kernel.packed import FINENESS, MOST_WORTH, SETS
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
    """Positions as the side to move sees them, and as the other does.

    `base` is what the tables say, in centipawns for the side to move; so are the `points`. `sets`
    are those of the last weights that count with so many pieces.
    """

    def __init__(self, found: Positions, model: Model, *, held_out: bool) -> None:
        variant = found.variant
        wanted, pieces, self._start = choose_part(found, held_out=held_out)
        black, count = found.side[wanted] == 1, np.diff(self._start)
        self.size = len(black)
        place = found.place[pieces]
        mine = (found.sign[pieces] < 0) == np.repeat(black, count)
        self.zones = zone_count(variant)
        near, far = _features_of(variant)
        self.features = self.zones * 2 * len(near)
        self._seen = [
            np.where(mine, near[place], far[place]),
            np.where(mine, far[place], near[place]),
        ]
        if self.zones > 1:
            self._see_zones(variant, place, mine)
        by_count = [set_of(variant, pieces) for pieces in range(int(count.max(initial=0)) + 1)]
        self.sets = np.array(by_count)[count]
        points = found.points[wanted]
        self.points = np.where(black, 1 - points, points)
        self.base = self._table_scores(variant, model, near, far)

    def _see_zones(self, variant: Variant, place: np.ndarray, mine: np.ndarray) -> None:
        """Make the features those of the zones that the views' own royals are in."""
        squares, apart = variant.files * variant.ranks, self.features // self.zones
        royal = np.repeat([kind in variant.royals for kind in variant.pieces], squares)
        by_place = np.tile(zones_of(variant, self.zones), len(variant.pieces))
        for view, seen in enumerate(self._seen):
            zone = np.zeros(self.size, dtype=np.int32)
            at = np.flatnonzero(royal[place] & (mine if view == 0 else ~mine))
            zone[np.searchsorted(self._start, at, side="right") - 1] = by_place[place[at]]
            seen += np.repeat(apart * zone, np.diff(self._start))

    def shuffled(self, dice: np.random.Generator) -> Views:
        """The same positions in another order."""
        other, order = copy(self), dice.permutation(self.size)
        count = np.diff(self._start)[order]
        other._start = np.concatenate([[0], np.cumsum(count)], dtype=np.int32)
        moved = np.repeat(self._start[order] - other._start[:-1], count)
        moved += np.arange(len(moved), dtype=np.int32)
        other._seen = [seen[moved] for seen in self._seen]
        other.sets, other.points, other.base = (
            part[order] for part in (self.sets, self.points, self.base)
        )
        return other

    def batches(self) -> Iterator[slice]:
        for start in range(0, self.size, BATCH):
            yield slice(start, min(start + BATCH, self.size))

    def matrices(self, rows: slice) -> list[csr_array]:
        """The features of some positions in both views: a row a position."""
        start = self._start[rows.start : rows.stop + 1]
        ones = np.ones(start[-1] - start[0], np.float32)
        shape = len(start) - 1, self.features
        return [
            csr_array((ones, seen[start[0] : start[-1]], start - start[0]), shape=shape)
            for seen in self._seen
        ]

    def count_features(self) -> np.ndarray:
        """How often each feature is seen by the side to move, in whatever zone."""
        total = np.bincount(self._seen[0], minlength=self.features)
        return total.reshape(self.zones, -1).sum(axis=0)

    def _table_scores(
        self, variant: Variant, model: Model, near: np.ndarray, far: np.ndarray
    ) -> np.ndarray:
        """What the tables say for the side to move: the other's as that side sees its own."""
        types = [model.types[kind] for kind in variant.pieces]
        phase = np.repeat([found.phase for found in types], variant.files * variant.ranks)
        worth = [[found.middle for found in types], [found.end for found in types], phase]
        by_feature = np.zeros((2 * len(near), 3), dtype=np.float32)
        by_feature[near] = np.array([np.ravel(part) for part in worth]).T
        by_feature[far] = by_feature[near] * [-1, -1, 1]
        by_feature = np.tile(by_feature, (self.zones, 1))
        middle, end, left = (self.matrices(slice(0, self.size))[0] @ by_feature).T
        share = np.minimum(left / (model.full_phase(variant) or 1), 1)
        return end + share * (middle - end)


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
IN_CACHE = 1 << 15  # numbers at a time, which are read several times
LAST_WIDTH = 0.02  # of the second layer, in average pieces
ROUNDING = 0.98  # what is left of a bound for numbers that are to be rounded


class Weights(NamedTuple):
    """The parameters: of the shared parts of features, the biases, and the second layer.

    The second layer has what all sets share, then what each has of its own; by view and unit.
    """

    parts: np.ndarray
    bias: np.ndarray
    last: np.ndarray
    offset: np.ndarray


@dataclass(frozen=True, slots=True)
class Trained:
    """The weights found, and the losses of the fitted games and of those held out, by pass."""

    weights: Weights
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
    known = Weights(*(np.zeros_like(array) for array in weights))
    if options.start is not None:
        _go_on(variant, weights, known, spread, options.start)
    adam = [(np.zeros_like(array), np.zeros_like(array)) for array in weights]
    best, losses = deepcopy(weights), [_losses(None, spread, tuned, held_out, piece, slope)]
    step = 0
    for number in passes(range(options.passes)):
        for data, begin, end in pools(dice):
            data = data.shuffled(dice)
            for rows in data.batches():
                step += 1
                done = (number + begin + (end - begin) * rows.start / data.size) / options.passes
                seen = spread if turned is None or dice.random() < 0.5 else turned
                slopes = _slopes(weights, seen, data, rows, piece, slope)
                _improve(weights, slopes, adam, known, step, RATE * (1 - done), options.decay)
                _limit(weights, piece)
        losses.append(_losses(weights, spread, tuned, held_out, piece, slope))
        lowest = best_pass(losses)
        if lowest == len(losses) - 1:
            best = deepcopy(weights)
        if len(losses) - 1 - lowest >= PATIENCE:
            break
    return Trained(best, tuple(losses))


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
    last = np.zeros((1 + SETS, 2, options.units), dtype=np.float32)
    last[0] = dice.normal(0, LAST_WIDTH, (2, options.units))
    return Weights(parts, bias, last, np.zeros(1 + SETS, dtype=np.float32))


def _go_on(
    variant: Variant, weights: Weights, known: Weights, spread: csr_array, path: Path
) -> None:
    """Begin with the net in a file, and with random units only where there are more."""
    net, piece = load_model(path, variant).net, float(average_piece(variant))
    units = len(weights.bias)
    if net is None or net.units > units:
        found = "no net" if net is None else f"a net of {net.units} units"
        raise MakachessError(f"{path}: it has {found}; to go on with it takes 1 to {units} units")
    finest = spread.indices.reshape(spread.shape[0], -1)[:, 4 if zone_count(variant) > 1 else 0]
    first = np.array(read_numbers(net.first), dtype=np.float32).reshape(-1, net.units)
    known.parts[finest, : net.units] = np.resize(first, (len(finest), net.units)) / net.ceiling
    known.bias[: net.units] = np.array(net.bias) / net.ceiling
    sets = np.reshape(net.last, (SETS, 2, -1)) * (net.ceiling**2 / (1 << FINENESS) / piece)
    known.last[:, :, : net.units] = [sets.mean(axis=0), *(sets - sets.mean(axis=0))]
    known.offset[1:] = np.array(net.offset) / piece
    for array, begun in zip(weights[:3], known[:3], strict=True):
        array[..., : net.units] = begun[..., : net.units]
    weights.offset[:] = known.offset


def _by_set(shared: np.ndarray) -> np.ndarray:
    """What each set of the second layer has, in all."""
    return shared[0] + shared[1:]


def _forward(
    weights: Weights, first: np.ndarray, views: Sequence[csr_array], sets: np.ndarray
) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """By view what all units count for, and where they would count more; what the net says.

    That is in average pieces.
    """
    counted, rising, said = [], [], _by_set(weights.offset)[sets]
    for view, last in zip(views, _by_set(weights.last).swapaxes(0, 1), strict=True):
        sums = view @ first
        sums += weights.bias
        rising.append(sums < 1)
        np.clip(sums, 0, 1, out=sums)
        said += ((sums * sums) @ last.T)[np.arange(len(sets)), sets]
        counted.append(sums)
    return counted, rising, said


def _slopes(
    weights: Weights, spread: csr_array, data: Views, rows: slice, piece: float, slope: float
) -> Weights:
    """The derivatives of the mean loss of some positions, by the weights."""
    views, sets = data.matrices(rows), data.sets[rows]
    counted, rising, said = _forward(weights, spread @ weights.parts, views, sets)
    share = expit(slope * (data.base[rows] / piece + said))
    pull = np.zeros((len(sets), SETS), dtype=np.float32)
    pull[np.arange(len(sets)), sets] = slope * (share - data.points[rows]) / len(sets)
    by_feature, bias, last = 0.0, np.zeros_like(weights.bias), []
    by_view = _by_set(weights.last).swapaxes(0, 1)
    for view, back, rises, weight in zip(views, counted, rising, by_view, strict=True):
        last.append(pull.T @ (back * back))
        back *= rises  # what is 0 counts for nothing
        back *= pull @ (2 * weight)
        by_feature = view.T @ back + by_feature
        bias += back.sum(axis=0)
    own = np.stack(last, axis=1), pull.sum(axis=0)
    sums = (np.concatenate([part.sum(axis=0, keepdims=True), part]) for part in own)
    return Weights(spread.T @ by_feature, bias, *sums)


def _limit(weights: Weights, piece: float) -> None:
    """Keep what the net can say within what it may."""
    most = np.abs(_by_set(weights.last)).sum(axis=(1, 2)) + np.abs(_by_set(weights.offset))
    share = min(1.0, ROUNDING * MOST_WORTH / piece / max(float(most.max()), 1e-9))
    weights.last[:] *= share
    weights.offset[:] *= share


def _improve(
    weights: Weights,
    slopes: Weights,
    adam: list[tuple[np.ndarray, np.ndarray]],
    known: Weights,
    step: int,
    rate: float,
    decay: float,
) -> None:
    """One step of Adam; all but the biases decay to what was known. The slopes are used up."""
    unbiased = np.sqrt(1 - SECOND**step) / (1 - FIRST**step)
    for number, arrays in enumerate(
        zip(weights, slopes, known, *zip(*adam, strict=True), strict=True)
    ):
        for start in range(0, weights[number].size, IN_CACHE):
            part = slice(start, start + IN_CACHE)
            array, slope, begun, mean, square = (each.reshape(-1)[part] for each in arrays)
            mean *= FIRST
            mean += (1 - FIRST) * slope
            square *= SECOND
            slope *= slope
            slope *= 1 - SECOND
            square += slope
            np.sqrt(square, out=slope)
            slope += TINY
            np.divide(mean, slope, out=slope)
            slope *= rate * unbiased
            if number in (0, 2):
                array += rate * decay * (begun - array)
            array -= slope
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
        for rows in data.batches():
            rows = slice(rows.start, min(rows.stop, size))
            if rows.start >= size:
                break
            said: np.ndarray | float = 0.0
            if weights is not None and first is not None:
                said = _forward(weights, first, data.matrices(rows), data.sets[rows])[2]
            scores = slope * (data.base[rows] / piece + said)
            total += float(surprise(scores, data.points[rows]).sum())
        found.append(total / max(size, 1))
    return found[0], found[1]


def make_net(variant: Variant, weights: Weights, piece: float) -> Net:
    """The net in whole numbers: as fine as is certain not to overflow."""
    first, units = spread_of(variant) @ weights.parts, len(weights.bias)
    squares = variant.files * variant.ranks
    on_square = np.abs(first).reshape(-1, squares, units).max(axis=0)
    largest = float((on_square.sum(axis=0) + np.abs(weights.bias)).max())
    ceiling = int(min(MOST_CEILING, ROUNDING * LARGEST_SUM / max(largest, 1e-9)))
    last = _whole(_by_set(weights.last) * piece * (1 << FINENESS) / ceiling**2)
    return Net(
        units=units,
        ceiling=ceiling,
        bias=tuple(_whole(weights.bias * ceiling)),
        last=tuple(last),
        offset=tuple(_whole(_by_set(weights.offset) * piece)),
        first=write_numbers(_whole(first * ceiling)),
        zones=zone_count(variant),
    )


def _whole(numbers: np.ndarray) -> list[int]:
    found: list[int] = np.rint(numbers).astype(int).clip(-LARGEST_SUM, LARGEST_SUM).ravel().tolist()
    return found


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
