"""Count the openings of the games in a PGN file: python openings.py FILE [PLIES]"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from makachess.saves import read_games


def main() -> None:
    path = Path(sys.argv[1])
    plies = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    openings: Counter[str] = Counter()
    scores: Counter[str] = Counter()
    for game in read_games(path):
        opening = f"{game.variant.name}: {' '.join(game.sans[:plies])}"
        openings[opening] += 1
        scores[opening] += {"1-0": 2, "1/2-1/2": 1}.get(game.result, 0)
    for opening, number in openings.most_common():
        print(f"{number:4}  {scores[opening] / number / 2:4.0%}  {opening}")


if __name__ == "__main__":
    main()
