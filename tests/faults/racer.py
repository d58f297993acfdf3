"""One of two programs that play the same game: python racer.py FOLDER FILE MOVES SEED.

It resumes the game whenever it is free, makes a random move, saves it, says so, and lets go.
"""

from __future__ import annotations

import random
import sys

from makachess.saves import Library, LockedError


def main(folder: str, file: str, moves: str, seed: str) -> None:
    chance = random.Random(seed)
    sys.stdin.readline()  # both begin at once
    for _ in range(int(moves)):
        while True:
            try:
                autosave, _ = Library(folder).resume(file)
                break
            except LockedError:
                continue
        game = autosave.game
        move = chance.choice(sorted(game.position.legal_moves(), key=str))
        game.play(move)
        autosave.save()
        print(game.position.ply, move, flush=True)
        autosave.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
