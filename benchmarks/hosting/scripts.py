"""Games for scripted players: random moves that do not end before the last."""

import random
from functools import cache

from makachess.core import Position
from makachess.variants import load


@cache
def script(variant: str, plies: int, seed: int) -> tuple[str, ...]:
    """A game's moves in coordinate form."""
    chance = random.Random(f"{variant} {seed}")
    while True:
        position = Position(load(variant))
        while position.ply < plies and position.outcome() is None:
            position.push(chance.choice(position.legal_moves()))
        if position.ply == plies:
            return tuple(map(str, position.moves))
