"""The step `fit`: what pieces are worth on each square, by a logistic regression with a prior.

The expected points are taken as the logistic function of the score in average pieces, and the
factors as those under which what happened is likeliest, each held near 0 by a Gaussian prior (L2).
The loss is convex, so where the search for the least one begins makes no difference.

What an average piece is worth in points is found first, without learning, and then held: otherwise
all that is seen often would shrink or grow together, and what is seldom seen would not.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from makachess.core.betza import parse_betza
from makachess.core.engine.evaluation import KING_PRICE, average_piece, piece_values, plain_model
from makachess.core.engine.model import Model, TypeModel, usual_phase
from makachess.core.kernel.packed import MOST_WORTH
from makachess.core.pieces import array_pieces, never_taken
from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.training.options import Bar, Options, counted, silent
from makachess.training.places import present_model, work_folder
from makachess.training.positions import (
    Positions,
    find_games,
    read_positions,
    refuse_none,
    spread_out,
    write_model,
)
from makachess.training.selfplay import HELD_OUT
from makachess.variants.models import choose_model_file
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import entr, expit

APART = 0.7  # how much less middle and end game may differ than both may from what they were

# How far a factor may well be from nothing, in centipawns (types: in shares of their value).
TYPE, ALIKE, RANK, FILE, MIRRORED, SQUARE = 0.25, 0.25, 25.0, 20.0, 20.0, 10.0


# What a table is made of: parts that squares, ranks, files and types that move alike share.
#
# A type on a square is worth what it was before, by a model's tables or by the engine without one,
# plus what its factors have learned. A factor that many positions speak of learns fast, one that
# few speak of stays where it was; so a promoted type that is hardly ever seen borrows from the
# types that move like it, and a square from its rank, its file and its mirror image. All factors
# are there twice: once for what the middle and the end game have in common, once for what tells
# them apart.


class Factors:
    """The factors of a variant's places, all parameters in one vector.

    `start` is what each place is worth before, by a model's tables, else by the engine without
    one: in common for middle and end game, and apart. `prices` are those of types in either.
    `widths` are how far each parameter may well be from 0.
    """

    def __init__(self, variant: Variant, model: Model | None = None) -> None:
        self.variant = variant
        known = (model or plain_model(variant)).types.values()
        middle, end = np.ravel([of.middle for of in known]), np.ravel([of.end for of in known])
        self.start = np.array([middle + end, middle - end]) / 2
        self.prices = np.array([of.price for of in known]).T
        self._sums, widths = _make_factors(variant)
        self.widths = np.concatenate([widths, APART * widths])

    def spread(self, parameters: np.ndarray) -> np.ndarray:
        """What each place has learned: in common, and apart."""
        return parameters.reshape(2, -1) @ self._sums.T

    def gather(self, by_place: np.ndarray) -> np.ndarray:
        """The transpose of `spread`: derivatives by parameters from those by places."""
        return (by_place @ self._sums).ravel()


def _make_factors(variant: Variant) -> tuple[csr_array, np.ndarray]:
    """Which parameters each place is the sum of, and the widths of the parameters."""
    values = piece_values(variant)
    usual = sorted(values[kind] for kind in variant.pieces if kind not in variant.royals)
    least = usual[len(usual) // 2] if usual else 100
    ranks, files = variant.ranks, variant.files
    kind, rank, file = np.indices((len(variant.pieces), ranks, files)).reshape(3, -1)
    alike = np.array(list(moves_alike(variant).values()))[kind]
    value = np.array([max(values[name], least) for name in variant.pieces])[kind]
    fold = np.minimum(file, files - 1 - file)
    found = [
        (kind, TYPE * value),
        (alike, ALIKE * value),
        (kind * ranks + rank, RANK),
        (alike * ranks + rank, RANK),
        (kind * files + fold, FILE),
        ((alike * ranks + rank) * files + fold, MIRRORED),
        ((kind * ranks + rank) * files + fold, MIRRORED),
    ]
    if not is_symmetric(variant):
        found.append(((kind * ranks + rank) * files + file, SQUARE))
    numbers, widths = [], []
    for key, width in found:
        _, first, number = np.unique(key, return_index=True, return_inverse=True)
        numbers.append(number)
        widths.append(np.broadcast_to(width, len(key))[first])
    return sum_matrix(numbers), np.concatenate(widths)


def sum_matrix(keys: Sequence[np.ndarray]) -> csr_array:
    """A matrix whose rows are sums of parameters: one for each key, by its number in that row."""
    offsets = np.cumsum([0, *(key.max() + 1 for key in keys)])
    columns = (np.stack(keys, axis=1) + offsets[:-1]).astype(np.int32)
    starts = np.arange(0, columns.size + 1, len(keys), dtype=np.int32)
    ones = np.ones(columns.size, dtype=np.float32)
    return csr_array((ones, columns.ravel(), starts), shape=(len(columns), offsets[-1]))


def moves_alike(variant: Variant) -> Mapping[str, int]:
    """Type -> the number of its group; types that move alike share one."""
    found, groups = {}, dict[Hashable, int]()
    for piece in variant.pieces.values():
        movement = parse_betza(piece.betza)
        powers = tuple(sorted(power.name for power in movement.powers))
        group = frozenset(movement.legs), powers, movement.paths, piece.royal
        found[piece.id] = groups.setdefault(group, len(groups))
    return found


def is_symmetric(variant: Variant) -> bool:
    """Whether the array is the same from left to right as from right to left."""
    pieces = array_pieces(variant)
    turned = {Square(variant.files - 1 - s.file, s.rank): piece for s, piece in pieces.items()}
    return turned == dict(pieces)


def make_model(factors: Factors, parameters: np.ndarray, seen: np.ndarray) -> Model:
    """The model of the parameters found; `seen` is how often each place was.

    It is brought to the scale of the variant's own values, of which the search's margins are parts.
    """
    variant, values = factors.variant, piece_values(factors.variant)
    shape = (len(variant.pieces), variant.files * variant.ranks)
    learned, often = _phases(factors.spread(parameters), shape), seen.reshape(shape) + 1.0
    prices = factors.prices + np.stack(
        [np.average(part, axis=1, weights=often) for part in learned]
    )
    scale = _scale(variant, dict(zip(variant.pieces, prices.mean(axis=0), strict=True)))
    tables = _whole(scale * (_phases(factors.start, shape) + learned))
    prices = _whole(scale * prices)
    prices[:, [kind in never_taken(variant) for kind in variant.pieces]] = KING_PRICE
    phases, rows = usual_phase(variant, values), (prices.T.tolist(), *tables.tolist())
    return Model(
        {
            kind: TypeModel(phases[kind], (price[0], price[1]), tuple(middle), tuple(end))
            for kind, price, middle, end in zip(variant.pieces, *rows, strict=True)
        }
    )


def _phases(parts: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Middle and end game, by type and square, of what places have in common and apart."""
    common, apart = (part.reshape(shape) for part in parts)
    return np.stack([common + apart, common - apart])


def _scale(variant: Variant, prices: Mapping[str, float]) -> float:
    """What brings the average piece of the array back to what it was."""
    pieces = [kind for kind, _ in array_pieces(variant).values() if kind not in variant.royals]
    return (
        average_piece(variant) * len(pieces) / sum(prices[kind] for kind in pieces)
        if pieces
        else 1.0
    )


def _whole(numbers: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(numbers), -MOST_WORTH, MOST_WORTH).astype(int)


# Scores and expected points: the logistic function, and what a wrong expectation costs.

NEWTON = 12  # steps to find the slope


def surprise(scores: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The cross entropy of expected points, less what they would cost if they were known."""
    return np.logaddexp(0.0, scores) - points * scores - entr(points) - entr(1 - points)


def find_slope(scores: np.ndarray, points: np.ndarray) -> float:
    """How much steeper than usual the points rise with the scores, by Newton's method."""
    slope = 1.0
    for _ in range(NEWTON):
        share = expit(slope * scores)
        change = ((share - points) * scores).sum()
        bend = (share * (1 - share) * scores**2).sum()
        slope = min(max(slope - change / max(bend, 1e-9), slope / 2), 2 * slope)
    return float(slope)


MOST = 2_000_000  # positions, of whatever number there are: more change little
STEPS = 60  # at most
ENOUGH = 1e-7  # a step that lowers the loss by a smaller share is the last
PART = 1 << 16  # positions


def choose_part(found: Positions, *, held_out: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which positions and pieces are fitted, or held out, and where the pieces of each begin.

    The number of a game only tells whether it is held out, so games of different files may share
    one. The last of the beginnings is the end of all pieces.
    """
    wanted = (found.game % HELD_OUT == 0) == held_out
    count = found.count
    starts = np.concatenate([[0], np.cumsum(count[wanted], dtype=np.int64)])
    return wanted, np.repeat(wanted, count), starts


class Data:
    """Positions as arrays: pieces by place, White's as 1 and Black's as -1; phases and points.

    The matrix of all positions is made part by part, since the whole is many times as large as what
    is kept of it.
    """

    def __init__(self, found: Positions, *, held_out: bool) -> None:
        variant = found.variant
        wanted, pieces, self._starts = choose_part(found, held_out=held_out)
        self.points = found.points[wanted].astype(float)
        self.size = len(self.points)
        self._place = found.place[pieces]
        self._sign = found.sign[pieces]
        self._places = len(variant.pieces) * variant.files * variant.ranks
        self.apart = 2 * self._middle_game(variant) - 1

    def _parts(self) -> Iterator[tuple[slice, csr_array]]:
        for first in range(0, self.size, PART):
            rows = slice(first, min(first + PART, self.size))
            starts = self._starts[rows.start : rows.stop + 1]
            pieces = slice(starts[0], starts[-1])
            shape = (rows.stop - rows.start, self._places)
            numbers = (self._sign[pieces].astype(float), self._place[pieces], starts - starts[0])
            yield rows, csr_array(numbers, shape=shape)

    def scores(self, worth: np.ndarray) -> np.ndarray:
        """White's centipawns in each position; `worth` is what places have in common and apart."""
        found = np.empty(self.size)
        for rows, pieces in self._parts():
            common, apart = worth @ pieces.T
            found[rows] = common + self.apart[rows] * apart
        return found

    def by_place(self, pull: np.ndarray) -> np.ndarray:
        """The transpose of `scores`: what pulls at positions, by places in common and apart."""
        found = np.zeros((2, self._places))
        for rows, pieces in self._parts():
            found += np.stack([pull[rows], pull[rows] * self.apart[rows]]) @ pieces
        return found

    def seen(self) -> np.ndarray:
        return np.bincount(self._place, minlength=self._places)

    def _middle_game(self, variant: Variant) -> np.ndarray:
        """How much of each position is middle game, from 0 to 1, as the engine counts it."""
        phases = usual_phase(variant, piece_values(variant))
        squares = variant.files * variant.ranks
        by_place = np.repeat([phases[kind] for kind in variant.pieces], squares)
        full = sum(phases[kind] for kind, _ in array_pieces(variant).values())
        left = np.add.reduceat(by_place[self._place], self._starts[:-1]) if self.size else 0.0
        return np.minimum(left / max(full, 1), 1.0)


@dataclass(frozen=True, slots=True)
class Fit:
    parameters: np.ndarray
    before: tuple[float, float]  # the losses of the fitted games, and of those held out
    after: tuple[float, float]


def regress(factors: Factors, tuned: Data, held_out: Data, looseness: float = 1.0) -> Fit:
    """The likeliest parameters under a prior of `looseness` times its usual width."""
    piece: float = average_piece(factors.variant)
    piece /= find_slope(tuned.scores(factors.start) / piece, tuned.points)  # before all learning
    widths = looseness * factors.widths

    # Here parameters are counted in their widths. The loss is the sum over all positions, not the
    # mean, since below 1 L-BFGS-B takes `ftol` for a difference and not for a share.

    def scores_of(data: Data, at: np.ndarray) -> np.ndarray:
        return data.scores(factors.start + factors.spread(widths * at)) / piece

    def loss(at: np.ndarray) -> tuple[float, np.ndarray]:
        scores = scores_of(tuned, at)
        pull = (expit(scores) - tuned.points) / piece
        value = surprise(scores, tuned.points).sum() + 0.5 * at @ at
        return value, widths * factors.gather(tuned.by_place(pull)) + at

    def losses(at: np.ndarray) -> tuple[float, float]:
        fitted, out = (_mean_loss(scores_of(data, at), data) for data in (tuned, held_out))
        return fitted, out

    start = np.zeros_like(widths)
    options = {"maxiter": STEPS, "ftol": ENOUGH, "gtol": 0}
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options=options)
    return Fit(widths * found.x, losses(start), losses(found.x))


def _mean_loss(scores: np.ndarray, data: Data) -> float:
    if not data.size:
        return 0.0
    return float(surprise(scores, data.points).mean())


def fit(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Find the tables that explain the games best, from the present ones on."""
    blocks, notes = find_games(variant, options)
    found = read_positions(variant, counted(bar, "blocks", spread_out(blocks, MOST)), options)
    refuse_none(found, variant, options)
    notes["positions"] = str(len(found))
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    file = choose_model_file(present_model(variant, options), variant)
    present = file.read(variant) if file else None
    factors = Factors(variant, present)
    result = regress(factors, tuned, held_out, options.loose)
    model = make_model(factors, result.parameters, tuned.seen())
    if present is not None:
        model = replace(model, tuning=present.tuning)
    path = options.out or work_folder(variant, options) / "new.model"
    return write_model(path, variant, model, notes, result.before, result.after)
