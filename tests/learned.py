"""Models made up for tests: of random numbers, or of what an engine without a model uses."""

import random
from dataclasses import replace
from functools import lru_cache

from makachess.core.engine.evaluation import piece_values, plain_model
from makachess.core.engine.model import Model, Net, TypeModel, write_numbers
from makachess.core.kernel.packed import SETS


@lru_cache(maxsize=32)
def random_model(variant, seed=1, units=0, zones=1):
    """A model in which no two numbers are alike, within reason, with a net of `units` units."""
    dice = random.Random(f"{variant.name}-{seed}")
    squares = variant.files * variant.ranks

    def numbers(value):
        spread = max(value // 8, 20)
        return tuple(value + int(spread * (dice.random() - 0.5)) for _ in range(squares))

    types = {}
    for kind, value in piece_values(variant).items():
        value = 0 if kind in variant.royals else value
        price = (20_000, 20_000) if kind in variant.royals else (value, value + value // 4)
        types[kind] = TypeModel(dice.randrange(9), price, numbers(value), numbers(price[1] % 20000))
    return Model(types, random_net(variant, dice, units, zones) if units else None)


def random_net(variant, dice, units=8, zones=1):
    """A net whose sums go as far as they may, and often beyond what a unit counts for at most."""
    squares = variant.files * variant.ranks
    most = 32_000 // squares
    count = zones * 2 * len(variant.pieces) * squares * units
    first = dice.choices(range(-most, most + 1), k=count)
    bias, last = ([dice.randint(-600, 600) for _ in range(n * units)] for n in (1, 2 * SETS))
    offset = tuple(dice.randint(-30, 30) for _ in range(SETS))
    return Net(units, 90, tuple(bias), tuple(last), offset, write_numbers(first), zones)


def model_without_learning(variant):
    """What the engine uses anyway, as a model with phases: its middle game is its end game."""
    types = plain_model(variant).types
    return Model({kind: replace(known, phase=1) for kind, known in types.items()})
