"""Let the engine play against itself with a fixed number of nodes a move, and print the PGN.

python self_play.py VARIANT NODES [PLIES]
"""

from __future__ import annotations

import sys

from makachess.core.engine import Engine, Limits
from makachess.saves import Game, format_game
from makachess.variants import load


def main() -> None:
    variant, limits = load(sys.argv[1]), Limits(nodes=int(sys.argv[2]))
    plies = int(sys.argv[3]) if len(sys.argv) > 3 else 400
    engine = Engine(variant)
    game = Game(variant, tags={"White": "makachess", "Black": "makachess"})
    while game.position.outcome() is None and game.position.ply < plies:
        best = engine.play(game.position, limits)
        if best.move is None:  # it resigns, or there is no move
            break
        game.play(best.move)
    print(format_game(game))


if __name__ == "__main__":
    main()
