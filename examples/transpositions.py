"""Count the positions after each number of moves: different ways lead to many of them.

python transpositions.py VARIANT DEPTH
"""

from __future__ import annotations

import sys

from makachess.core import Position
from makachess.variants import load


def main() -> None:
    name, depth = sys.argv[1], int(sys.argv[2])
    positions = {(start := Position(load(name))).key(): start}
    for ply in range(1, depth + 1):
        following: dict[int, Position] = {}
        for position in positions.values():
            for move in position.legal_moves():
                position.push(move)
                if position.key() not in following:
                    following[position.key()] = position.copy(stack=False)
                position.pop()
        positions = following
        print(f"{ply}  {len(positions)} positions by {start.perft(ply)} ways")


if __name__ == "__main__":
    main()
