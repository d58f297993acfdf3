"""What a table is made of: parts that squares, ranks, files and types that move alike share.

A type on a square is worth what it was before, by a model's tables or by the engine without one,
plus what its factors have learned. A factor that many positions speak of learns fast, one that few
speak of stays where it was; so a promoted type that is hardly ever seen borrows from the types
that move like it, and a square from its rank, its file and its mirror image. All factors are there
twice: once for what the middle and the end game have in common, once for what tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from makachess.core.betza import parse_betza
from makachess.core.engine.evaluation import average_man, man_worth, piece_values
from makachess.core.engine.model import Model, TypeModel, usual_phase
from makachess.core.kernel.packed import MOST_WORTH
from makachess.core.men import array_men
from makachess.core.spec import PieceType, Variant
from makachess.core.squares import Square

KING_PRICE = 20_000  # of one that may not be taken: no exchange may end with it
APART = 0.7  # how much less middle and end game may differ than both may from what they were

# How far a factor may well be from nothing, in centipawns (types: in shares of their value).
TYPE, ALIKE, RANK, FILE, MIRRORED, SQUARE = 0.25, 0.25, 25.0, 20.0, 20.0, 10.0


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
    worth = [float(man_worth(variant, piece, square)) for piece in pieces for square in squares]
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
    men = array_men(variant)
    turned = {Square(variant.files - 1 - s.file, s.rank): man for s, man in men.items()}
    return turned == dict(men)


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
    for number, (kind, piece) in enumerate(variant.pieces.items()):
        middle, end = (tuple(part[number].tolist()) for part in tables)
        is_king = piece.royal and variant.ending.checkmate
        price = (KING_PRICE,) * 2 if is_king else tuple(prices[:, number].tolist())
        types[kind] = TypeModel(phases[kind], (price[0], price[1]), middle, end)
    return Model(types)


def _phases(parts: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Middle and end game, by type and square, of what places have in common and apart."""
    common, apart = (part.reshape(shape) for part in parts)
    return np.stack([common + apart, common - apart])


def _scale(variant: Variant, prices: Mapping[str, float]) -> float:
    """What brings the average man of the array back to what it was."""
    men = [kind for kind, _ in array_men(variant).values() if kind not in variant.royals]
    return average_man(variant) * len(men) / sum(prices[kind] for kind in men) if men else 1.0


def _whole(numbers: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(numbers), -MOST_WORTH, MOST_WORTH).astype(int)
