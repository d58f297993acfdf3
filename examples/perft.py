"""Count the move sequences of a given length from the array: python perft.py VARIANT DEPTH"""

from __future__ import annotations

import sys

from makachess.core import Position
from makachess.variants import load


def count(position: Position, depth: int) -> int:
    """The number of games of so many moves, every one of them made and taken back."""
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves():
        position.push(move)
        total += count(position, depth - 1)
        position.pop()
    return total


def main() -> None:
    name, depth = sys.argv[1], int(sys.argv[2])
    position = Position(load(name))
    counted = count(position, depth)
    print(counted)
    assert counted == position.perft(depth)  # the same, and much faster


if __name__ == "__main__":
    main()
