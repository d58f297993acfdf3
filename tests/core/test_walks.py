"""Random games of every variant: at each step what is kept up to date equals what is counted anew.

Games start from the array and from rich positions: pieces of all types, promoted ones and Emperors
included, strewn over the board.
"""

import random
from pathlib import Path

import pytest
from makachess.core import COMPILED, Position
from makachess.variants import load, load_file, names
from sampling import mostly_slow
from strewn import rich_position, waiting_position
from walking import walk

OPTIONS = [
    ("maka", {"rules": "modern"}),
    ("maka", {"rules": "tsa"}),
    ("maka", {"repetition": "forbidden", "emperor": "royal-only"}),
    ("macadamia", {"wolf": "page-betza", "berserker": "liondog"}),
    ("macadamia", {"wolf": "applet", "rules": "modern"}),
]
BUILT_IN = [(name, {}) for name in names()]
GAMES = BUILT_IN + OPTIONS
RIDERS = Path(__file__).parents[1] / "data" / "variants" / "riders.toml"
SHORT = 12 if COMPILED else 8  # plies


def game_id(game):
    name, options = game
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


@pytest.mark.parametrize("game", mostly_slow(GAMES, [*BUILT_IN, *OPTIONS[3:]]), ids=game_id)
@pytest.mark.parametrize("rich", [False, True], ids=["array", "rich"])
def test_walk(game, rich):
    play(game, rich, seed=1, plies=SHORT, sample=3)


def play(game, rich, seed, plies, sample):
    name, options = game
    rng = random.Random(f"{name}-{seed}")
    variant = load(name, **options)
    position = rich_position(variant, rng) if rich else Position(variant)
    assert all(walk(position, rng, plies, sample))


@pytest.mark.parametrize("seed", range(8))
def test_walk_of_pieces_that_reach_a_square_by_steps_of_different_length(seed):
    position = Position(load_file(RIDERS))
    assert all(walk(position, random.Random(seed), SHORT, sample=1))


@pytest.mark.parametrize("seed", range(12))
def test_walk_with_pawns_that_wait(seed):
    rng = random.Random(seed)
    assert all(walk(waiting_position(load("devingt"), rng), rng, 12, sample=1, greed=0.9))
