"""Games to save: random ones, of every variant, from the array or from any position."""

import random
from collections.abc import Callable

import pytest
from makachess.saves import Game
from makachess.variants import load

RandomGame = Callable[..., Game]


def play_randomly(game: Game, plies: int, chance: random.Random) -> Game:
    for _ in range(plies):
        if game.outcome is not None:
            break
        game.play(chance.choice(game.position.legal_moves()))
    return game


@pytest.fixture
def random_game() -> RandomGame:
    def make(name: str, seed: int, plies: int = 60, fen: str | None = None, **options: str) -> Game:
        return play_randomly(Game(load(name, **options), fen), plies, random.Random(seed))

    return make


@pytest.fixture
def chess() -> Game:
    return Game(load("chess"))
