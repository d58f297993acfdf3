"""From positions to factors: a logistic regression with a prior.

The expected points are taken as the logistic function of the score in average pieces, and the
factors as those under which what happened is likeliest, each held near 0 by a Gaussian prior (L2).
The loss is convex, so where the search for the least one begins makes no difference.

What an average piece is worth in points is found first, without learning, and then held: otherwise
all that is seen often would shrink or grow together, and what is seldom seen would not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from makachess.core.betza import parse_betza
from makachess.core.engine.evaluation import average_piece, piece_values, piece_worth
from makachess.core.engine.model import Model, TypeModel, usual_phase
from makachess.core.kernel.packed import MOST_WORTH
from makachess.core.pieces import array_pieces, never_taken
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square
from makachess.training.learned import find_positions, write_model
from makachess.training.options import Bar, Options, silent
from makachess.training.places import present_model, work_folder
from makachess.training.positions import Positions
from makachess.training.selfplay import HELD_OUT
from makachess.variants.models import choose_model_file
from scipy.sparse import csr_array

KING_PRICE = 20_000  # of one that may not be taken: no exchange may end with it
APART = 0.7  # how much less middle and end game may differ than both may from what they were

# How far a factor may well be from nothing, in centipawns (types: in shares of their value).
TYPE, ALIKE, RANK, FILE, MIRRORED, SQUARE = 0.25, 0.25, 25.0, 20.0, 20.0, 10.0


# --- the factors ----------------------------------------------------------------------------------
#
# What a table is made of: parts that squares, ranks, files and types that move alike share.
#
# A type on a square is worth what it was before, by a model's tables or by the engine without one,
# plus what its factors have learned. A factor that many positions speak of learns fast, one that
# few speak of stays where it was; so a promoted type that is hardly ever seen borrows from the
# types that move like it, and a square from its rank, its file and its mirror image. All factors
# are there twice: once for what the middle and the end game have in common, once for what tells
# them apart.


@dataclass(frozen=True, slots=True)
class Factor:
    """For each place the factor's parameter, and how far that may well be from 0."""

    name: str
    index: np.ndarray
    widths: np.ndarray


class Factors:
    """The factors of a variant's places, all parameters in one vector.

    `start` is what each place is worth before, by a model's tables, else by the engine without
    one: in common for middle and end game, and apart. `prices` are those of types in either.
    """

    def __init__(self, variant: Variant, model: Model | None = None) -> None:
        self.variant = variant
        self.start = _start(variant) if model is None else _start_of(model)
        self.prices = _prices(variant) if model is None else _prices_of(model)
        self.places = self.start.shape[1]
        self.factors = tuple(_generate_factors(variant))
        sizes = [len(factor.widths) for factor in self.factors]
        self.offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(int)
        self.half = int(self.offsets[-1])
        widths = np.concatenate([factor.widths for factor in self.factors])
        self.widths = np.concatenate([widths, APART * widths])

    def spread(self, parameters: np.ndarray) -> np.ndarray:
        """What each place has learned: in common, and apart."""
        learned = np.zeros((2, self.places))
        for part in range(2):
            for factor, offset in zip(self.factors, self.offsets, strict=False):
                learned[part] += parameters[part * self.half + offset + factor.index]
        return learned

    def gather(self, by_place: np.ndarray) -> np.ndarray:
        """The transpose of `spread`: derivatives by parameters from those by places."""
        total = np.empty(2 * self.half)
        for part in range(2):
            for factor, offset in zip(self.factors, self.offsets, strict=False):
                size = len(factor.widths)
                sums = np.bincount(factor.index, by_place[part], size)
                total[part * self.half + offset : part * self.half + offset + size] = sums
        return total


def _start(variant: Variant) -> np.ndarray:
    """What each place is worth without a model: in common, and nothing apart."""
    pieces, squares = variant.pieces.values(), _squares(variant)
    worth = [float(piece_worth(variant, piece, square)) for piece in pieces for square in squares]
    return np.array([worth, [0.0] * len(worth)])


def _start_of(model: Model) -> np.ndarray:
    """What each place is worth by a model's tables: in common, and apart."""
    middle = np.concatenate([np.array(known.middle, dtype=float) for known in model.types.values()])
    end = np.concatenate([np.array(known.end, dtype=float) for known in model.types.values()])
    return np.array([(middle + end) / 2, (middle - end) / 2])


def _prices(variant: Variant) -> np.ndarray:
    values = piece_values(variant)
    return np.array([[float(values[kind]) for kind in variant.pieces]] * 2)


def _prices_of(model: Model) -> np.ndarray:
    return np.array([known.price for known in model.types.values()], dtype=float).T


def _squares(variant: Variant) -> list[Square]:
    return [Square(f, r) for r in range(variant.ranks) for f in range(variant.files)]


def _generate_factors(variant: Variant) -> list[Factor]:
    values = piece_values(variant)
    alike = moves_alike(variant)
    usual = sorted(values[kind] for kind in variant.pieces if kind not in variant.royals)
    least = usual[len(usual) // 2] if usual else 100

    def fold(square: Square) -> int:
        return min(square.file, variant.files - 1 - square.file)

    def make(
        name: str, key: Callable[[PieceType, Square], object], width: float, *, share: bool = False
    ) -> Factor:
        numbers: dict[object, int] = {}
        widths: list[float] = []
        index = []
        for piece in variant.pieces.values():
            for square in _squares(variant):
                found = key(piece, square)
                if found not in numbers:
                    numbers[found] = len(numbers)
                    value = max(values[piece.id], least) if share else 1.0
                    widths.append(width * value)
                index.append(numbers[found])
        return Factor(name, np.array(index), np.array(widths))

    found = [
        make("type", lambda piece, square: piece.id, TYPE, share=True),
        make("alike", lambda piece, square: alike[piece.id], ALIKE, share=True),
        make("rank", lambda piece, square: (piece.id, square.rank), RANK),
        make("alike x rank", lambda piece, square: (alike[piece.id], square.rank), RANK),
        make("file", lambda piece, square: (piece.id, fold(square)), FILE),
        make("alike x square", lambda p, s: (alike[p.id], s.rank, fold(s)), MIRRORED),
        make("square", lambda p, s: (p.id, s.rank, fold(s)), MIRRORED),
    ]
    if not is_symmetric(variant):
        found.append(make("side", lambda p, s: (p.id, s.rank, s.file), SQUARE))
    return found


def moves_alike(variant: Variant) -> Mapping[str, tuple[object, ...]]:
    """What types that move alike have in common."""
    found = {}
    for piece in variant.pieces.values():
        movement = parse_betza(piece.betza)
        powers = tuple(sorted(power.name for power in movement.powers))
        found[piece.id] = (frozenset(movement.legs), powers, movement.paths, piece.royal)
    return found


def is_symmetric(variant: Variant) -> bool:
    """Whether the array is the same from left to right as from right to left."""
    pieces = array_pieces(variant)
    turned = {Square(variant.files - 1 - s.file, s.rank): piece for s, piece in pieces.items()}
    return turned == dict(pieces)


# --- the model ----------------------------------------------------------------------------------


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
    phases, types = usual_phase(variant, values), {}
    for number, kind in enumerate(variant.pieces):
        middle, end = (tuple(part[number].tolist()) for part in tables)
        price = (
            (KING_PRICE,) * 2 if kind in never_taken(variant) else tuple(prices[:, number].tolist())
        )
        types[kind] = TypeModel(phases[kind], (price[0], price[1]), middle, end)
    return Model(types)


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


# --- the loss -------------------------------------------------------------------------------------
#
# Scores and expected points: the logistic function, and what a wrong expectation costs.

NEWTON = 12  # steps to find the slope


def logistic(x: np.ndarray) -> np.ndarray:
    """The points expected of scores in average pieces."""
    return 0.5 * (1 + np.tanh(0.5 * x))


def surprise(scores: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The cross entropy of expected points, less what they would cost if they were known."""
    known = np.clip(points, 1e-6, 1 - 1e-6)
    least = -(known * np.log(known) + (1 - known) * np.log(1 - known))
    return np.logaddexp(0.0, scores) - points * scores - least


def find_slope(scores: np.ndarray, points: np.ndarray) -> float:
    """How much steeper than usual the points rise with the scores, by Newton's method."""
    slope = 1.0
    for _ in range(NEWTON):
        share = logistic(slope * scores)
        change = ((share - points) * scores).sum()
        bend = (share * (1 - share) * scores**2).sum()
        slope = min(max(slope - change / max(bend, 1e-9), slope / 2), 2 * slope)
    return float(slope)


# --- the least loss -------------------------------------------------------------------------------

STEPS = 60
MEMORY = 8  # steps that L-BFGS remembers


PART = 1 << 16  # positions


class Data:
    """Positions as arrays: pieces by place, White's as 1 and Black's as -1; phases and points.

    The matrix of all positions is made part by part, since the whole is many times as large as what
    is kept of it.
    """

    def __init__(self, found: Positions, *, held_out: bool) -> None:
        variant = found.variant
        game = np.frombuffer(found.game, dtype=np.int32)
        wanted = (game % HELD_OUT == 0) == held_out
        count = np.frombuffer(found.count, dtype=np.uint16)
        pieces = np.repeat(wanted, count)
        self.points = np.frombuffer(found.points, dtype=np.float32)[wanted].astype(float)
        self.size = len(self.points)
        self._place = np.frombuffer(found.place, dtype=np.int32)[pieces]
        self._sign = np.frombuffer(found.sign, dtype=np.int8)[pieces]
        self._starts = np.concatenate([[0], np.cumsum(count[wanted], dtype=np.int64)])
        self._places = len(variant.pieces) * variant.files * variant.ranks
        self.apart = 2 * self._middle_game(variant) - 1

    def _parts(self) -> Iterator[tuple[slice, csr_array]]:
        """The positions some thousands at a time, each part with its matrix."""
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
            common, apart = (pieces @ worth.T).T
            found[rows] = common + self.apart[rows] * apart
        return found

    def by_place(self, pull: np.ndarray) -> np.ndarray:
        """The transpose of `scores`: what pulls at positions, by places in common and apart."""
        found = np.zeros((2, self._places))
        for rows, pieces in self._parts():
            pulls = np.stack([pull[rows], pull[rows] * self.apart[rows]], axis=1)
            found += (pieces.T @ pulls).T
        return found

    def seen(self) -> np.ndarray:
        """How many pieces were on each place."""
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
    """The parameters found, and the losses of the fitted games and of those held out, by step."""

    parameters: np.ndarray
    losses: tuple[tuple[float, float], ...]  # the first is that of the start


def regress(factors: Factors, tuned: Data, held_out: Data, looseness: float = 1.0) -> Fit:
    """The likeliest parameters under a prior of `looseness` times its usual width."""
    piece: float = average_piece(factors.variant)
    piece /= find_slope(tuned.scores(factors.start) / piece, tuned.points)  # before all learning
    widths = looseness * factors.widths

    def loss(parameters: np.ndarray) -> tuple[float, np.ndarray]:
        scores = tuned.scores(factors.start + factors.spread(parameters)) / piece
        pull = (logistic(scores) - tuned.points) / piece
        prior = parameters / widths**2
        value = surprise(scores, tuned.points).sum()
        value += 0.5 * (parameters * prior).sum()
        return value / tuned.size, (factors.gather(tuned.by_place(pull)) + prior) / tuned.size

    losses: list[tuple[float, float]] = []
    known = (tuned, held_out)

    def note(parameters: np.ndarray) -> None:
        worth = factors.start + factors.spread(parameters)
        means = (_mean_loss(data.scores(worth) / piece, data) for data in known)
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


# --- the step -------------------------------------------------------------------------------------


def fit(variant: Variant, options: Options, bar: Bar = silent) -> str:
    """Find the tables that explain all games best, from the present ones on; draw the losses."""
    found, notes = find_positions(variant, options, bar)
    tuned, held_out = Data(found, held_out=False), Data(found, held_out=True)
    file = choose_model_file(present_model(variant, options), variant)
    present = file.model(variant) if file else None
    factors = Factors(variant, present)
    result = regress(factors, tuned, held_out, options.loose)
    model = make_model(factors, result.parameters, tuned.seen())
    if present is not None:
        model = replace(model, tuning=present.tuning)
    path = options.out or work_folder(variant, options) / "new.model"
    return write_model(path, variant, model, notes, result.losses, "steps")
