"""Play random games to their end, and count how they end: python random_games.py VARIANT N"""

from __future__ import annotations

import random
import sys
from collections import Counter

from makachess.core import Outcome, Position
from makachess.variants import load


def play(position: Position, rng: random.Random) -> Outcome:
    """Random moves until the game has an outcome, and that."""
    while (outcome := position.outcome()) is None:
        position.push(rng.choice(position.legal_moves()))
    return outcome


def main() -> None:
    name, games = sys.argv[1], int(sys.argv[2])
    variant, rng = load(name), random.Random(1)
    outcomes = Counter(play(Position(variant), rng) for _ in range(games))
    for outcome, number in outcomes.most_common():
        print(f"{number:4}  {outcome.explanation}")


if __name__ == "__main__":
    main()
