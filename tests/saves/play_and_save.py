"""Plays a random game, saves it after every change and says so. Started and killed by a test."""

import random
import sys
from collections.abc import Iterator

from makachess.saves import Game, Library
from makachess.variants import load


def generate_changes(name: str, seed: int) -> Iterator[Game]:
    """A game after each of its changes: moves, and now and then one taken back; without end."""
    chance = random.Random(seed)
    game = Game(load(name))
    while True:
        if game.outcome is not None or (len(game.moves) > 1 and chance.random() < 0.1):
            game.undo()
        else:
            game.play(chance.choice(game.position.legal_moves()))
        yield game


def main(folder: str, name: str, seed: str) -> None:
    autosave = None
    for game in generate_changes(name, int(seed)):
        autosave = autosave or Library(folder).autosave(game)
        autosave.save()
        print("saved", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
